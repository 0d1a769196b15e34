import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convert, decimal, exchange, lira } from '#domain/money/money.ts'
import { sumsToPay } from './limit-advice.ts'
import { checkRiskLimit, type RiskMode, riskLimitOf } from './risk-limit.ts'

const rates = { USD: '41.2537', EUR: '44.9' }

type Debts = Readonly<Record<string, { balance: number; overdue: number }>>

/** The limit as the store calculates it from accounts in several currencies. */
function limitFrom(riskLimit: string, mode: RiskMode, openOrders: number, debts: Debts) {
  const inLira = (field: 'balance' | 'overdue') =>
    Object.entries(debts)
      .map(([currency, debt]) => convert({ value: debt[field].toFixed(2), currency }, lira, rates))
      .reduce((sum, amount) => sum.plus(amount), decimal(0))
      .toDecimalPlaces(2)
  return riskLimitOf({
    isOn: true,
    riskLimit,
    mode,
    openOrders,
    balance: inLira('balance'),
    overdueBalance: inLira('overdue'),
  })
}

function advise(riskLimit: string, mode: RiskMode, totalTry: string, debts: Debts, openOrders = 0) {
  const limit = limitFrom(riskLimit, mode, openOrders, debts) ?? expect.fail('a limit')
  const accounts = Object.entries(debts).map(([currency, { overdue }]) => ({
    currency,
    overdueBalance: overdue.toFixed(2),
  }))
  return sumsToPay({ totalTry, riskLimit, mode, limit, accounts, rates })
}

/**
 * Whether the debts in lira end with exactly half a kuruş. It rounds away from zero, for debts and for credits, so that paying
 * one kuruş less may also be enough.
 */
function isHalfKurus(debts: Debts): boolean {
  const worth = Object.entries(debts).map(([currency, { balance }]) =>
    exchange(decimal(balance), currency, lira, rates),
  )
  return worth
    .reduce((sum, each) => sum.plus(each), decimal(0))
    .toFixed(6)
    .endsWith('5000')
}

const owing = (overdue: number, balance = overdue) => ({ TRY: { balance, overdue } })

describe('what to pay so that the order fits', () => {
  test.each<[string, string, RiskMode, string, Debts, object | null]>([
    ['it fits', '1000', 'order', '600', owing(400), []],
    ['one kuruş too much', '1000', 'order', '600.01', owing(400), [{ value: '0.01', currency: 'TRY' }]],
    ['nothing is left', '1000', 'order', '600', owing(4000), [{ value: '3600.00', currency: 'TRY' }]],
    ['an order above the limit itself', '1000', 'order', '1000.01', owing(400), null],
    ['an order above the limit without debts', '1000', 'order', '1200', owing(0), null],
    ['debt and open orders', '1000', 'balance', '600', owing(0, 700), [{ value: '300.00', currency: 'TRY' }]],
    ['a credit may be left', '1000', 'balance', '5000', owing(0, 700), [{ value: '4700.00', currency: 'TRY' }]],
    ['a closed account', '1', 'order', '10', owing(0), null],
  ])('%s', (_, riskLimit, mode, total, debts, sums) => {
    expect(advise(riskLimit, mode, total, debts)).toEqual(sums)
  })

  test('overdue debts in other currencies are paid in their currency, after those in lira', () => {
    const debts = { TRY: { balance: 100, overdue: 100 }, USD: { balance: 50, overdue: 50 } }
    const overdue = 100 + 50 * 41.2537
    expect(advise('2500', 'order', '1000', debts)).toEqual([
      { value: '100.00', currency: 'TRY' },
      // 662.685 of 2,162.685 have to be paid; 562.685 at 41.2537, rounded up.
      { value: (Math.ceil(((overdue - 1500 - 100) / 41.2537) * 100) / 100).toFixed(2), currency: 'USD' },
    ])
  })

  test('paying it lets the order through, and a kuruş less does not', () => {
    const amount = fc.integer({ min: 0, max: 500_000 }).map((kurus) => kurus / 100)
    const debt = fc.record({ balance: amount, overdue: amount })
    fc.assert(
      fc.property(
        fc.record({ TRY: debt, USD: debt, EUR: debt }),
        fc.integer({ min: 200, max: 5_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.constantFrom<RiskMode>('order', 'balance'),
        amount,
        (debts, limitKurus, totalKurus, mode, openOrders) => {
          const riskLimit = (limitKurus / 100).toFixed(2)
          const total = (totalKurus / 100).toFixed(2)
          const sums = advise(riskLimit, mode, total, debts, openOrders)
          const fits = (paid: readonly { value: number | string; currency: string }[]) => {
            const left: Record<string, { balance: number; overdue: number }> = structuredClone(debts)
            for (const { value, currency } of paid) {
              const own = left[currency] ?? expect.fail('an account')
              own.balance -= Number(value)
              own.overdue = Math.max(0, own.overdue - Number(value))
            }
            return checkRiskLimit(limitFrom(riskLimit, mode, openOrders, left), decimal(total)) === null
          }
          if (sums === null) {
            // Not even paying everything helps.
            const all = Object.entries(debts).map(([currency, { overdue }]) => ({ value: overdue, currency }))
            expect(mode === 'order' && !fits(all)).toBe(true)
            return
          }
          expect(fits(sums)).toBe(true)
          const [only] = sums
          if (sums.length === 1 && only?.currency === lira && !(mode === 'balance' && isHalfKurus(debts))) {
            const less = decimal(only.value).minus('0.01')
            expect(fits([{ value: less.toFixed(2), currency: lira }])).toBe(false)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })
})
