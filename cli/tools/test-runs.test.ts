import { describe, expect, test } from 'vitest'
import { countTests, summaryLine } from './test-runs.ts'

const passed = { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'skipped' }] }
const failed = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }
const broken = { status: 'failed', assertionResults: [] }

describe('countTests', () => {
  test('returns the passed and failed tests of the report', () => {
    const report = { numPassedTests: 2, numFailedTests: 1, testResults: [passed, failed] }
    expect(countTests(1, report)).toEqual({ code: 1, passed: 2, failed: 1 })
  })

  test('counts a file that fails outside of its tests as one failed test', () => {
    const report = { numPassedTests: 2, numFailedTests: 1, testResults: [passed, failed, broken] }
    expect(countTests(1, report)).toEqual({ code: 1, passed: 2, failed: 2 })
  })

  test('counts a run that fails without a failed test, or without a report, as one failed test', () => {
    expect(countTests(1, { numPassedTests: 1, numFailedTests: 0, testResults: [passed] })).toMatchObject({ failed: 1 })
    expect(countTests(137, null)).toEqual({ code: 137, passed: 0, failed: 1 })
  })
})

test('the summary line adds up all runs', () => {
  const runs = [
    { code: 0, passed: 2100, failed: 0 },
    { code: 1, passed: 60, failed: 2 },
  ]
  expect(summaryLine(runs)).toBe('2160 passed, 2 failed')
})
