import { Decimal as Reference } from 'decimal.js'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type Decimal, decimal } from './decimal.ts'

/** How many generated cases are compared with decimal.js; DECIMAL_CASES=1000000 is the long run. */
const cases = Number(process.env['DECIMAL_CASES'] ?? 20_000)
const timeout = 120_000 + cases

const ReferenceDecimal = Reference.clone({
  precision: 34,
  rounding: Reference.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
})

/** The program's calculations, bound to one implementation of decimals. */
async function loadCalculations() {
  vi.resetModules()
  const [money, rates, price, cart, offer, payment, stock, format] = await Promise.all([
    import('./money.ts'),
    import('./exchange-rate.ts'),
    import('#domain/pricing/price.ts'),
    import('#domain/cart/cart.ts'),
    import('#domain/orders/offer.ts'),
    import('#domain/payments/payment.ts'),
    import('#domain/stock/stock.ts'),
    import('#domain/text/format.ts'),
  ])
  return { ...money, ...rates, ...price, ...cart, ...offer, ...payment, ...stock, ...format }
}

type Calculations = Awaited<ReturnType<typeof loadCalculations>>

const own = await loadCalculations()
vi.doMock('./decimal.ts', () => ({ decimal: (value: number | string) => new ReferenceDecimal(value) }))
const reference = await loadCalculations()

afterAll(() => {
  vi.doUnmock('./decimal.ts')
  vi.resetModules()
})

/** Numbers from 0 up to the limit, the same in each run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Digits with more zeros, fives and nines than chance gives, so that many values lie on or near a rounding border. */
function drawDigits(random: (limit: number) => number, count: number): string {
  return Array.from({ length: count }, () => (random(2) === 0 ? '0459'[random(4)] : random(10))).join('')
}

function drawNumber(random: (limit: number) => number, maxWhole: number, maxPlaces: number): string {
  const fraction = drawDigits(random, random(maxPlaces + 1))
  return `${drawDigits(random, 1 + random(maxWhole))}${fraction === '' ? '' : `.${fraction}`}`
}

const orZero = (text: string, fallback: string) => (/[1-9]/.test(text) ? text : fallback)

function compareOperations(a: string, b: string, places: number, create: (value: string) => Decimal): string[] {
  const [x, y] = [create(a), create(b)]
  const results = [
    x.plus(b),
    x.minus(y),
    x.times(b),
    ...(y.isZero() ? [] : [x.dividedBy(y), x.times(places).dividedBy(b).plus(x)]),
    x.negated(),
    x.abs(),
    x.floor(),
    x.ceil(),
    x.toDecimalPlaces(places),
    x.toFixed(places),
    x.toFixed(),
    x.toNumber(),
    x.decimalPlaces(),
    x.isInteger(),
    x.isZero(),
    x.comparedTo(y),
    x.equals(b),
    x.greaterThan(y),
    x.greaterThanOrEqualTo(b),
    x.lessThan(y),
    x.lessThanOrEqualTo(b),
  ]
  return results.map(String)
}

describe('decimal', () => {
  test('gives the same results as decimal.js with 34 digits', { timeout }, () => {
    const random = createRandom(1)
    for (let i = 0; i < cases; i++) {
      const digits = random(4) === 0 ? 30 : 9
      const draw = () => `${random(4) === 0 ? '-' : ''}${drawNumber(random, digits, digits)}`
      const [a, b, places] = [draw(), draw(), random(6)]
      const results = compareOperations(a, b, places, decimal)
      const expected = compareOperations(a, b, places, (value) => new ReferenceDecimal(value) as unknown as Decimal)
      if (results.join() !== expected.join())
        expect({ a, b, places, results }).toEqual({ a, b, places, results: expected })
    }
  })

  test.each([
    ['1e3', '1000'],
    ['1.5E-7', '0.00000015'],
    ['+7', '7'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-0.10', '-0.1'],
    [1e21, '1000000000000000000000'],
    [-0, '0'],
    [0.1, '0.1'],
  ])('reads %s as %s', (value, text) => {
    expect(decimal(value).toString()).toBe(text)
  })

  test.each(['', '.', '-', '1,5', ' 1', '0x10', '1e401', 'NaN', Number.NaN, Number.POSITIVE_INFINITY])(
    'rejects %s',
    (value) => {
      expect(() => decimal(value)).toThrow(RangeError)
    },
  )

  test('becomes a string in JSON', () => {
    expect(JSON.stringify({ amount: decimal('12.50') })).toBe('{"amount":"12.5"}')
  })

  test('rejects a division by zero', () => {
    expect(() => decimal(1).dividedBy('0.00')).toThrow(RangeError)
  })
})

/** Results of every calculation of prices, carts, offers, payments and stock for one generated case. */
function calculate(run: Calculations, seed: number): unknown {
  const random = createRandom(seed)
  const amount = () => drawNumber(random, random(8) === 0 ? 14 : 6, 4)
  const rate = () => [drawNumber(random, 3, 8), `0.0000${drawDigits(random, 4)}`, null, 0][Math.min(3, random(16) >> 2)]
  const currency = () => ['TRY', 'TL', 'USD', 'EUR'][random(4)] ?? 'TRY'
  const percent = () => drawNumber(random, 2, 3)
  const rates = { USD: rate() ?? null, EUR: rate() ?? null }
  const [price, list] = [
    { value: amount(), currency: currency() },
    { value: amount(), currency: currency() },
  ]
  const view = { currency: currency(), rates, withTax: random(2) === 0 }
  const multiplier = orZero(drawNumber(random, 3, 3), '1')
  const lines = Array.from({ length: 1 + random(3) }, () => ({
    price: { value: amount(), currency: currency() },
    quantity: random(1000),
    taxRate: percent(),
    ...(random(2) === 0 && { profit: `${random(2) === 0 ? '-' : ''}${percent()}` }),
  }))
  const totals = run.cartTotals(lines, view.currency, rates)
  const charge = run.chargeOf(amount(), percent())
  const rule = { stockInfoStatus: random(5), cartStockControl: false }
  return [
    run.convert(price, view.currency, rates),
    run.exchange(run.decimal(price.value).times(multiplier), price.currency, view.currency, rates),
    run.roundMoney(run.convert(list, view.currency, rates)),
    run.shownPrice(price, view, { taxRate: random(40), profit: random(50) }),
    run.isListPriceShown(list, price, view),
    run.discountBadge(list, price, view),
    run.dealerPrice(price, percent()).value,
    run.derivedUnitPrice(price, multiplier, orZero(drawNumber(random, 2, 3), '12')).value,
    run.customerPrice(price, `-${percent()}`, view.currency, rates),
    totals.subtotal,
    totals.tax.toFixed(2),
    totals.total,
    totals.totalTry,
    charge.base,
    charge.fee,
    charge.total.toFixed(2),
    run.monthlyAmounts(charge.total, 1 + random(12)),
    run.ratePerUnit(run.decimal(amount()), 1 + random(100)),
    run.checkRate(run.decimal(amount()), rates.USD),
    run.largestQuantity(multiplier, random(100), amount(), rule),
    run.formatsOf('tr').formatMoney(`${random(4) === 0 ? '-' : ''}${amount()}`, view.currency),
  ].map(String)
}

test('prices, totals, charges and rates are the same as with decimal.js', { timeout }, () => {
  expect(reference.decimal(1)).toBeInstanceOf(ReferenceDecimal)
  for (let seed = 1; seed <= cases; seed++) {
    const results = calculate(own, seed)
    const expected = calculate(reference, seed)
    if (String(results) !== String(expected)) expect({ seed, results }).toEqual({ seed, results: expected })
  }
})
