import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cartTotals, hasPrice, heldBaseUnits, lineAmount, type PricedLine, priceUnderPlan } from './cart.ts'

const rates = { TRY: 1, USD: '40', EUR: '50', GBP: null }
const plain = (lines: PricedLine[], currency = 'TRY', used: Record<string, string | number | null> = rates) => {
  const { subtotal, tax, total, totalTry } = cartTotals(lines, currency, used)
  return [subtotal, tax, total, totalTry].map(String)
}
const line = (value: string, quantity: number, taxRate: number, currency = 'TRY'): PricedLine => ({
  price: { value, currency },
  quantity,
  taxRate,
})

describe('cartTotals', () => {
  test.each([
    ['an empty cart', [], 'TRY', ['0', '0', '0', '0']],
    ['one line', [line('10.50', 3, 20)], 'TRY', ['31.5', '6.3', '37.8', '37.8']],
    ['two tax rates', [line('100', 1, 20), line('50', 2, 10)], 'TRY', ['200', '30', '230', '230']],
    ['dollars in lira', [line('2', 1, 20, 'USD')], 'TRY', ['80', '16', '96', '96']],
    ['two currencies in euro', [line('10', 1, 20, 'USD'), line('100', 1, 20)], 'EUR', ['10', '2', '12', '600']],
    ['TL is lira', [line('10', 1, 0, 'TL')], 'TRY', ['10', '0', '10', '10']],
    ['without a rate it counts as 0', [line('10', 1, 20, 'GBP'), line('1', 1, 20)], 'TRY', ['1', '0.2', '1.2', '1.2']],
  ] as [string, PricedLine[], string, string[]][])('%s', (_, lines, currency, totals) => {
    expect(plain(lines, currency)).toEqual(totals)
  })

  test('rounds each sum, not the lines', () => {
    expect(plain([line('0.004', 1, 0), line('0.004', 1, 0)])).toEqual(['0.01', '0', '0.01', '0.01'])
    expect(plain([line('0.005', 1, 100)])).toEqual(['0.01', '0.01', '0.02', '0.02'])
    expect(plain([line('0.004', 1, 50)])).toEqual(['0', '0', '0', '0'])
  })

  test('multiplies before it divides, so that thirds do not lose half a kuruş', () => {
    const thirds = { USD: 1, EUR: 3 }
    expect(plain([line('0.025', 3, 0, 'USD')], 'EUR', thirds).slice(0, 1)).toEqual(['0.03'])
    expect(plain([line('0.1', 1, 15, 'USD')], 'EUR', thirds).slice(1, 2)).toEqual(['0.01'])
  })

  test('calculates the lira total from the lines, so that it is the same in every displayed currency', () => {
    const used = { USD: '41.2537', EUR: '48.0911' }
    const lines = [line('1.07', 1, 20, 'USD'), line('0.85', 1, 10, 'EUR'), line('27.46', 1, 20)]
    const totals = ['TRY', 'USD', 'EUR'].map((currency) => plain(lines, currency, used))
    expect(totals.map(([, , , totalTry]) => totalTry)).toEqual(['130.89', '130.89', '130.89'])
    // Converting the displayed totals would give 131.19 and 130.81.
    expect(totals.map(([, , total]) => total)).toEqual(['130.89', '3.18', '2.72'])
  })

  test('applies profit percentages to the price', () => {
    expect(plain([{ ...line('100', 2, 20), profit: 10 }])).toEqual(['220', '44', '264', '264'])
    expect(plain([{ ...line('100', 2, 20), profit: '-12.5' }])).toEqual(['175', '35', '210', '210'])
    expect(lineAmount({ ...line('3', 1, 0, 'USD'), profit: -100 }, 'TRY', rates).toString()).toBe('0')
  })
})

