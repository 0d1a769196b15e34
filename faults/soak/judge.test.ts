import { expect, test } from 'vitest'
import { judgeSeries } from './judge.ts'

const judge = (values: readonly number[], more: object = {}) =>
  judgeSeries({ name: 'memory', values, unit: 'MB', slack: 0, ...more })
/** Values that end at the factor of their start, with a regular noise that has no trend. */
const line = (count: number, factor: number, noise = 0) =>
  Array.from({ length: count }, (_, i) => 300 * (1 + ((factor - 1) * i) / count) + (i % 2 ? noise : -noise))

test('what rises at the start and stays then is flat', () => {
  const values = [...line(20, 3), ...Array.from({ length: 40 }, (_, i) => 900 + (i % 3))]
  expect(judge(values)).toEqual({ text: '901 → 901 MB', problem: null })
})

test('a last third of more than 10 % above the second one is not flat', () => {
  const values = [...line(40, 1), ...Array.from({ length: 20 }, () => 340)]
  expect(judge(values).problem).toBe('memory: 300 → 340 MB, more than 10 % above the second third')
  expect(judge(values, { slack: 40 }).problem).toBeNull()
})

test('a leak that is slower than 10 % is found by its steady growth', () => {
  expect(judge(line(60, 1.2)).problem).toBe('memory: 330 → 350 MB, grows steadily')
  // A fall in between, or a growth of less than a twentieth, is none.
  expect(judge([...line(50, 1.1), ...line(10, 1)]).problem).toBeNull()
  expect(judge(line(60, 1.03)).problem).toBeNull()
})

test('of a quantity that the machine disturbs only steady growth counts', () => {
  const jump = [...line(40, 1, 20), ...Array.from({ length: 20 }, (_, i) => (i % 2 ? 500 : 300))]
  expect(judge(jump, { isNoisy: true }).problem).toBeNull()
  expect(judge(line(60, 2), { isNoisy: true }).problem).toContain('grows steadily')
})

test('too few values are refused instead of judged', () => {
  expect(() => judge(line(8, 1))).toThrow('8 values of memory are too few')
})
