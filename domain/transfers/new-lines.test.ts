import { expect, test } from 'vitest'
import { lineIdentity } from './bank-line.ts'
import { type FileLine, newLines, orderLines, type StoredLine } from './new-lines.ts'

const line = (fingerprint: string, amount: string, balance: string | null, day = '2026-11-28'): FileLine => ({
  fingerprint,
  amount,
  balance,
  day,
  reference: '',
  description: '',
  sender: '',
  senderIban: '',
})
const storedOf = (lines: readonly FileLine[]): StoredLine[] => newLines(lines, [])
const found = (lines: readonly FileLine[], stored: readonly StoredLine[]) =>
  newLines(lines, stored).map(({ fingerprint, occurrence, balance }) => [fingerprint, occurrence, balance])

test('finds nothing new in a file that is imported twice', () => {
  const lines = [line('a', '10', '10'), line('a', '10', '20'), line('b', '5', null)]
  expect(found(lines, storedOf(lines))).toEqual([])
})

test('keeps lines of a file that are equal in all but their balance', () => {
  const lines = [line('a', '10', '10'), line('a', '10', '20')]
  expect(found(lines, [])).toEqual([
    ['a', 1, '10'],
    ['a', 2, '20'],
  ])
})

test('counts equal lines where a file has no balances', () => {
  const lines = [line('a', '10', null), line('a', '10', null)]
  expect(found(lines, storedOf(lines.slice(1)))).toEqual([['a', 2, null]])
})

test('finds the second of two equal lines in a file that begins with it', () => {
  const [first, second] = [line('a', '10', '10'), line('a', '10', '20')]
  expect(found([second], storedOf([first]))).toEqual([['a', 2, '20']])
  expect(found([first, second], storedOf([second]))).toEqual([['a', 2, '10']])
})

test('takes a line without balance for the stored one with a balance, and the reverse', () => {
  expect(found([line('a', '10', null)], storedOf([line('a', '10', '10')]))).toEqual([])
  expect(found([line('a', '10', '10')], storedOf([line('a', '10', null)]))).toEqual([])
  // The equal balance goes first, so that the other line is not lost.
  const stored = storedOf([line('a', '10', '10'), line('a', '10', '20')])
  expect(found([line('a', '10', null), line('a', '10', '20'), line('a', '10', '30')], stored)).toEqual([['a', 3, '30']])
})

test('leaves out a row that the file repeats, and counts it', () => {
  const [a, b] = [line('a', '10', '10'), line('b', '5', '15')]
  expect(orderLines([a, b, b])).toEqual({ lines: [a, b], repeated: 1, gaps: 0 })
  expect(orderLines([a, a, b])).toEqual({ lines: [a, b], repeated: 1, gaps: 0 })
})

test('keeps a transfer that was returned and made again, although its balance repeats', () => {
  const lines = [line('a', '10', '10'), line('back', '-10', '0'), line('a', '10', '10')]
  expect(orderLines(lines)).toEqual({ lines, repeated: 0, gaps: 0 })
})

test('turns files around that begin with the newest line, by their balances or days', () => {
  const [a, b, c] = [line('a', '10', '10'), line('b', '5', '15'), line('c', '1', '16')]
  expect(orderLines([c, b, a]).lines).toEqual([a, b, c])
  const [old, recent] = [line('a', '10', null, '2026-11-01'), line('b', '5', null, '2026-11-28')]
  expect(orderLines([recent, old]).lines).toEqual([old, recent])
})

test('counts where the running balance does not follow', () => {
  expect(orderLines([line('a', '10', '10'), line('b', '5', '99'), line('c', '1', '100')]).gaps).toBe(1)
})

test('identifies a line in every spelling of its texts, but by every figure', () => {
  const { fingerprint: _, ...plain } = line('', '10.00', null)
  const spelled = { ...plain, description: 'GELEN EFT - Işık Elk.', reference: 'DK 1' }
  const identity = lineIdentity('TR1', spelled)
  expect(lineIdentity('TR1', { ...spelled, description: 'gelen  EFT ışık ELK', reference: 'dk-1', balance: '5' })).toBe(
    identity,
  )
  for (const change of [{ amount: '10.01' }, { day: '2026-11-29' }, { reference: 'DK 2' }, { sender: 'Ada' }]) {
    expect(lineIdentity('TR1', { ...spelled, ...change })).not.toBe(identity)
  }
  expect(lineIdentity('TR2', spelled)).not.toBe(identity)
})