/** An exact fraction of integers. */
type Fraction = { over: bigint; under: bigint }
const multiply = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under })
const add = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})
const of = (over: number, under = 1): Fraction => ({ over: BigInt(over), under: BigInt(under) })
/** Hundredths, half away from zero; amounts here are never negative. */
const hundredths = ({ over, under }: Fraction): bigint => (over * 200n + under) / (under * 2n)
/** So close to a half that a quotient of 34 digits cannot decide the side. */
const isNearHalf = ({ over, under }: Fraction): boolean => {
  const rest = (over * 200n + under) % (under * 2n)
  const distance = rest < under ? rest : under * 2n - rest
  return distance * 10n ** 20n < under
}
const text = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`

const anyLine = fc.record({
  tenThousandths: fc.integer({ min: 0, max: 2_000_000_000 }),
  code: fc.constantFrom('TRY', 'USD', 'EUR'),
  quantity: fc.integer({ min: 1, max: 1_000_000 }),
  taxHundredths: fc.integer({ min: 0, max: 10_000 }),
  profitHundredths: fc.integer({ min: -10_000, max: 100_000 }),
})
type AnyLine = typeof anyLine extends fc.Arbitrary<infer Line> ? Line : never
// In hundred-millionths of a lira, the precision of the database.
const anyRates = fc.record({
  TRY: fc.constant(100_000_000),
  USD: fc.integer({ min: 1, max: 2_000_000_000 }),
  EUR: fc.integer({ min: 1, max: 2_000_000_000 }),
})
type Currency = AnyLine['code']

function exactTotals(lines: AnyLine[], currency: Currency, rate: Record<Currency, number>) {
  let [subtotal, tax] = [of(0), of(0)]
  for (const line of lines) {
    const price = multiply(of(line.tenThousandths, 10_000), of(rate[line.code], rate[currency]))
    const amount = multiply(price, multiply(of(line.quantity), of(10_000 + line.profitHundredths, 10_000)))
    subtotal = add(subtotal, amount)
    tax = add(tax, multiply(amount, of(line.taxHundredths, 10_000)))
  }
  return { subtotal, tax, total: { over: hundredths(subtotal) + hundredths(tax), under: 100n } }
}

const asWritten = (line: AnyLine): PricedLine => ({
  price: { value: (line.tenThousandths / 10_000).toFixed(4), currency: line.code },
  quantity: line.quantity,
  taxRate: (line.taxHundredths / 100).toFixed(2),
  profit: (line.profitHundredths / 100).toFixed(2),
})

test.each(['TRY', 'USD', 'EUR'] as const)('agrees with exact fractions in %s', (currency) => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 8 }), anyRates, (lines, rate) => {
      const { subtotal, tax, total } = exactTotals(lines, currency, rate)
      const inLira = exactTotals(lines, 'TRY', rate)
      fc.pre([subtotal, tax].every((sum) => currency === 'TRY' || !isNearHalf(sum)))
      const rates = { USD: (rate.USD / 1e8).toFixed(8), EUR: (rate.EUR / 1e8).toFixed(8) }
      const totals = cartTotals(lines.map(asWritten), currency, rates)
      expect({
        subtotal: totals.subtotal.toFixed(2),
        tax: totals.tax.toFixed(2),
        total: totals.total.toFixed(2),
        totalTry: totals.totalTry.toFixed(2),
      }).toEqual({
        subtotal: text(hundredths(subtotal)),
        tax: text(hundredths(tax)),
        total: text(hundredths(total)),
        totalTry: text(hundredths(inLira.total)),
      })
    }),
    { numRuns: 200 },
  )
})

test.each([
  [{ value: '1', currency: 'TRY' }, 'TRY', true],
  [{ value: '0.0001', currency: 'USD' }, 'TRY', true],
  [{ value: 1, currency: 'USD' }, 'EUR', true],
  [{ value: 0, currency: 'TRY' }, 'TRY', false],
  [{ value: 1, currency: 'GBP' }, 'TRY', false],
  [{ value: 1, currency: 'TRY' }, 'GBP', false],
  // The lira total of an order could not be computed.
  [{ value: 1, currency: 'GBP' }, 'GBP', false],
  [undefined, 'TRY', false],
])('hasPrice of %j in %s: %s', (price, currency, is) => {
  expect(hasPrice(price, currency, rates)).toBe(is)
})

test("priceUnderPlan uses the plan's price unless it is 0, has no rate or is missing", () => {
  const sale = { value: 100, currency: 'TRY' }
  const under = (plan: PricedLine['price'] | undefined) => priceUnderPlan(sale, plan, 'TRY', rates)?.value
  expect(under({ value: 3, currency: 'USD' })).toBe(3)
  for (const plan of [{ value: 0, currency: 'TRY' }, { value: 90, currency: 'GBP' }, undefined]) {
    expect(under(plan)).toBe(100)
  }
})

test('priceUnderPlan keeps a price on request on request', () => {
  const plan = { value: 90, currency: 'TRY' }
  expect(priceUnderPlan({ value: 0, currency: 'TRY' }, plan, 'TRY', rates)?.value).toBe(0)
})

test('heldBaseUnits sums the base units of the lines', () => {
  const lines = [
    { id: 1, unitId: 10, quantity: 3, multiplier: 1 },
    { id: 2, unitId: 11, quantity: 2, multiplier: '12.5' },
  ]
  expect(heldBaseUnits(lines).toString()).toBe('28')
  expect(heldBaseUnits(lines, 2).toString()).toBe('3')
  expect(heldBaseUnits([]).toString()).toBe('0')
})
