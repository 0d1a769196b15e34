import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDealer, addProduct, fillCart, type TestProduct } from '#testing/store-rows.ts'
import { cartTotals, hasPrice, priceUnderPlan } from '#domain/cart/cart.ts'
import type { Money } from '#domain/money/money.ts'
import { unitPrice } from '#domain/pricing/unit-price.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { createStore, type Store, type View, viewOf } from '#server/settings/settings.ts'
import { cartSumsOf } from './cart-sums.ts'
import { unitPrices } from './change-cart.ts'
import { emptyCart, lockCart } from './saved-lines.ts'
import { loadChangedProducts } from './changed-product-rows.ts'

/** Prices of one unit in one list. Euros have no rate. */
type StoredPrice = { sale: Money; plan: Money | null }
type PricedUnit = { inDealersList: StoredPrice | null; inDefaultList: StoredPrice | null }
type PricedProduct = {
  units: Record<'ADET' | 'KOLİ', PricedUnit>
  packMultiplier: string
  defaultUnit: 'ADET' | 'KOLİ'
  campaign: string | null
  quantities: Record<'ADET' | 'KOLİ', number | null>
}

const unitNames = ['ADET', 'KOLİ'] as const
const taxRates = [20, 10, 1, 0]
const rates = { TRY: '1', USD: '41.2537' }

