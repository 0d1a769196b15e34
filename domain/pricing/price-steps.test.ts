import { describe, expect, test } from 'vitest'
import { makeRule } from '#testing/price-oracle/make-rule.ts'
import type { ChosenRules, PriceRule } from './price-rule.ts'
import { listSteps, movesOf, type PriceStep, priceOf, stepsFrom, type UnitRatio } from './price-steps.ts'
import { unitPriceSteps } from './unit-price.ts'

const rates = { USD: '40', EUR: '50', GBP: null, JPY: '0' }
const one: UnitRatio = { multiplier: 1, defaultMultiplier: 1 }
const lira = (value: string) => ({ value, currency: 'TRY' })
const dollars = (value: string) => ({ value, currency: 'USD' })

type Terms = {
  list?: { value: string; currency: string } | undefined
  discount?: string
  campaign?: string
  ratio?: UnitRatio
  isOwn?: boolean
}
type Rules = Partial<Record<keyof ChosenRules, Partial<PriceRule>>>

function steps(rules: Rules, terms: Terms = {}): PriceStep[] {
  const { list = lira('100'), discount = '0', campaign = null, ratio = one, isOwn = true } = terms
  const chosen = Object.entries(rules).map(([kind, rule]) => {
    return [kind, makeRule({ kind: kind as keyof ChosenRules, ...rule })]
  })
  const kept = 'list' in terms ? terms.list : list
  return unitPriceSteps(kept, { ...ratio, isOwn, discount, campaign, rules: Object.fromEntries(chosen), rates })
}

const price = (rules: Rules, terms?: Terms) => priceOf(steps(rules, terms))
const value = (rules: Rules, terms?: Terms) => price(rules, terms)?.value
const kinds = (rules: Rules, terms?: Terms) => steps(rules, terms).map(({ kind }) => kind)

describe('order', () => {
  test('list, general discount, agreement, chain, tier, campaign, floor: each step continues the one before', () => {
    const all = steps(
      {
        agreement: { id: 1, chain: '10', keepsDiscount: true },
        chain: { id: 2, chain: '10+5+3' },
        tier: { id: 3, chain: '2', minQuantity: '10' },
        floor: { id: 4, chain: '40' },
      },
      { discount: '20', campaign: '5', ratio: { multiplier: 12, defaultMultiplier: 1 }, isOwn: false },
    )
    expect(all).toEqual([
      { kind: 'list', ...lira('100') },
      { kind: 'unit', multiplier: '12', defaultMultiplier: '1', ...lira('1200') },
      { kind: 'discount', chain: '20', ...lira('960') },
      { kind: 'agreement', chain: '10', rule: { id: 1, name: 'Kural 1' }, ...lira('864') },
      { kind: 'chain', chain: '10+5+3', rule: { id: 2, name: 'Kural 2' }, ...lira('716.5584') },
      { kind: 'tier', chain: '2', rule: { id: 3, name: 'Kural 3' }, ...lira('702.2272') },
      { kind: 'campaign', chain: '5', ...lira('667.1158') },
      { kind: 'floor', chain: '40', fixed: null, rule: { id: 4, name: 'Kural 4' }, ...lira('720') },
    ])
  })

  test('a shop without rules has list price, general discount and campaign', () => {
    expect(kinds({}, { discount: '12.5', campaign: '10' })).toEqual(['list', 'discount', 'campaign'])
    expect(value({}, { discount: '12.5', campaign: '10' })).toBe('78.75')
  })

  test('what takes nothing off is no step', () => {
    expect(kinds({}, { discount: '0' })).toEqual(['list'])
    expect(kinds({}, { discount: '0.000' })).toEqual(['list'])
  })
})

