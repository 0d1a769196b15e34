import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPause } from '#server/catalog/index/pause.ts'
import { sortByNumber, wideDigitsFrom } from './radix-sort.ts'
import { sortByText } from './text-sort.ts'
import { turkishKey } from './turkish-key.ts'

const collator = new Intl.Collator('tr', { sensitivity: 'base' })
const letters = Array.from('abcçdefgğhıijklmnoöprsştuüvyzqwxABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZÂâÎûé0123456789 -.,/()"+&')
const name = fc.array(fc.constantFrom(...letters), { maxLength: 20 }).map((parts) => parts.join(''))

test('turkishKey sorts names in the order of the Turkish alphabet', () => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      const [left, right] = [turkishKey(a), turkishKey(b)]
      expect(left < right ? -1 : left > right ? 1 : 0).toBe(Math.sign(collator.compare(a, b)))
    }),
    { numRuns: 2000 },
  )
})

test('turkishKey sorts ç after c, ı before i and ş after s, ignoring case', () => {
  const names = ['Izgara', 'İğne', 'ışık', 'Çekiç', 'cam', 'Şerit', 'su', 'saç', 'Zımba', 'zil', 'Ütü', 'uç']
  expect(names.toSorted((a, b) => (turkishKey(a) < turkishKey(b) ? -1 : 1))).toEqual([
    'cam',
    'Çekiç',
    'ışık',
    'Izgara',
    'İğne',
    'saç',
    'su',
    'Şerit',
    'uç',
    'Ütü',
    'Zımba',
    'zil',
  ])
})

const number = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -5, max: 5 }))

function expectSortedByNumber(keys: readonly number[]): void {
  const slots = Int32Array.from(keys, (_, i) => i)
  const expected = [...slots].sort((a, b) => (keys[a] === keys[b] ? a - b : (keys[a] ?? 0) < (keys[b] ?? 0) ? -1 : 1))
  expect([...sortByNumber(slots, (slot) => keys[slot] ?? 0)]).toEqual(expected)
}

test('sortByNumber sorts all kinds of numbers and keeps the order of equal ones', () => {
  fc.assert(fc.property(fc.array(number), expectSortedByNumber))
})

test('sortByNumber sorts many numbers in the same way', () => {
  expectSortedByNumber(fc.sample(number, wideDigitsFrom))
})

test('sortByText sorts many texts and keeps the order of equal ones', async () => {
  const keys = Array.from({ length: 20_000 }, (_, i) => String((i * 7919) % 1013))
  const slots = Int32Array.from(keys, (_, i) => i)
  const sorted = await sortByText(slots, (slot) => keys[slot] ?? '', createPause())
  const expected = [...slots].sort((a, b) => ((keys[a] ?? '') < (keys[b] ?? '') ? -1 : keys[a] === keys[b] ? a - b : 1))
  expect([...sorted]).toEqual(expected)
})