let database: TestDatabase
let store: Store
let actor: Actor
let dealersList: number
const products: TestProduct[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  store = await createStore(pool)
  const list = await pool.one<{ id: number }>("INSERT INTO price_lists (code, name) VALUES ('own', 'Own') RETURNING id")
  dealersList = list?.id ?? 0
  actor = await addDealer(pool, { priceListId: dealersList })
  for (const taxRate of taxRates) products.push(await addProduct(pool, { taxRate, price: null, units: { KOLİ: 3 } }))
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

const decimals = (max: number, places: number) =>
  fc.integer({ min: 0, max: max * 10 ** places }).map((value) => (value / 10 ** places).toFixed(places))
const money: fc.Arbitrary<Money> = fc.record({
  value: fc.oneof({ weight: 4, arbitrary: decimals(999, 4) }, decimals(99_999, 4), fc.constant('0')),
  currency: fc.constantFrom('TRY', 'TRY', 'USD', 'EUR'),
})
const storedPrice = fc.record({ sale: money, plan: fc.option(money) })
const maybePrice = fc.option(storedPrice, { freq: 2 })
const pricedUnit = fc.record({ inDealersList: maybePrice, inDefaultList: maybePrice })
const quantity = fc.option(fc.integer({ min: 1, max: 1000 }), { freq: 4 })
const pricedProduct: fc.Arbitrary<PricedProduct> = fc.record({
  units: fc.record({ ADET: pricedUnit, KOLİ: pricedUnit }),
  packMultiplier: fc.constantFrom('3', '12', '0.5', '1.125', '0.333'),
  defaultUnit: fc.constantFrom('ADET', 'ADET', 'KOLİ'),
  campaign: fc.option(fc.constantFrom('5', '12.5', '33.33', '90')),
  quantities: fc.record({ ADET: quantity, KOLİ: quantity }),
})
const pricedCart = fc.record({
  goods: fc.tuple(...taxRates.map(() => pricedProduct)),
  discount: fc.constantFrom('0', '12.5', '33.33', '100'),
  plan: fc.constantFrom(null, 'advencePrice1' as const),
  currency: fc.constantFrom('TRY', 'USD'),
})

test('the SQL prices and totals of generated carts equal those of the domain', async () => {
  const { pool } = database
  const base = viewOf(testContext({ actor }), store.facts())
  await fc.assert(
    fc.asyncProperty(pricedCart, async ({ goods, discount, plan, currency }) => {
      const view = { ...base, discount, currency, rates }
      await writeProducts(goods, view)
      const lines = goods.flatMap((product, i) =>
        unitNames.flatMap((name) => {
          const quantity = product.quantities[name]
          const unitId = products[i]?.units[name] ?? 0
          return quantity === null ? [] : [{ product, name, quantity, unitId, taxRate: taxRates[i] ?? 0 }]
        }),
      )
      await emptyCart(pool, await lockCart(pool, actor.userId))
      await fillCart(pool, actor, lines)
      const noPrice = { value: '0', currency: 'TRY' }
      const priced = lines.map(({ product, name, quantity, taxRate }) => {
        return { price: domainPrice(product, name, view, plan !== null) ?? noPrice, quantity, taxRate }
      })
      const totals = cartTotals(priced, currency, rates)
      expect(await cartSumsOf(pool, actor.userId, view, plan)).toEqual({
        lineCount: lines.length,
        plan,
        totals: {
          currency,
          subtotal: totals.subtotal.toNumber(),
          tax: totals.tax.toNumber(),
          total: totals.total.toNumber(),
          totalTry: totals.totalTry.toNumber(),
        },
      })
      expect(await cartPrices(view)).toEqual(expectedPrices(goods, view))
    }),
    { numRuns: 80 },
  )
})

/** Replaces the prices, campaigns and unit multipliers of all products. */
async function writeProducts(goods: readonly PricedProduct[], view: View): Promise<void> {
  const { pool } = database
  await pool.execute('DELETE FROM unit_prices')
  await pool.execute('DELETE FROM campaign_discounts')
  for (const [i, { units, packMultiplier, defaultUnit, campaign }] of goods.entries()) {
    const product = products[i]
    if (product === undefined) throw new Error('There are more generated products than rows.')
    await pool.execute('UPDATE product_units SET multiplier = $2 WHERE id = $1', [
      product.units['KOLİ'],
      packMultiplier,
    ])
    await pool.execute('UPDATE products SET default_unit_id = $2 WHERE id = $1', [
      product.id,
      product.units[defaultUnit],
    ])
    if (campaign !== null) {
      await pool.execute('INSERT INTO campaign_discounts (product_id, percent) VALUES ($1, $2)', [product.id, campaign])
    }
    for (const name of unitNames) {
      await writePrice(view.priceListId, product.units[name], units[name].inDealersList)
      await writePrice(view.defaultPriceListId, product.units[name], units[name].inDefaultList)
    }
  }
}

async function writePrice(listId: number, unitId: number | undefined, price: StoredPrice | null): Promise<void> {
  if (price === null) return
  const { sale, plan } = price
  await database.pool.execute(
    `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency, plan1_value, plan1_currency)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [listId, unitId, sale.value, sale.currency, plan?.value ?? null, plan?.currency ?? null],
  )
}

/** The price of a unit by the rules of the domain; undefined without a stored price. */
function domainPrice(
  { units, packMultiplier, defaultUnit, campaign }: PricedProduct,
  name: 'ADET' | 'KOLİ',
  view: View,
  isUnderPlan: boolean,
): { value: string; currency: string } | undefined {
  const own = units[name].inDealersList ?? units[name].inDefaultList
  const stored = own ?? units[defaultUnit].inDealersList ?? units[defaultUnit].inDefaultList
  if (stored === null) return undefined
  const plan = isUnderPlan && stored.plan !== null ? stored.plan : undefined
  const multipliers = { ADET: '1', KOLİ: packMultiplier }
  return unitPrice(priceUnderPlan(stored.sale, plan, view.currency, view.rates) ?? stored.sale, {
    isOwn: own !== null,
    multiplier: multipliers[name],
    defaultMultiplier: multipliers[defaultUnit],
    discount: view.discount,
    campaign,
  })
}

/** The prices by unit id that adding to the cart uses. */
async function cartPrices(view: View): Promise<Map<number, Money>> {
  const { pool } = database
  const cartId = await lockCart(pool, actor.userId)
  const productIds = products.map(({ id }) => id)
  const rows = await loadChangedProducts(pool, { ...view, cartId, productIds })
  return new Map(rows.flatMap((row) => [...unitPrices(row, view)]))
}

function expectedPrices(goods: readonly PricedProduct[], view: View): Map<number, Money> {
  const prices = new Map<number, Money>()
  for (const [i, product] of goods.entries()) {
    for (const name of unitNames) {
      const price = domainPrice(product, name, view, false)
      if (hasPrice(price, view.currency, view.rates)) prices.set(products[i]?.units[name] ?? 0, price)
    }
  }
  return prices
}