describe('general discount', () => {
  test.each([
    ['applies without an agreement', {}, '80'],
    ['applies before a chain', { chain: { chain: '10' } }, '72'],
    ['applies before a tier', { tier: { chain: '10' } }, '72'],
    ['is replaced by an agreement in percent', { agreement: { chain: '10' } }, '90'],
    ['is kept by an agreement that keeps it', { agreement: { chain: '10', keepsDiscount: true } }, '72'],
    ['is replaced by a fixed price', { agreement: { fixed: lira('90') } }, '90'],
    [
      'is replaced by a fixed price, which cannot keep it',
      { agreement: { fixed: lira('90'), keepsDiscount: true } },
      '90',
    ],
    ['is replaced by a fixed price of a tier', { tier: { fixed: lira('95') } }, '95'],
  ] satisfies [string, Rules, string][])('%s', (_, rules, expected) => {
    expect(value(rules, { discount: '20' })).toBe(expected)
  })
})

describe('rounding', () => {
  test.each([
    ['rounds a chain once', { chain: { chain: '50+50+50' } }, '0.0003', '0'],
    ['rounds half away from zero', { chain: { chain: '50' } }, '0.0001', '0.0001'],
    ['rounds below a half down', { chain: { chain: '51' } }, '0.0001', '0'],
    // 0.00025 is 0.0003, and half of it 0.0002.
    ['rounds after each step', { agreement: { chain: '50' }, chain: { chain: '50' } }, '0.0005', '0.0002'],
    ['rounds the same discounts in one chain once', { agreement: { chain: '50+50' } }, '0.0005', '0.0001'],
  ] satisfies [string, Rules, string, string][])('%s', (_, rules, list, expected) => {
    expect(value(rules, { list: lira(list) })).toBe(expected)
  })
})

describe('fixed prices', () => {
  const box = { multiplier: '12', defaultMultiplier: '1' }
  test.each([
    ['count for one default unit', { fixed: lira('8') }, one, lira('8')],
    ['count for other units by the multipliers', { fixed: lira('8') }, box, lira('96')],
    [
      'count for parts of a default unit',
      { fixed: lira('8') },
      { multiplier: '0.25', defaultMultiplier: '1' },
      lira('2'),
    ],
    [
      'count for the ratio where the default unit is not the base unit',
      { fixed: lira('8') },
      { multiplier: '2.5', defaultMultiplier: '4' },
      lira('5'),
    ],
    [
      'are rounded to four decimals for another unit',
      { fixed: lira('1') },
      { multiplier: '2', defaultMultiplier: '3' },
      lira('0.6667'),
    ],
    ['count for one of the rule’s own unit', { fixed: lira('90'), unit: 'KOLİ' }, box, lira('90')],
    ['have a currency of their own', { fixed: dollars('3') }, box, dollars('36')],
    [
      'stay in a currency without a rate',
      { fixed: { value: '3', currency: 'GBP' } },
      one,
      { value: '3', currency: 'GBP' },
    ],
    ['may exceed the list price', { fixed: lira('150') }, one, lira('150')],
  ] satisfies [string, Partial<PriceRule>, UnitRatio, object][])('%s', (_, rule, ratio, expected) => {
    expect(price({ agreement: rule }, { ratio, discount: '20' })).toEqual(expected)
    expect(price({ tier: { ...rule, minQuantity: '2' } }, { ratio, discount: '20' })).toEqual(expected)
  })

  test('later percentages reduce it', () => {
    const rules = { agreement: { fixed: dollars('10') }, chain: { chain: '10' }, tier: { chain: '5' } }
    expect(price(rules, { campaign: '50' })).toEqual(dollars('4.275'))
  })

  test('a fixed tier takes the place of everything before it', () => {
    expect(value({ agreement: { chain: '10' }, chain: { chain: '10' }, tier: { fixed: lira('70') } })).toBe('70')
  })
})

