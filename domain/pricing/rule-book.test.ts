import { describe, expect, test } from 'vitest'
import { makeRule } from '#testing/price-oracle/make-rule.ts'
import type { PriceRule, RuleDealer, RuleKind } from './price-rule.ts'
import { createRuleBook, noRules, type PricedGoods, type RuleLine } from './rule-book.ts'

const day = '2026-03-15'
const dealer: RuleDealer = { id: 1, groupId: 10, region: 'ege' }
/** A variant of product 5. */
const goods: PricedGoods = { id: 6, parentId: 5, brandId: 20, categoryId: 33 }
const onePiece: RuleLine = { unit: 'ADET', quantity: 1, defaultUnits: 1 }
/** 33 is below 32, which is below 31. */
const parentOf = new Map([
  [31, null],
  [32, 31],
  [33, 32],
  [40, null],
])

const bookOf = (rules: PriceRule[], version: number | string = 1) => createRuleBook(rules, parentOf, version)

/** The ids of the rules that decide. */
function chosen(rules: PriceRule[], { buyer = dealer, line = onePiece, on = day }: ChoiceTerms = {}) {
  const choice = bookOf(rules).of(buyer, on).choose(goods, line)
  return Object.fromEntries(Object.entries(choice).map(([kind, rule]) => [kind, rule.id]))
}
type ChoiceTerms = { buyer?: RuleDealer | null; line?: RuleLine; on?: string }

const chain = (fields: Partial<PriceRule>) => makeRule({ kind: 'chain', ...fields })
const tier = (fields: Partial<PriceRule>) => makeRule({ kind: 'tier', ...fields })

describe('buyers', () => {
  test.each([
    ['its dealer', { dealerId: 1 }, dealer, true],
    ['another dealer', { dealerId: 2 }, dealer, false],
    ['a dealer of its group', { groupId: 10 }, dealer, true],
    ['a dealer of another group', { groupId: 11 }, dealer, false],
    ['a dealer without a group', { groupId: 10 }, { ...dealer, groupId: null }, false],
    ['a dealer of its region', { region: 'ege' }, dealer, true],
    ['a dealer of another region', { region: 'akdeniz' }, dealer, false],
    ['a dealer without a region', { region: 'ege' }, { ...dealer, region: '' }, false],
    ['any dealer, as a rule of everyone', {}, { id: 9, groupId: null, region: '' }, true],
    ['a guest, as a rule of everyone', {}, null, true],
    ['a guest, as a rule of a dealer', { dealerId: 1 }, null, false],
    ['a guest, as a rule of a group', { groupId: 10 }, null, false],
    ['a guest, as a rule of a region', { region: 'ege' }, null, false],
  ] satisfies [string, Partial<PriceRule>, RuleDealer | null, boolean][])(
    'a rule applies to %s: %j, %j, %s',
    (_, terms, buyer, applies) => {
      expect(chosen([chain(terms)], { buyer })).toEqual(applies ? { chain: 1 } : {})
    },
  )

  test('a number is a dealer, a group or a product, never one for the other', () => {
    const buyer = { id: 10, groupId: 1, region: '1' }
    expect(chosen([chain({ groupId: 10 }), chain({ dealerId: 1 }), chain({ productId: 20 })], { buyer })).toEqual({})
  })
})

describe('goods', () => {
  test.each([
    ['the product', { productId: 6 }, true],
    ['its parent', { productId: 5 }, true],
    ['another product', { productId: 7 }, false],
    ['its brand', { brandId: 20 }, true],
    ['another brand', { brandId: 21 }, false],
    ['its category', { categoryId: 33 }, true],
    ['a category above', { categoryId: 32 }, true],
    ['the topmost category', { categoryId: 31 }, true],
    ['another category', { categoryId: 40 }, false],
    ['all products', {}, true],
  ])('a rule of %s (%j) applies: %s', (_, terms, applies) => {
    expect(chosen([chain(terms)])).toEqual(applies ? { chain: 1 } : {})
  })

  test('a rule of a category does not apply to a category above it', () => {
    const above = { ...goods, categoryId: 32 }
    expect(
      bookOf([chain({ categoryId: 33 })])
        .of(dealer, day)
        .choose(above, onePiece),
    ).toEqual({})
  })

  test('a product without brand and category has rules of the product and of all products only', () => {
    const bare = { id: 6, parentId: null, brandId: null, categoryId: null }
    const rules = [chain({ brandId: 20 }), chain({ categoryId: 31 }), chain({ productId: 5 }), tier({ id: 4 })]
    expect(bookOf(rules).of(dealer, day).choose(bare, onePiece)).toEqual({ tier: rules[3] })
  })

  test('a circle of categories ends', () => {
    const circle = createRuleBook(
      [chain({ categoryId: 51 })],
      new Map([
        [33, 50],
        [50, 33],
      ]),
      1,
    )
    expect(circle.of(dealer, day).choose(goods, onePiece)).toEqual({})
  })

  test.each([
    ['the variant', ['productId', 6]],
    ['its parent', ['productId', 5]],
    ['the brand', ['brandId', 20]],
    ['the category', ['categoryId', 33]],
    ['the category above', ['categoryId', 32]],
    ['the topmost category', ['categoryId', 31]],
    ['all products', null],
  ] as const)('the rule of %s decides before those of wider goods', (_, nearest) => {
    const order = [
      ['productId', 6],
      ['productId', 5],
      ['brandId', 20],
      ['categoryId', 33],
      ['categoryId', 32],
      ['categoryId', 31],
      null,
    ] as const
    const from = order.findIndex((one) => String(one) === String(nearest))
    // The wider the goods, the higher the id.
    const rules = order.slice(from).map((one, index) => chain({ id: index + 1, ...(one && { [one[0]]: one[1] }) }))
    expect(chosen(rules)).toEqual({ chain: 1 })
  })
})

