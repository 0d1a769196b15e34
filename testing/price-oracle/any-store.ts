import fc from 'fast-check'
import { anyAmount, anyDecimal, ids, orNull, today, unitNames } from './any-amount.ts'
import { anyRules } from './any-rule.ts'
import type { Amount, StoreCart, StoreDealer, StoreFacts, StorePrice, StoreProduct } from './store-facts.ts'

/** Products 2 and 3 are variants. */
const parentOf = (id: number) => (id === 2 || id === 3 ? 1 : null)

const sometimesZero = (amount: fc.Arbitrary<Amount>, weight: number) =>
  fc.oneof({ arbitrary: amount, weight }, { arbitrary: amount.map((one) => ({ ...one, value: '0' })), weight: 1 })

const anyDealer = (id: number): fc.Arbitrary<StoreDealer> =>
  fc.record({
    id: fc.constant(id),
    group: orNull(ids.groups),
    region: orNull(ids.regions),
    list: orNull(ids.lists),
    discount: fc.constantFrom('0', '10', '12.5', '33.333', '100'),
  })

/** A category's parent has a smaller id, so that there are no cycles. */
const anyCategories = fc.tuple(
  ...ids.categories.map((id) =>
    fc.record({ id: fc.constant(id), parent: fc.constantFrom(null, ...ids.categories.slice(0, id - 1)) }),
  ),
)

/** A unit's multiplier counts base units; the default unit may be any of them. */
const anyUnits = fc
  .tuple(fc.integer({ min: 1, max: unitNames.length }), fc.constantFrom('1', '4'))
  .chain(([count, first]) =>
    fc.record({
      units: fc
        .tuple(...unitNames.slice(1, count).map(() => fc.constantFrom('12', '2.5', '0.25', '0.333', '100')))
        .map((others) => [first, ...others].map((multiplier, index) => ({ name: unitNames[index]!, multiplier }))),
      defaultUnit: fc.constantFrom(...unitNames.slice(0, count)),
    }),
  )

const anyProduct = (id: number): fc.Arbitrary<StoreProduct> =>
  fc
    .tuple(
      fc.record({
        id: fc.constant(id),
        parent: fc.constant(parentOf(id)),
        brand: orNull(ids.brands),
        category: orNull(ids.categories),
        taxRate: fc.constantFrom('0', '1', '10', '20', '18.5'),
        campaign: fc.constantFrom(null, null, '5', '12.5', '99.99'),
        cost: fc.option(anyAmount, { freq: 3 }),
      }),
      anyUnits,
    )
    .map(([product, units]) => ({ ...product, ...units }))

/** Variants have the brand and category of their parent. */
const anyProducts = fc.tuple(...[...ids.parents, ...ids.products].map((id) => anyProduct(id))).map((products) =>
  products.map((product): StoreProduct => {
    const parent = products.find(({ id }) => id === product.parent)
    return parent === undefined ? product : { ...product, brand: parent.brand, category: parent.category }
  }),
)

/** A row for most units, in any of the lists. */
function anyPrices(products: readonly StoreProduct[]): fc.Arbitrary<StorePrice[]> {
  const keys = products.flatMap(({ id, units }) =>
    ids.lists.flatMap((list) => units.map(({ name }) => ({ list, product: id, unit: name }))),
  )
  return fc
    .tuple(
      ...keys.map((key) =>
        fc.option(
          fc.record({
            sale: sometimesZero(anyAmount, 12),
            plans: fc.array(fc.option(sometimesZero(anyAmount, 8)), { minLength: 5, maxLength: 5 }),
          }),
          { freq: key.list === 1 ? 6 : 1 },
        ),
      ),
    )
    .map((rows) => rows.flatMap((row, index) => (row === null ? [] : [{ ...keys[index]!, ...row }])))
}

const anyRates = fc.record({
  TRY: fc.constant('1'),
  USD: anyDecimal(60_00000000, 8, 1_00000000),
  EUR: fc.constantFrom('48', '48.0911', '3'),
  GBP: fc.constantFrom(null, '0'),
})

/** All that prices depend on. Currency GBP has no rate; the days of rules begin and end around `today`. */
const anyStoreFacts: fc.Arbitrary<StoreFacts> = anyProducts.chain((products) =>
  fc.record({
    today: fc.constant(today),
    rates: anyRates,
    dealers: fc.tuple(...ids.dealers.map(anyDealer)),
    categories: anyCategories,
    products: fc.constant(products),
    prices: anyPrices(products.filter(({ id }) => !ids.parents.includes(id))),
    rules: anyRules,
  }),
)

function anyCart({ products }: StoreFacts): fc.Arbitrary<StoreCart> {
  const units = products
    .filter(({ id }) => ids.products.includes(id))
    .flatMap(({ id, units: own }) => own.map(({ name }) => ({ product: id, unit: name })))
  const anyLine = fc
    .tuple(fc.constantFrom(...units), fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 1_000_000 })))
    .map(([unit, quantity]) => ({ ...unit, quantity }))
  return fc.record({
    dealer: fc.constantFrom(null, ...ids.dealers),
    plan: fc.constantFrom(null, 1, 2, 3, 4, 5),
    currency: fc.constantFrom('TRY', 'TRY', 'USD', 'EUR'),
    lines: fc.uniqueArray(anyLine, { maxLength: 6, selector: ({ product, unit }) => `${product} ${unit}` }),
  })
}

/**
 * A store with carts, as plain data. It fits the database: ids start at 1 in the order of the arrays, and rules satisfy the
 * constraints of their table.
 */
export function anyStore(carts: number): fc.Arbitrary<{ facts: StoreFacts; carts: StoreCart[] }> {
  return anyStoreFacts.chain((facts) =>
    fc.record({
      facts: fc.constant(facts),
      carts: fc.array(anyCart(facts), { minLength: carts, maxLength: carts }),
    }),
  )
}