describe('a product on request', () => {
  test.each([
    ['without a price', undefined],
    ['with a price of 0', lira('0')],
  ])('%s stays so under percentages and floors', (_, list) => {
    const percentages = { agreement: { chain: '10' }, chain: { chain: '10' }, tier: { chain: '5' } }
    expect(steps({ ...percentages, floor: { fixed: lira('50') } }, { list, discount: '20', campaign: '5' })).toEqual([])
  })

  test.each([
    ['an agreement', { agreement: { fixed: lira('50') } }, ['agreement', 'campaign'], '45'],
    [
      'a tier, whose percentages before have no effect',
      { agreement: { chain: '10' }, chain: { chain: '10' }, tier: { fixed: lira('50') } },
      ['tier', 'campaign'],
      '45',
    ],
    [
      'an agreement before a chain',
      { agreement: { fixed: lira('50') }, chain: { chain: '10' } },
      ['agreement', 'chain', 'campaign'],
      '40.5',
    ],
    [
      'an agreement, below a fixed floor',
      { agreement: { fixed: lira('50') }, floor: { fixed: lira('60') } },
      ['agreement', 'campaign', 'floor'],
      '60',
    ],
    [
      'an agreement: a floor in percent has no list price',
      { agreement: { fixed: lira('50') }, floor: { chain: '1' } },
      ['agreement', 'campaign'],
      '45',
    ],
  ] satisfies [string, Rules, string[], string][])(
    'starts with the fixed price of %s',
    (_, rules, expectedKinds, expected) => {
      const terms = { list: undefined, discount: '20', campaign: '10' }
      expect(kinds(rules, terms)).toEqual(expectedKinds)
      expect(value(rules, terms)).toBe(expected)
    },
  )

  test('a small unit whose price rounds to 0 is on request, and its floor has no limit', () => {
    const terms = { list: lira('0.0001'), ratio: { multiplier: '1', defaultMultiplier: '4' }, isOwn: false }
    expect(steps({}, terms)).toEqual([])
    expect(value({ tier: { fixed: lira('8') }, floor: { fixed: lira('40') } }, terms)).toBe('10')
  })
})

describe('a rule that stops', () => {
  const floor = { floor: { chain: '5' } }
  test.each([
    ['an agreement', { agreement: { chain: '20', stops: true } }, ['list', 'agreement']],
    ['a fixed agreement', { agreement: { fixed: lira('80'), stops: true } }, ['list', 'agreement']],
    ['a chain', { chain: { chain: '20', stops: true } }, ['list', 'discount', 'chain']],
    ['a tier', { tier: { chain: '20', stops: true } }, ['list', 'discount', 'tier']],
  ] satisfies [string, Rules, string[]][])('%s keeps the campaign away, but no floor', (_, rules, expected) => {
    const terms = { discount: '10', campaign: '50' }
    expect(kinds(rules, terms)).toEqual(expected)
    expect(kinds({ ...rules, ...floor }, terms)).toEqual([...expected, 'floor'])
    expect(value({ ...rules, ...floor }, terms)).toBe('95')
  })

  test('a floor stops nothing', () => {
    expect(kinds({ floor: { chain: '90', stops: true } }, { campaign: '5' })).toEqual(['list', 'campaign'])
  })
})

