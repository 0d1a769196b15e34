import { expect, test } from 'vitest'
import { cleanCode, createCodeGate } from './code-gate.ts'

test('a code passes once while it stays in the picture, and again after it was away', () => {
  const pass = createCodeGate()
  expect(pass(['A'], 0)).toEqual(['A'])
  for (let now = 100; now <= 3000; now += 100) expect(pass(['A'], now)).toEqual([])
  expect(pass(['B', 'A'], 3100)).toEqual(['B'])
  expect(pass([], 3500)).toEqual([])
  expect(pass(['A'], 4400)).toEqual(['A'])
})

test.each([
  ['8690000000012', '8690000000012'],
  [' ABC-1\r\n', 'ABC-1'],
  ['\u001d0108690000000012\u001d10LOT', '010869000000001210LOT'],
  ['\u0000\u0007', null],
  ['   ', null],
  ['x'.repeat(101), null],
])('%j is read as %j', (text, code) => {
  expect(cleanCode(text)).toBe(code)
})
