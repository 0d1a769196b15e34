import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dealerPrice, derivedUnitPrice, discountBadge, isListPriceShown, shownPrice } from './price.ts'

const rates = { TRY: 1, USD: '41.2', EUR: 48, GBP: null, JPY: 0 }
const view = (currency = 'TRY', withTax = false) => ({ currency, rates, withTax })
const lira = (value: number | string) => ({ value, currency: 'TRY' })

describe('price = amount × rate ratio × (100 + profit)/100 × (100 + tax)/100', () => {
  test.each([
    ['as it is', lira('10.5'), view(), { taxRate: 20 }, '10.5'],
    ['with tax', lira(100), view('TRY', true), { taxRate: 20 }, '120'],
    ['with 18.5 % tax', lira(100), view('TRY', true), { taxRate: 18.5 }, '118.5'],
    ['with profit', lira(100), view(), { taxRate: 20, profit: 10 }, '110'],
    ['a discount is a negative profit', lira(100), view(), { taxRate: 20, profit: -10 }, '90'],
    ['profit, then tax', lira(100), view('TRY', true), { taxRate: 20, profit: 10 }, '132'],
    ['dollars in lira', { value: 10, currency: 'USD' }, view(), { taxRate: 20 }, '412'],
    ['lira in euro', lira(96), view('EUR'), { taxRate: 20 }, '2'],
    ['dollars in euro with tax', { value: 48, currency: 'USD' }, view('EUR', true), { taxRate: 10 }, '45.32'],
    ['TL is lira', { value: 7, currency: 'TL' }, view(), { taxRate: 0 }, '7'],
    ['no rate', { value: 7, currency: 'GBP' }, view(), { taxRate: 0 }, '0'],
    ['rate 0', { value: 7, currency: 'JPY' }, view(), { taxRate: 0 }, '0'],
    ['unknown currency', { value: 7, currency: 'CHF' }, view(), { taxRate: 0 }, '0'],
  ])('%s', (_, amount, seen, terms, price) => {
    expect(shownPrice(amount, seen, terms).toString()).toBe(price)
  })

  test.each([
    [true, undefined, '120'],
    [true, true, '120'],
    [true, false, '100'],
    [false, true, '100'],
    [false, false, '100'],
  ])('setting %s and flag %s: %s', (setting, withTax, price) => {
    const terms = withTax === undefined ? { taxRate: 20 } : { taxRate: 20, withTax }
    expect(shownPrice(lira(100), view('TRY', setting), terms).toString()).toBe(price)
  })

  test('does not round, and multiplies before it divides', () => {
    expect(shownPrice(lira('0.0375'), view('TRY', true), { taxRate: 20 }).toString()).toBe('0.045')
    const thirds = { currency: 'EUR', rates: { USD: 1, EUR: 3 }, withTax: true }
    expect(shownPrice({ value: '0.0125', currency: 'USD' }, thirds, { taxRate: 20 }).toString()).toBe('0.005')
  })
})

describe('list price and discount badge', () => {
  test.each([
    [lira(100), lira(75), true, 25],
    [lira(100), lira('66.6667'), true, 33],
    [lira(200), lira(99), true, 51],
    [lira(200), lira(101), true, 50],
    [lira(100), lira('99.9'), true, 0],
    [lira(100), lira(100), false, null],
    [lira(90), lira(100), false, null],
    [lira(100), lira(0), true, 100],
    [undefined, lira(10), false, null],
    [{ value: 10, currency: 'USD' }, lira(206), true, 50],
    [{ value: 5, currency: 'USD' }, lira(206), false, null],
    [{ value: 10, currency: 'GBP' }, lira(1), false, null],
    [lira(100), { value: 10, currency: 'JPY' }, true, 100],
    [{ value: 10, currency: 'USD' }, { value: 10, currency: 'EUR' }, false, null],
    [{ value: 10, currency: 'EUR' }, { value: 10, currency: 'USD' }, true, 14],
  ])('list %j, sale %j', (list, sale, isShown, badge) => {
    expect(isListPriceShown(list, sale, view())).toBe(isShown)
    expect(discountBadge(list, sale, view())).toBe(badge)
  })

  test.each([
    [lira(200), lira(125), 38],
    [lira(200), lira(127), 37],
    [lira(200), lira('124.98'), 38],
    [lira(200), lira('125.02'), 37],
    [lira(1000), lira(995), 1],
    [lira(1000), lira('995.01'), 0],
  ])('rounds half a percent up: list %j, sale %j is %i', (list, sale, badge) => {
    expect(discountBadge(list, sale, view())).toBe(badge)
  })

  test.each(['TRY', 'USD', 'EUR'])('rounds an exact half up when prices are shown in %s', (currency) => {
    const terms = { currency, rates: { USD: '0.00004591', EUR: '3.0483' }, withTax: false }
    expect(discountBadge(lira('6.4'), lira(4), terms)).toBe(38)
    expect(discountBadge(lira('7.6'), lira(4.75), terms)).toBe(38)
  })

  test('compares list and sale price after conversion, not by their figures', () => {
    const list = { value: 12, currency: 'USD' }
    const sale = { value: 500, currency: 'TRY' }
    expect(isListPriceShown(list, sale, view('TRY'))).toBe(false)
    expect(isListPriceShown({ ...list, value: '12.14' }, sale, view('EUR'))).toBe(true)
  })

  test('shows a badge only with a visible list price, from 0 to 100', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 }).map((n) => lira(n / 100))
    fc.assert(
      fc.property(cents, cents, (list, sale) => {
        const badge = discountBadge(list, sale, view())
        expect(badge !== null).toBe(list.value > sale.value)
        expect(badge === null || (badge >= 0 && badge <= 100)).toBe(true)
      }),
    )
  })
})

test.each([
  ['100', 0, '100'],
  ['100', '12.5', '87.5'],
  ['0.0001', 50, '0.0001'],
  ['19.9999', '33.333', '13.3333'],
  ['10', 100, '0'],
])('dealerPrice of %s with %s %% discount is %s', (value, discount, price) => {
  expect(dealerPrice({ value, currency: 'USD' }, discount)).toEqual({ value: price, currency: 'USD' })
})

test.each([
  ['2.5', 12, 1, '30'],
  ['30', 1, 12, '2.5'],
  ['10', 100, 3, '333.3333'],
  ['20', 1, 3, '6.6667'],
  ['5', '0.5', 1, '2.5'],
])('derivedUnitPrice of %s for %s units instead of %s is %s', (base, multiplier, baseMultiplier, price) => {
  const derived = derivedUnitPrice({ value: base, currency: 'EUR' }, multiplier, baseMultiplier)
  expect(derived).toEqual({ value: price, currency: 'EUR' })
})
