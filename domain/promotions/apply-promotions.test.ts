import { describe, expect, test } from 'vitest'
import { enginePromotions, promotionOf } from '#testing/promotion-oracle/engine-promotions.ts'
import type { OracleFacts, OraclePromotion } from '#testing/promotion-oracle/promotion-facts.ts'
import { applyPromotions, lostPromotions, promotionsMark, promotionsNotInPart } from './apply-promotions.ts'
import { createPromotionBook, noPromotions } from './promotion-book.ts'
import { makeCoupon, readCoupon } from './coupon-code.ts'
import { comparePromotions, type Promotion } from './promotion.ts'

const common = { id: 1, priority: 0, combines: false, left: null, covers: null }
const line = (quantity: number, price = '10', product = 1) => {
  return { product, unit: product * 10, size: 1, quantity, price, floor: null }
}
const tenPlusOne: OraclePromotion = { ...common, kind: 'free_goods', buy: 10, free: 1, gift: null }

function factsOf(parts: Partial<OracleFacts>): OracleFacts {
  const products = [1, 2, 3].map((id) => ({ id, brand: 1, stock: 1000 }))
  return { products, lines: [], promotions: [], ...parts }
}
const applied = (parts: Partial<OracleFacts>) => enginePromotions(factsOf(parts)).result

describe('free goods', () => {
  test.each([
    [9, undefined],
    [10, 1],
    [19, 1],
    [20, 2],
  ])('%i bought of 10+1 are %s uses', (quantity, uses) => {
    expect(applied({ lines: [line(quantity)], promotions: [tenPlusOne] }).uses[1]).toBe(uses)
  })

  test('packs count as the default units that they hold', () => {
    const packs = { ...line(2), size: 12 }
    expect(applied({ lines: [packs], promotions: [tenPlusOne] }).free).toEqual(['1 1 2'])
  })

  test('of another product count all covered lines together, of the same one each product alone', () => {
    const lines = [line(6), line(6, '10', 2)]
    expect(applied({ lines, promotions: [tenPlusOne] }).free).toEqual([])
    expect(applied({ lines, promotions: [{ ...tenPlusOne, gift: 3 }] }).free).toEqual(['1 3 1'])
  })

  test('of two promotions that do not combine the greater quantity comes first', () => {
    const promotions: OraclePromotion[] = [
      { ...tenPlusOne, id: 2 },
      { ...tenPlusOne, id: 1, buy: 20, free: 3 },
    ]
    expect(applied({ lines: [line(25)], promotions }).free).toEqual(['1 1 3'])
  })
})

describe('basket steps', () => {
  const step = (amount: string, percent: string) => ({ amount, percent })
  const basket: OraclePromotion = { ...common, kind: 'basket_step', steps: [step('100', '3'), step('200', '5')] }

  test.each([
    [9, '10.0000'],
    [10, '9.7000'],
    [19, '9.7000'],
    [20, '9.5000'],
  ])('%i at 10 each cost %s', (quantity, price) => {
    expect(applied({ lines: [line(quantity)], promotions: [basket] }).lines).toEqual([`10 ${quantity} ${price}`])
  })

  test('two that combine follow one another and count the same amount', () => {
    const promotions: OraclePromotion[] = [
      { ...basket, id: 2, combines: true },
      { ...common, kind: 'basket_step', combines: true, steps: [step('100', '10')] },
    ]
    expect(applied({ lines: [line(10)], promotions }).lines).toEqual(['10 10 8.7300'])
  })

  test('an amount that reads as the step on paper reaches it', () => {
    const lines = [line(3, '33.3316')]
    const promotions: OraclePromotion[] = [{ ...common, kind: 'basket_step', steps: [step('100', '1')] }]
    expect(applied({ lines, promotions }).uses).toEqual({})
    expect(applied({ lines: [line(3, '33.3317')], promotions }).uses).toEqual({ 1: 1 })
  })

  test('that change no price are not taken, and keep no other one away', () => {
    const promotions: OraclePromotion[] = [
      { ...basket, id: 2, priority: 1 },
      { ...common, kind: 'free_goods', buy: 10, free: 1, gift: null, covers: { product: 2 } },
    ]
    const floored = { ...line(10), floor: '10' }
    const { cart, result } = enginePromotions(factsOf({ lines: [floored], promotions }))
    expect(result).toEqual({ lines: ['10 10 10.0000'], free: [], uses: {} })
    expect(cart.withoutEffect.map(({ id }) => id)).toEqual([2])
    expect(cart.parts.map(({ users }) => users)).toEqual([[]])
    const delivered = { ...basket, steps: [{ amount: '100', percent: null }] }
    expect(applied({ lines: [floored], promotions: [basket, { ...delivered, id: 3, priority: -1 }] }).uses).toEqual({
      3: 1,
    })
    expect(applied({ lines: [floored, line(1, '10', 2)], promotions: [basket] }).uses).toEqual({ 1: 1 })
  })
})

test('hints say what is missing, and nothing once no use is left', () => {
  const hintsOf = (left: number | null) =>
    enginePromotions(factsOf({ lines: [line(27)], promotions: [{ ...tenPlusOne, left }] })).cart.hints
  expect(hintsOf(null)).toMatchObject([{ kind: 'more_units', missing: '3', free: 1 }])
  expect(hintsOf(2)).toEqual([])
})

