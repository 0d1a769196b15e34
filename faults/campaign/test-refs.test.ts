import { expect, test } from 'vitest'
import { judgeTests, type RanTest, testsOfThreat } from './test-refs.ts'

const ran: RanTest[] = [
  { file: 'a.test.ts', names: ['sessions', 'a session (1) is refused'], isPassed: true },
  { file: 'a.test.ts', names: ['sessions', 'a session (2) is refused'], isPassed: true },
  { file: 'a.test.ts', names: ['others', 'fails'], isPassed: false },
  { file: 'b.test.ts', names: ['whole'], isPassed: true },
]

test('a row of the threats names its tests', () => {
  const text = `| 1 x | y | [a.test.ts](../a.test.ts) › one | two<br>[b.test.ts](../b.test.ts) › %s is three |
| 12 x | y | [c.test.ts](../c.test.ts) › four |`
  expect(testsOfThreat(12, text)).toEqual([{ file: 'c.test.ts', title: 'four' }])
  expect(testsOfThreat(1, text).at(-1)).toEqual({ file: 'b.test.ts', title: '%s is three' })
  expect(() => testsOfThreat(2, text)).toThrow('no tests for the check 2')
})

test('counts the tests of a title, of a describe and of a file, each once', () => {
  expect(judgeTests([{ file: 'a.test.ts', title: 'a session (%s) is refused' }], ran)).toBe(2)
  expect(judgeTests([{ file: 'a.test.ts', title: 'sessions' }, { file: 'b.test.ts' }], ran)).toBe(3)
  const twice = [{ file: 'b.test.ts' }, { file: 'b.test.ts', title: 'whole' }]
  expect(judgeTests(twice, ran)).toBe(1)
})

test('throws for a test that failed, for a title that no longer exists and for a file that did not run', () => {
  expect(() => judgeTests([{ file: 'a.test.ts' }], ran)).toThrow('a.test.ts › fails: failed')
  expect(() => judgeTests([{ file: 'b.test.ts', title: 'hole' }], ran)).toThrow('b.test.ts › hole: did not run')
  expect(() => judgeTests([{ file: 'c.test.ts' }], ran)).toThrow('c.test.ts › every test: did not run')
})
