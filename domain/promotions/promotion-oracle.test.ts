import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPromotions } from '#testing/promotion-oracle/any-promotions.ts'
import { enginePromotions } from '#testing/promotion-oracle/engine-promotions.ts'
import { promotionOracle } from '#testing/promotion-oracle/promotion-oracle.ts'
import { decimal } from '#domain/money/money.ts'
import { priceOf } from '#domain/pricing/price-steps.ts'

test('10,000 generated carts become what an independent oracle makes of them, to four decimals', () => {
  fc.assert(
    fc.property(anyPromotions, (facts) => {
      expect(enginePromotions(facts).result).toEqual(promotionOracle(facts))
    }),
    { numRuns: 10_000 },
  )
})

test('quantities stay the same, no line falls below its floor, and no promotion passes what remains of it', () => {
  fc.assert(
    fc.property(anyPromotions, (facts) => {
      const { cart } = enginePromotions(facts)
      for (const [index, line] of facts.lines.entries()) {
        const parts = cart.parts.filter((part) => part.index === index)
        expect(parts.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(line.quantity)
        for (const { steps } of parts) {
          expect(decimal(priceOf(steps)!.value).lessThan(line.floor ?? 0)).toBe(false)
        }
      }
      for (const { promotion, uses } of cart.applied) {
        const { left } = facts.promotions.find(({ id }) => id === promotion.id)!
        expect(uses).toBeGreaterThan(0)
        expect(uses).toBeLessThanOrEqual(left ?? uses)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('a set with a single piece costs its price to the kuruş, however often it is made', () => {
  fc.assert(
    fc.property(
      fc.record({
        price: fc.integer({ min: 1, max: 10_000_000 }),
        prices: fc.tuple(fc.integer({ min: 1, max: 9_000_000 }), fc.integer({ min: 1, max: 9_000_000 })),
        quantity: fc.integer({ min: 1, max: 500 }),
        sets: fc.integer({ min: 1, max: 1000 }),
      }),
      ({ price, prices, quantity, sets }) => {
        const line = (unit: number, count: number, value: number) => {
          return { product: unit, unit, size: 1, quantity: count, price: (value / 10_000).toFixed(4), floor: null }
        }
        const { cart } = enginePromotions({
          products: [
            { id: 1, brand: 1, stock: 0 },
            { id: 2, brand: 1, stock: 0 },
          ],
          lines: [line(1, quantity * sets, prices[0]), line(2, sets, prices[1])],
          promotions: [
            {
              ...{ kind: 'bundle', id: 1, priority: 0, combines: false, left: null, covers: null },
              price: (price / 100).toFixed(2),
              parts: [
                { product: 1, unit: 1, quantity },
                { product: 2, unit: 2, quantity: 1 },
              ],
            },
          ],
        })
        fc.pre(cart.applied.length === 1)
        const sum = cart.parts.reduce(
          (total, { steps, quantity: count }) => total.plus(decimal(priceOf(steps)!.value).times(count)),
          decimal(0),
        )
        expect(sum.toString()).toBe(decimal(price).times(sets).dividedBy(100).toString())
      },
    ),
  )
})
