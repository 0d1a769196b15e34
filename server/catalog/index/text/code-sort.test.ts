import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPause } from '#server/catalog/index/pause.ts'
import { pairsFrom, sortCodes } from './code-sort.ts'

const code = fc.string({ unit: fc.constantFrom('a', 'b', '1', 'ß', '\u0001'), maxLength: 7 })

async function expectSorted(codes: readonly string[]): Promise<void> {
  const bytes = codes.map((text) => Buffer.from(text))
  const starts = new Int32Array(codes.length + 1)
  for (const [i, { length }] of bytes.entries()) starts[i + 1] = starts[i]! + length
  const expected = [...codes.keys()].sort((a, b) => Buffer.compare(bytes[a]!, bytes[b]!) || a - b)
  expect([...(await sortCodes(Buffer.concat(bytes), starts, codes.length, createPause()))]).toEqual(expected)
}

test('sorts codes by bytes and keeps the order of equal ones', async () => {
  await fc.assert(fc.asyncProperty(fc.array(code), expectSorted))
})

test('sorts many codes in the same way', async () => {
  await expectSorted(fc.sample(code, pairsFrom))
})
