import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { checkRiskLimit, riskLimitOf, type RiskTerms } from './risk-limit.ts'

const terms: RiskTerms = {
  isOn: true,
  riskLimit: 1000,
  mode: 'order',
  balance: 0,
  overdueBalance: 0,
  openOrders: 0,
}
const check = (changes: Partial<RiskTerms>, total: number | string) =>
  checkRiskLimit(riskLimitOf({ ...terms, ...changes }), total)

describe('without a limit every order passes', () => {
  test.each([
    ['the setting is off', { isOn: false }],
    ['off, and the limit is 1', { isOn: false, riskLimit: 1 }],
    ['the limit is 0', { riskLimit: 0, overdueBalance: 5000 }],
  ])('%s', (_, changes) => {
    expect(check(changes, '9999999,99')).toBeNull()
  })
})

describe('a limit of exactly 1 blocks orders', () => {
  test.each([1, '1', '1.00'])('%j', (riskLimit) => {
    expect(check({ riskLimit }, '0.01')).toEqual({ ok: false, code: 'risk_limit_blocked' })
    expect(check({ riskLimit, mode: 'balance' }, 1)).toEqual({ ok: false, code: 'risk_limit_blocked' })
  })

  test('leaves nothing available', () => {
    expect(riskLimitOf({ ...terms, riskLimit: 1 })?.available.toNumber()).toBe(0)
  })

  test('a limit of 1.01 does not block', () => {
    expect(check({ riskLimit: '1.01' }, '1.01')).toBeNull()
  })
})

describe('mode order: limit minus the overdue amount', () => {
  test.each([
    ['just fitting', { overdueBalance: 400 }, '600.00', null],
    ['one kuruş too much', { overdueBalance: 400 }, '600.01', [0.01, 600]],
    ['Turkish separators', { overdueBalance: 400 }, '1.600,50', [1000.5, 600]],
    ['English separators', { overdueBalance: 400 }, '1,600.50', [1000.5, 600]],
    ['nothing is left', { overdueBalance: 1000 }, '50.00', [50, 0]],
    ['nothing is left, not even for an order of nothing', { overdueBalance: 1000 }, '0', [0, 0]],
    ['half a lira is just enough', { overdueBalance: '999.50' }, '0.50', null],
    ['half a lira is left', { overdueBalance: '999.50' }, '1.00', [0.5, 0.5]],
    ['less than nothing is left', { overdueBalance: 1500 }, '50.00', [50, 0]],
    ['balance and open orders do not count', { balance: 5000, openOrders: 5000 }, '1000.00', null],
  ])('%s', (_, changes, total, refused) => {
    const refusal = check(changes, total)
    const facts = refusal !== null && 'facts' in refusal ? [refusal.facts.excess, refusal.facts.largest] : null
    expect(facts).toEqual(refused)
  })
})

describe('mode balance: debt and open orders count', () => {
  test.each([
    ['just fitting', { balance: 500, openOrders: 300 }, 200, null],
    ['too much', { balance: 500, openOrders: 300 }, 250, [50, 200]],
    ['what is overdue is part of the balance', { balance: 500, overdueBalance: 500 }, 500, null],
    ['an advance payment gives room', { balance: -200 }, 1200, null],
    ['nothing is left', { balance: 700, openOrders: 300 }, 10, [10, 0]],
  ])('%s', (_, changes, total, refused) => {
    const refusal = check({ mode: 'balance', ...changes }, total)
    const facts = refusal !== null && 'facts' in refusal ? [refusal.facts.excess, refusal.facts.largest] : null
    expect(facts).toEqual(refused)
  })
})

test('the refusal contains the amount above the limit and the largest order', () => {
  expect(check({}, '2500.5')).toMatchObject({ facts: { excess: 1500.5, largest: 1000 } })
})

test('throws for a text that is not an amount', () => {
  expect(() => check({}, 'çok')).toThrow(RangeError)
})

test('an order reduced by its excess always passes, unless nothing is available', () => {
  const cents = fc.integer({ min: 0, max: 10 ** 12 }).map((n) => decimal(n).dividedBy(100))
  fc.assert(
    fc.property(
      cents,
      cents,
      cents,
      cents,
      fc.constantFrom('order', 'balance'),
      (...[limit, owed, open, total, mode]) => {
        const current = riskLimitOf({
          ...terms,
          riskLimit: limit.plus(2),
          mode,
          balance: owed,
          overdueBalance: owed,
          openOrders: open,
        })
        const refusal = checkRiskLimit(current, total)
        if (refusal === null || !('facts' in refusal)) return
        const { excess, largest } = refusal.facts
        expect(decimal(excess).plus(largest).equals(total)).toBe(true)
        if (largest > 0) expect(checkRiskLimit(current, largest)).toBeNull()
      },
    ),
  )
})
