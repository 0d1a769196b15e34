import { describe, expect, test } from 'vitest'
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
const storedOf = (lines: readonly FileLine[], format = 'table'): StoredLine[] =>
  newLines(lines, [], format).map((each) => ({ ...each, format }))
const found = (lines: readonly FileLine[], stored: readonly StoredLine[], format = 'table') =>
  newLines(lines, stored, format).map(({ fingerprint, occurrence, balance }) => [fingerprint, occurrence, balance])

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

describe('a line of another format', () => {
  const stated = (change: Partial<FileLine>) => ({ ...line('x', '10', null), ...change })
  const plain = stated({ description: 'GELEN EFT - AHMET YILMAZ' })
  const isKnown = (file: FileLine, stored: FileLine) => found([file], storedOf([stored]), 'mt940').length === 0

  test('is the stored one by its balance, its receipt number, or the words of its text', () => {
    const same = [
      [stated({ balance: '30.00' }), stated({ balance: '30', description: 'BASKA' })],
      [stated({ reference: 'dk-71', balance: '40' }), stated({ reference: 'DK 71', balance: '30' })],
      [stated({ description: 'AHMET YIL MAZ FT 77' }), plain],
      [stated({ description: 'GELEN EFT', sender: 'Ahmet Yılmaz' }), plain],
      [stated({ description: 'Ahmet Yılmaz KASIM', balance: '30' }), plain],
    ] as const
    for (const [file, stored] of same) {
      expect(isKnown({ ...file, fingerprint: 'y' }, stored)).toBe(true)
      expect(isKnown({ ...stored, fingerprint: 'y' }, file)).toBe(true)
    }
  })

  test('is another one with another day, amount, receipt number or name, or with another balance and no receipt number', () => {
    const other = [
      [stated({ description: plain.description, day: '2026-11-27' }), plain],
      [stated({ description: plain.description, amount: '10.01' }), plain],
      [stated({ reference: '72' }), stated({ reference: '71' })],
      [stated({ description: 'GELEN EFT MEHMET YILMAZ' }), plain],
      [stated({ description: 'GELEN EFT' }), plain],
      [stated({ description: plain.description, balance: '40' }), { ...plain, balance: '30' }],
    ] as const
    for (const [file, stored] of other) expect(isKnown({ ...file, fingerprint: 'y' }, stored)).toBe(false)
    // Texts of one format are compared as a whole.
    expect(found([stated({ fingerprint: 'y', description: 'AHMET YILMAZ' })], storedOf([plain]))).toHaveLength(1)
  })

  test('stands for one stored line, so that equal payments of a day stay as many as they are', () => {
    const twins = (print: string) => ['10', '20'].map((balance) => ({ ...plain, fingerprint: print, balance }))
    expect(found(twins('y'), storedOf(twins('x')), 'mt940')).toEqual([])
    expect(
      found([...twins('y'), { ...plain, fingerprint: 'y', balance: '30' }], storedOf(twins('x')), 'mt940'),
    ).toEqual([['y', 1, '30']])
    expect(found([plain, plain, plain], storedOf([plain, plain]), 'mt940')).toHaveLength(1)
  })
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
