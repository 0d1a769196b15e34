import fc from 'fast-check'
import type { OracleFacts } from './promotion-facts.ts'

const productIds = [1, 2, 3, 4]
/** Two units of each product: the default one and a pack of 6. */
const unitsOf = (product: number) => [
  { unit: product * 10, size: 1 },
  { unit: product * 10 + 1, size: 6 },
]
const allUnits = productIds.flatMap((product) => unitsOf(product).map((unit) => ({ product, ...unit })))

const price = fc.integer({ min: 1, max: 2_000_000 }).map((value) => (value / 10_000).toFixed(4))

const anyLine = (unit: (typeof allUnits)[number]) =>
  fc
    .record({
      quantity: fc.integer({ min: 1, max: 60 }),
      price,
      share: fc.option(fc.integer({ min: 50, max: 100 }), { freq: 3 }),
    })
    .map(({ quantity, price: value, share }) => ({
      ...unit,
      quantity,
      price: value,
      floor: share === null ? null : ((Number(value) * share) / 100).toFixed(4),
    }))

const common = {
  priority: fc.integer({ min: 0, max: 2 }),
  combines: fc.boolean(),
  left: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 2 }),
  covers: fc.oneof(
    fc.constant(null),
    fc.record({ brand: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ product: fc.constantFrom(...productIds) }),
  ),
}

const anyBundle = fc.record({
  ...common,
  kind: fc.constant('bundle' as const),
  price: fc.integer({ min: 1, max: 100_000 }).map((value) => (value / 100).toFixed(2)),
  parts: fc
    .subarray(allUnits, { minLength: 1, maxLength: 3 })
    .chain((units) =>
      fc.tuple(
        ...units.map(({ product, unit }) =>
          fc.integer({ min: 1, max: 5 }).map((quantity) => ({ product, unit, quantity })),
        ),
      ),
    ),
})
const anyGift = fc.record({
  ...common,
  kind: fc.constant('free_goods' as const),
  buy: fc.integer({ min: 1, max: 12 }),
  free: fc.integer({ min: 1, max: 3 }),
  gift: fc.option(fc.constantFrom(...productIds), { freq: 2 }),
})
const anyBasket = fc.record({
  ...common,
  kind: fc.constant('basket_step' as const),
  steps: fc
    .uniqueArray(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 3 })
    .map((amounts) => amounts.toSorted((a, b) => a - b))
    .chain((amounts) =>
      fc.tuple(
        ...amounts.map((amount) =>
          fc.option(fc.integer({ min: 1, max: 4000 }), { freq: 5 }).map((percent) => ({
            amount: (amount / 100).toFixed(2),
            percent: percent === null ? null : (percent / 100).toFixed(2),
          })),
        ),
      ),
    ),
})

/** A cart of up to eight lines and up to five promotions. */
export const anyPromotions: fc.Arbitrary<OracleFacts> = fc
  .record({
    stocks: fc.tuple(...productIds.map(() => fc.integer({ min: 0, max: 400 }))),
    lines: fc.subarray(allUnits, { minLength: 1 }).chain((units) => fc.tuple(...units.map((unit) => anyLine(unit)))),
    promotions: fc.array(fc.oneof(anyBundle, anyGift, anyBasket), { minLength: 1, maxLength: 5 }),
  })
  .map(({ stocks, lines, promotions }) => ({
    products: productIds.map((id, i) => ({ id, brand: (id % 2) + 1, stock: stocks[i]! })),
    lines,
    promotions: promotions.map((promotion, i) => ({ ...promotion, id: i + 1 })),
  }))
