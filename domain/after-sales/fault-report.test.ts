import { describe, expect, test } from 'vitest'
import { faultReportNumber, faultStates, canChangeFaultState, nextFaultStates } from './fault-report.ts'

describe('states of a fault report', () => {
  test('never return to new, and every state has a next one', () => {
    for (const state of faultStates) {
      expect(nextFaultStates(state)).not.toContain('new')
      expect(nextFaultStates(state)).not.toContain(state)
      expect(nextFaultStates(state).length).toBeGreaterThan(0)
    }
  })

  test.each([
    ['new', 'repaired', true],
    ['in_review', 'replaced', true],
    ['repaired', 'replaced', false],
    ['rejected', 'in_review', true],
    ['closed', 'in_review', true],
    ['closed', 'repaired', false],
    ['in_review', 'new', false],
    ['rejected', 'rejected', true],
  ] as const)('%s → %s: %s', (from, to, may) => {
    expect(canChangeFaultState(from, to)).toBe(may)
  })
})

test.each([
  [2026, 1, 'A2026000001'],
  [2026, 999_999, 'A2026999999'],
  [2027, 1_000_000, 'A20271000000'],
])('faultReportNumber of %i, %i is %s', (year, sequence, number) => {
  expect(faultReportNumber(year, sequence)).toBe(number)
})