test('a set names what is missing once a part of it is in the cart', () => {
  const part = (product: number) => ({ product, unit: product * 10, quantity: 2 })
  const bundle: OraclePromotion = { ...common, kind: 'bundle', price: '30', parts: [part(1), part(2)] }
  const hints = (lines: OracleFacts['lines']) => enginePromotions(factsOf({ lines, promotions: [bundle] })).cart.hints
  expect(hints([line(3)])).toMatchObject([{ kind: 'missing_parts', parts: [{ unitId: 20, quantity: 2 }] }])
  expect(hints([line(3, '10', 3)])).toEqual([])
})

test('a promotion that needs a coupon does nothing without one', () => {
  const promotion = { ...promotionOf(tenPlusOne), needsCoupon: true } as Promotion
  const promotions = createPromotionBook([promotion], new Map(), 1).of(null, '2026-03-15')
  const goods = { id: 1, parentId: null, brandId: null, categoryId: null }
  const price = { start: [{ kind: 'list' as const, value: '10', currency: 'TRY' }], moves: [] }
  const cart = (coupons: number[]) =>
    applyPromotions([{ index: 0, goods, unitId: 10, quantity: 10, defaultUnits: '1', price }], {
      ...{ promotions, coupons: new Set(coupons), remaining: () => null, rates: {} },
      available: new Map([[1, 5]]),
    })
  expect([cart([]).applied.length, cart([]).hints.length, cart([1]).applied.length]).toEqual([0, 0, 1])
})

test('a mark names what changed', () => {
  const { cart } = enginePromotions(factsOf({ lines: [line(20)], promotions: [tenPlusOne] }))
  expect(promotionsMark(cart)).toBe('1x2 1+2')
  expect(lostPromotions('1x2 1+2 7x1@100.00', '1x2 1+2')).toEqual([7])
  expect(lostPromotions('1x2 1+2', '1x1 1+1')).toEqual([1])
  expect(lostPromotions('', '1x1')).toEqual([])
  // Fewer uses are no loss of a part; a lower step and a missing promotion are.
  expect(promotionsNotInPart('1x2 1+2 7x1@100.00 17x1@5.00', '1x1 1+1 7x1@50.00')).toEqual([7, 17])
})

describe('the promotions of a dealer', () => {
  const dealer = { id: 5, groupId: 3, region: 'ege' }
  const promotion = (parts: Partial<Promotion>) => ({ ...promotionOf(tenPlusOne), ...parts }) as Promotion
  const found = (parts: Partial<Promotion>, day = '2026-03-15') =>
    createPromotionBook([promotion(parts)], new Map([[9, 8]]), 1).of(dealer, day).all.length

  test.each<[Partial<Promotion>, number]>([
    [{}, 1],
    [{ dealerId: 5 }, 1],
    [{ dealerId: 6 }, 0],
    [{ groupId: 3 }, 1],
    [{ groupId: 4 }, 0],
    [{ region: 'ege' }, 1],
    [{ region: 'trakya' }, 0],
    [{ startsOn: '2026-03-15', endsOn: '2026-03-15' }, 1],
    [{ endsOn: '2026-03-14' }, 0],
    [{ startsOn: '2026-03-16' }, 0],
  ])('%o: %i', (parts, count) => expect(found(parts)).toBe(count))

  test('a category covers those below it, a parent its variants', () => {
    const goods = { id: 1, parentId: 2, brandId: 4, categoryId: 9 }
    const covers = (parts: Partial<Promotion>) => {
      const all = [promotion(parts)]
      return createPromotionBook(all, new Map([[9, 8]]), 1)
        .of(dealer, '2026-03-15')
        .covers(all[0]!, goods)
    }
    const scopes = [{ categoryId: 8 }, { categoryId: 7 }, { productId: 2 }, { productId: 3 }, { brandId: 4 }]
    expect(scopes.map(covers)).toEqual([true, false, true, false, true])
  })

  test('none is one for all, and guests have those for everyone', () => {
    expect(createPromotionBook([], new Map(), 1).of(dealer, '2026-03-15')).toBe(noPromotions)
    expect(createPromotionBook([promotion({ dealerId: 5 })], new Map(), 1).of(null, '2026-03-15')).toBe(noPromotions)
  })

  test('bundles come first, then free goods, then basket steps; then priority', () => {
    const basket = promotionOf({ ...common, kind: 'basket_step', steps: [], priority: 9 })
    const bundle = promotionOf({ ...common, kind: 'bundle', price: '1', parts: [] })
    const [low, high] = [promotion({ id: 7 }), promotion({ id: 2, priority: 1 })]
    expect([basket, low, high, bundle].toSorted(comparePromotions)).toEqual([bundle, high, low, basket])
  })
})

test.each([
  [' yaz-2026 ', 'YAZ-2026'],
  ['indirim', 'INDIRIM'],
  ['İNDİRİM', 'INDIRIM'],
  ['a b', null],
  ['ab c', 'ABC'],
  ['çok', null],
  ['x'.repeat(41), null],
])('the coupon %j is stored as %j', (typed, code) => expect(readCoupon(typed)).toBe(code))

test('a random coupon has its prefix and no letters that are mistaken for one another', () => {
  expect(makeCoupon('YAZ', (below) => below - 1)).toBe('YAZ-9999999999')
  expect(makeCoupon('', () => 0)).toBe('AAAAAAAAAA')
})