describe('floors', () => {
  const cheap = { agreement: { fixed: lira('50') } }
  test.each([
    ['raises a price below it', { fixed: lira('60') }, {}, lira('60')],
    ['leaves a price above it', { fixed: lira('40') }, {}, lira('50')],
    ['leaves a price that equals it', { fixed: lira('50') }, {}, lira('50')],
    ['in percent is what the greatest discount leaves of the list price', { chain: '30' }, {}, lira('70')],
    ['in percent leaves a price above it', { chain: '60' }, {}, lira('50')],
    ['in percent may be a chain', { chain: '10+5+3' }, {}, lira('82.935')],
    ['is no higher than the list price', { fixed: lira('120') }, {}, lira('100')],
    ['in another currency is converted', { fixed: dollars('1.5') }, {}, lira('60')],
    ['in another currency is no higher than the list price', { fixed: dollars('3') }, {}, lira('100')],
    ['in a currency without a rate has no effect', { fixed: { value: '60', currency: 'GBP' } }, {}, lira('50')],
    ['in a currency with a rate of 0 has no effect', { fixed: { value: '60', currency: 'JPY' } }, {}, lira('50')],
    ['compares TL with TRY', { fixed: { value: '60', currency: 'TL' } }, {}, lira('60')],
    ['in percent of a list price in another currency', { chain: '30' }, { list: dollars('2') }, lira('56')],
    ['is no higher than a list price in another currency', { fixed: lira('90') }, { list: dollars('2') }, lira('80')],
    [
      'in percent of a list price without a rate has no effect',
      { chain: '30' },
      { list: { value: '900', currency: 'GBP' } },
      lira('50'),
    ],
    [
      'is not limited by a list price without a rate',
      { fixed: lira('90') },
      { list: { value: '1', currency: 'GBP' } },
      lira('90'),
    ],
  ] satisfies [string, Partial<PriceRule>, Terms, object][])('%s', (_, floor, terms, expected) => {
    expect(price({ ...cheap, floor }, terms)).toEqual(expected)
  })

  test('in percent is rounded once, after the conversion', () => {
    // Half of 0.0003 dollars is 0.006 lira; rounded to 0.0002 dollars before, it would be 0.008.
    const rules = { agreement: { fixed: lira('0.0001') }, floor: { chain: '50' } }
    expect(price(rules, { list: dollars('0.0003') })).toEqual(lira('0.006'))
  })

  test.each([
    ['a fixed price above the list price stays under a higher floor', { fixed: lira('200') }, '150'],
    ['a fixed price above the list price stays under a floor in percent', { chain: '1' }, '150'],
  ])('%s', (_, floor, expected) => {
    expect(value({ agreement: { fixed: lira('150') }, floor })).toBe(expected)
  })

  test('works within a currency without a rate', () => {
    const pounds = (amount: string) => ({ value: amount, currency: 'GBP' })
    expect(price({ chain: { chain: '50' }, floor: { chain: '30' } }, { list: pounds('100') })).toEqual(pounds('70'))
    expect(price({ chain: { chain: '50' }, floor: { fixed: pounds('60') } }, { list: pounds('100') })).toEqual(
      pounds('60'),
    )
  })

  test('counts for other units by the multipliers, and for its own unit as it is', () => {
    const terms = {
      list: lira('10'),
      isOwn: false,
      ratio: { multiplier: '12', defaultMultiplier: '1' },
      discount: '50',
    }
    expect(value({ floor: { fixed: lira('8') } }, terms)).toBe('96')
    expect(value({ floor: { fixed: lira('80'), unit: 'KOLİ' } }, terms)).toBe('80')
    expect(value({ floor: { chain: '30' } }, terms)).toBe('84')
  })

  test('follows the campaign, and raises a price that a discount of 100 % leaves', () => {
    expect(value({ floor: { chain: '30' } }, { campaign: '90' })).toBe('70')
    expect(value({ floor: { chain: '30' } }, { discount: '100' })).toBe('70')
  })
})

describe('listSteps', () => {
  test.each([
    ['a price of its own', { multiplier: 12, defaultMultiplier: 1, isOwn: true }, ['10']],
    ['the price of the default unit', { multiplier: '1.000', defaultMultiplier: 1, isOwn: false }, ['10']],
    ['by the multiplier', { multiplier: '2.5', defaultMultiplier: 1, isOwn: false }, ['10', '25']],
    ['rounded to four decimals', { multiplier: '1', defaultMultiplier: '3', isOwn: false }, ['10', '3.3333']],
  ])('%s', (_, terms, values) => {
    expect(listSteps(dollars('10'), terms).map((step) => step.value)).toEqual(values)
  })
})

test('moves do not depend on the list price, so that one price of a product leads to those of other plans', () => {
  const rules = { chain: makeRule({ kind: 'chain', chain: '10' }) }
  const moves = movesOf({ discount: '20', campaign: null, rules }, one)
  const after = (list: string) => priceOf(stepsFrom(listSteps(lira(list), { ...one, isOwn: true }), moves, rates))
  expect([after('100'), after('200')]).toEqual([lira('72'), lira('144')])
})
