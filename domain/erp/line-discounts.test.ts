import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import type { PriceStep } from '#domain/pricing/price-steps.ts'
import { lineDiscounts, type PricedOrderLine } from './line-discounts.ts'

const rule = { id: 1, name: 'Kural' }
const list = (value: string, currency = 'TRY'): PriceStep => ({ kind: 'list', value, currency })
const line = (part: Partial<PricedOrderLine>): PricedOrderLine => ({
  ...{ steps: null, price: '10', priceCurrency: 'TRY', currency: 'TRY', amount: '100.00', quantity: 10 },
  ...part,
})

test('the list price, general discount and chain of the documentation, with amounts that add up', () => {
  const steps: PriceStep[] = [
    list('100'),
    { kind: 'discount', chain: '20', value: '80', currency: 'TRY' },
    { kind: 'chain', chain: '10+5+3', rule, value: '66.348', currency: 'TRY' },
  ]
  expect(lineDiscounts(line({ steps, price: '66.348', quantity: 10, amount: '663.48' }))).toEqual({
    listPrice: '100',
    grossAmount: '1000.00',
    discounts: [
      { rate: '20', amount: '200.00' },
      { rate: '10', amount: '80.00' },
      { rate: '5', amount: '36.00' },
      { rate: '3', amount: '20.52' },
    ],
    ratedPrice: '100',
    rates: ['20', '10', '5', '3'],
  })
})

test('a fixed price takes the place of what was before it', () => {
  const steps: PriceStep[] = [
    list('100'),
    { kind: 'agreement', fixed: { value: '50', currency: 'TRY' }, rule, value: '50', currency: 'TRY' },
    { kind: 'campaign', chain: '10', value: '45', currency: 'TRY' },
  ]
  expect(lineDiscounts(line({ steps, price: '45', quantity: 2, amount: '90.00' }))).toMatchObject({
    listPrice: '50',
    discounts: [{ rate: '10', amount: '10.00' }],
  })
})

const floor: PriceStep = { kind: 'floor', rule, fixed: null, chain: '30', value: '70', currency: 'TRY' }
const discount: PriceStep = { kind: 'discount', chain: '50', value: '50', currency: 'TRY' }
test.each<[string, Partial<PricedOrderLine>]>([
  ['without steps', { steps: null }],
  ['from a floor', { steps: [list('100'), discount, floor], price: '70', quantity: 1, amount: '70.00' }],
  ['that was changed since', { steps: [list('100'), discount], price: '49', quantity: 1, amount: '49.00' }],
  [
    'in another currency',
    { steps: [list('100', 'USD'), { ...discount, currency: 'USD' }], price: '50', priceCurrency: 'USD' },
  ],
])('a price %s has no discounts, and the net price as list price', (_what, part) => {
  const given = line(part)
  const net = decimal(given.amount).dividedBy(given.quantity).toString()
  const none = { listPrice: net, discounts: [], ratedPrice: net, rates: [] }
  expect(lineDiscounts(given)).toEqual({ ...none, grossAmount: given.amount })
})

test('amounts always add up, and rates lead to the amount where they are given, also if each discount is rounded', () => {
  const rate = fc.integer({ min: 1, max: 9999 }).map((hundredths) => decimal(hundredths).dividedBy(100).toString())
  const seen = { exact: 0, other: 0 }
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.array(rate, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 5_000 }),
      (units, rates, quantity) => {
        const start = decimal(units).dividedBy(10_000)
        let value = start
        const steps: PriceStep[] = [list(start.toString())]
        for (const chain of rates) {
          value = value.times(decimal(100).minus(chain)).dividedBy(100).toDecimalPlaces(4)
          steps.push({ kind: 'chain', chain, rule, value: value.toString(), currency: 'TRY' })
        }
        const amount = value.times(quantity).toDecimalPlaces(2)
        const found = lineDiscounts(line({ steps, price: value.toString(), amount: amount.toFixed(2), quantity }))
        const sum = found.discounts.reduce((left, { amount: taken }) => left.minus(taken), decimal(found.grossAmount))
        expect(sum.toFixed(2)).toBe(amount.toFixed(2))
        expect(found.discounts.every(({ amount: taken }) => !decimal(taken).isNegative())).toBe(true)
        const byRates = found.rates.reduce(
          (left, each) => left.times(decimal(100).minus(each)).dividedBy(100),
          decimal(found.ratedPrice).times(quantity),
        )
        expect(byRates.toDecimalPlaces(2).toFixed(2)).toBe(amount.toFixed(2))
        const byRoundedRates = found.rates.reduce(
          (left, each) => left.minus(left.times(each).dividedBy(100).toDecimalPlaces(2)),
          decimal(found.ratedPrice).times(quantity).toDecimalPlaces(2),
        )
        expect(byRoundedRates.toFixed(2)).toBe(amount.toFixed(2))
        seen[found.rates.length > 0 ? 'exact' : 'other'] += 1
      },
    ),
  )
  expect(seen.exact).toBeGreaterThan(0)
  expect(seen.other).toBeGreaterThan(0)
})