test.each([
  ['the dealer', { dealerId: 1 }],
  ['the group', { groupId: 10 }],
  ['the region', { region: 'ege' }],
  ['everyone', {}],
])('the rule of %s decides before those of wider buyers', (_, nearest) => {
  const order = [{ dealerId: 1 }, { groupId: 10 }, { region: 'ege' }, {}]
  const from = order.findIndex((one) => JSON.stringify(one) === JSON.stringify(nearest))
  // The wider the buyers, the higher the id and the closer the goods.
  const rules = order
    .slice(from)
    .map((one, index) => chain({ id: index + 1, ...(index > 0 && { productId: 6 }), ...one }))
  expect(chosen(rules)).toEqual({ chain: 1 })
})

test.each([
  ['2026-03-09', {}],
  ['2026-03-10', { chain: 1 }],
  ['2026-03-20', { chain: 1 }],
  ['2026-03-21', {}],
])('a rule from 10 to 20 March, on %s: %j', (on, expected) => {
  expect(chosen([chain({ startsOn: '2026-03-10', endsOn: '2026-03-20' })], { on })).toEqual(expected)
})

test('a book follows the day, in both directions', () => {
  const book = bookOf([chain({ endsOn: '2026-03-15' }), chain({ id: 2, startsOn: '2026-03-16' })])
  const onDay = (on: string) => book.of(dealer, on).choose(goods, onePiece).chain?.id
  expect(['2026-03-15', '2026-03-16', '2026-03-15'].map(onDay)).toEqual([1, 2, 1])
  const [first, second] = [book.of(dealer, '2026-03-15'), book.of(dealer, '2026-03-16')]
  expect([first, second].map((rules) => rules.choose(goods, onePiece).chain?.id)).toEqual([1, 2])
})

