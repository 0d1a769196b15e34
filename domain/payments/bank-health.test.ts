import { describe, expect, test } from 'vitest'
import { bankAlerts, successRate } from './bank-health.ts'

const none = { captured: 0, declined: 0 }

test('the success rate is the share of captured payments', () => {
  expect(successRate({ captured: 3, declined: 1 })).toBe(0.75)
  expect(successRate(none)).toBeNull()
})

describe('a bank', () => {
  test('is silent from five calls in a row without an answer', () => {
    expect(bankAlerts({ unanswered: 4, recent: none, usual: none })).toEqual([])
    expect(bankAlerts({ unanswered: 5, recent: none, usual: none })).toEqual(['silent'])
  })

  test.each([
    // 80 % is usual: less than 40 % is reported.
    [{ captured: 4, declined: 6 }, { captured: 80, declined: 20 }, []],
    [{ captured: 3, declined: 7 }, { captured: 80, declined: 20 }, ['declining']],
    // 30 % is usual.
    [{ captured: 2, declined: 8 }, { captured: 30, declined: 70 }, []],
    [{ captured: 1, declined: 9 }, { captured: 30, declined: 70 }, ['declining']],
    // Too few payments to judge.
    [{ captured: 0, declined: 9 }, { captured: 80, declined: 20 }, []],
    // Without a usual rate.
    [{ captured: 2, declined: 8 }, { captured: 20, declined: 9 }, []],
    [{ captured: 1, declined: 9 }, none, ['declining']],
  ])('that captures %o where %o is usual: %o', (recent, usual, alerts) => {
    expect(bankAlerts({ unanswered: 0, recent, usual })).toEqual(alerts)
  })
})