describe('tiers', () => {
  const box = (quantity: number): RuleLine => ({ unit: 'KOLİ', quantity, defaultUnits: quantity * 12 })
  test.each([
    ['is below it', '10', null, { ...onePiece, quantity: 9, defaultUnits: 9 }, false],
    ['reaches it exactly', '10', null, { ...onePiece, quantity: 10, defaultUnits: 10 }, true],
    ['exceeds it', '10', null, { ...onePiece, quantity: 11, defaultUnits: 11 }, true],
    ['counts in default units', '24', null, box(2), true],
    ['is below it in default units', '25', null, box(2), false],
    ['counts in parts of a default unit', '2.5', null, { unit: 'PAKET', quantity: 10, defaultUnits: '2.5' }, true],
    ['is just below it', '2.5', null, { unit: 'PAKET', quantity: 9, defaultUnits: '2.25' }, false],
    ['counts in the unit of the tier', '2', 'KOLİ', box(2), true],
    ['is below it in the unit of the tier', '3', 'KOLİ', box(2), false],
    ['is in another unit than the tier', '2', 'KOLİ', { unit: 'ADET', quantity: 100, defaultUnits: 100 }, false],
  ] satisfies [string, string, string | null, RuleLine, boolean][])(
    'a line that %s: tier from %s (unit %s), line %j: %s',
    (_, minQuantity, unit, line, isReached) => {
      expect(chosen([tier({ minQuantity, unit })], { line })).toEqual(isReached ? { tier: 1 } : {})
    },
  )

  const table = ['5', '10', '100'].map((minQuantity, index) => tier({ id: 3 - index, minQuantity }))
  test.each([
    [4, {}],
    [5, { tier: 3 }],
    [9, { tier: 3 }],
    [10, { tier: 2 }],
    [99, { tier: 2 }],
    [1000, { tier: 1 }],
  ])('of tiers from 5, 10 and 100, a quantity of %i gets the greatest that it reaches: %j', (quantity, expected) => {
    expect(chosen(table, { line: { unit: 'ADET', quantity, defaultUnits: quantity } })).toEqual(expected)
  })

  test('a tier of the dealer decides before a greater one of everyone', () => {
    const rules = [tier({ id: 1, dealerId: 1, minQuantity: '5' }), tier({ id: 2, minQuantity: '10' })]
    const line = { unit: 'ADET', quantity: 20, defaultUnits: 20 }
    expect(chosen(rules, { line })).toEqual({ tier: 1 })
  })

  test('a tier that is not reached leaves the decision to one that is', () => {
    const rules = [tier({ id: 1, minQuantity: '5' }), tier({ id: 2, dealerId: 1, priority: 9, minQuantity: '10' })]
    expect(chosen(rules, { line: { unit: 'ADET', quantity: 5, defaultUnits: 5 } })).toEqual({ tier: 1 })
  })

  test('thresholds are those of the tiers that may apply to lines in a unit, each counted as its tier counts', () => {
    const rules = [
      tier({ minQuantity: '20' }),
      tier({ minQuantity: '5', dealerId: 1, productId: 5 }),
      tier({ minQuantity: '3', unit: 'KOLİ' }),
      tier({ minQuantity: '7', dealerId: 2 }),
      tier({ minQuantity: '8', productId: 7 }),
      tier({ minQuantity: '9', endsOn: '2026-03-14' }),
      chain({}),
    ]
    const own = bookOf(rules).of(dealer, day)
    const inDefaultUnits = [
      { minQuantity: '20', inUnit: false },
      { minQuantity: '5', inUnit: false },
    ]
    expect(own.thresholds(goods, 'ADET')).toHaveLength(2)
    expect(own.thresholds(goods, 'ADET')).toEqual(expect.arrayContaining(inDefaultUnits))
    expect(own.thresholds(goods, 'KOLİ')).toHaveLength(3)
    expect(own.thresholds(goods, 'KOLİ')).toEqual(
      expect.arrayContaining([...inDefaultUnits, { minQuantity: '3', inUnit: true }]),
    )
  })
})

test('products, brands and categories that rules of the dealer name are known', () => {
  const rules = [
    chain({ productId: 5 }),
    chain({ productId: 7, dealerId: 2 }),
    chain({ productId: 8, endsOn: '2026-03-14' }),
    tier({ productId: 9, minQuantity: '10' }),
    chain({ brandId: 20 }),
    chain({ categoryId: 32, groupId: 10 }),
    chain({ brandId: 21, dealerId: 2 }),
  ]
  const own = bookOf(rules).of(dealer, day)
  // Tiers change no price of one unit.
  expect([...own.pricedProducts()]).toEqual([5])
  expect([20, 21, 5].map((id) => own.hasBrand(id))).toEqual([true, false, false])
  expect([31, 32, 33, 40, 99].map((id) => own.hasCategory(id))).toEqual([false, true, true, false, false])
})

test('categories that form a circle have a rule only where one names them', () => {
  const circle = createRuleBook(
    [chain({ categoryId: 1 })],
    new Map([
      [1, 2],
      [2, 1],
      [3, 4],
      [4, 3],
    ]),
    1,
  )
  const own = circle.of(dealer, day)
  expect([1, 2, 3, 4].map((id) => own.hasCategory(id))).toEqual([true, true, false, false])
})

describe('a book that follows another one', () => {
  const ofDealer = chain({ dealerId: 1, productId: 5 })
  const ofGroup = chain({ groupId: 10, productId: 5 })
  const other: RuleDealer = { id: 2, groupId: 11, region: '' }
  const ofOther = chain({ dealerId: 2, productId: 5 })
  const first = createRuleBook([ofDealer, ofGroup, ofOther], parentOf, 1)

  test('keeps the keys of dealers whose rules are the same, and only these', () => {
    const next = createRuleBook([ofDealer, ofGroup, { ...ofOther, chain: '40' }], parentOf, 2, first)
    expect(next.of(dealer, day).key).toBe(first.of(dealer, day).key)
    expect(next.of(other, day).key).not.toBe(first.of(other, day).key)
    expect(next.of(other, day).choose({ ...goods, id: 5, parentId: null }, onePiece).chain?.chain).toBe('40')
  })

  test.each([
    ['a rule of its group is gone', [ofDealer, ofOther]],
    ['a rule of its own is new', [ofDealer, ofGroup, ofOther, chain({ dealerId: 1, brandId: 20 })]],
    ['everyone has a rule', [ofDealer, ofGroup, ofOther, chain({})]],
  ])('has another key for a dealer when %s', (_, rules) => {
    expect(createRuleBook(rules, parentOf, 2, first).of(dealer, day).key).not.toBe(first.of(dealer, day).key)
  })
})

test('a rule with a unit applies to lines in this unit only, whatever its kind', () => {
  const rules = [makeRule({ kind: 'agreement', unit: 'KOLİ' }), makeRule({ kind: 'floor', unit: 'KOLİ' })]
  expect(chosen(rules)).toEqual({})
  expect(chosen(rules, { line: { unit: 'KOLİ', quantity: 1, defaultUnits: 12 } })).toEqual({ agreement: 1, floor: 1 })
})

describe('stops', () => {
  const rulesOf = (stopping: RuleKind[]) =>
    (['agreement', 'chain', 'tier', 'floor'] as const).map((kind) => makeRule({ kind, stops: stopping.includes(kind) }))
  test.each([
    [[], ['agreement', 'chain', 'floor', 'tier']],
    [['agreement'], ['agreement', 'floor']],
    [['chain'], ['agreement', 'chain', 'floor']],
    [['tier'], ['agreement', 'chain', 'floor', 'tier']],
    [['floor'], ['agreement', 'chain', 'floor', 'tier']],
  ] satisfies [RuleKind[], RuleKind[]][])('where %j stop, the rules of %j apply', (stopping, kinds) => {
    expect(Object.keys(chosen(rulesOf(stopping))).toSorted()).toEqual(kinds)
  })

  test('a rule that does not decide stops nothing', () => {
    const rules = [
      makeRule({ kind: 'agreement', id: 1, priority: 1 }),
      makeRule({ kind: 'agreement', id: 2, stops: true }),
      chain({ id: 3 }),
    ]
    expect(chosen(rules)).toEqual({ agreement: 1, chain: 3 })
  })
})

describe('the base list', () => {
  const list = (fields: Partial<PriceRule>) => makeRule({ kind: 'list', chain: null, ...fields })
  test('is the one of the rule that decides', () => {
    const rules = [list({ id: 1, dealerId: 1, priceListId: 7 }), list({ id: 2, priceListId: 8 })]
    expect(bookOf(rules).of(dealer, day).priceListId).toBe(7)
    expect(bookOf(rules).of(null, day).priceListId).toBe(8)
  })

  test('is the dealer’s own without a rule', () => {
    expect(bookOf([list({ dealerId: 2, priceListId: 7 }), chain({})]).of(dealer, day).priceListId).toBeNull()
    expect(bookOf([list({ endsOn: '2026-03-14', priceListId: 7 }), chain({})]).of(dealer, day).priceListId).toBeNull()
  })
})

describe('keys', () => {
  const rules = [chain({ dealerId: 1 }), chain({ groupId: 10 }), chain({ region: 'ege' }), chain({ productId: 5 })]
  const keyOf = (buyer: RuleDealer | null, { version = 1, on = day } = {}) => bookOf(rules, version).of(buyer, on).key
  const member = { id: 2, groupId: 10, region: '' }

  test('are equal for dealers to whom the same rules apply', () => {
    expect(keyOf(member)).toBe(keyOf({ ...member, id: 3 }))
    expect(keyOf({ id: 4, groupId: 99, region: 'akdeniz' })).toBe(keyOf(null))
  })

  test('differ by dealer, group, region, version and day', () => {
    const keys = [
      keyOf(dealer),
      keyOf(member),
      keyOf({ ...member, region: 'ege' }),
      keyOf(null),
      keyOf(null, { version: 2 }),
      keyOf(null, { on: '2026-03-16' }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('are what JSON keeps of the rules of a dealer', () => {
    const own = bookOf(rules).of(dealer, day)
    expect(JSON.stringify({ own })).toBe(JSON.stringify({ own: own.key }))
  })

  test('are empty without a rule, and where no rule applies', () => {
    expect(bookOf([]).of(dealer, day)).toBe(noRules)
    expect(bookOf([chain({ dealerId: 2 })]).of(dealer, day)).toBe(noRules)
    expect(bookOf([chain({ endsOn: '2026-03-14' })]).of(dealer, day)).toBe(noRules)
    expect(JSON.stringify(noRules)).toBe('""')
    expect(noRules.choose(goods, onePiece)).toEqual({})
    expect(noRules.thresholds(goods, 'ADET')).toEqual([])
    expect([...noRules.pricedProducts()]).toEqual([])
    expect(noRules.hasBrand(20) || noRules.hasCategory(33)).toBe(false)
  })

  test('lead to one object for all dealers with the same rules', () => {
    const book = bookOf(rules)
    expect(book.of({ ...member, id: 3 }, day)).toBe(book.of(member, day))
  })
})
