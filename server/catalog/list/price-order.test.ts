import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductList } from '#contract/shop/catalog.ts'
import { isRefusal } from '#contract/core/errors.ts'
import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { buildIndex } from '#server/catalog/index/live/build.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { createStore, saveSetting, type Store, viewOf } from '#server/settings/settings.ts'
import { testActor } from '#server/visitor/test-context.ts'
import { type Finder, finderOf } from './finder.ts'
import { listProducts } from './product-list.ts'
import { openSqlFinder } from './sql-finder.ts'

/** Products around the same price: taxes, rates and the default plan decide their order. Parents have their variants' prices. */
const fillCatalog = `
  UPDATE currencies SET exchange_rate = CASE code WHEN 'USD' THEN 41.2537 WHEN 'EUR' THEN 48.0911 ELSE exchange_rate END;
  INSERT INTO price_lists (code, name) VALUES ('OWN', 'Own');
  SELECT setseed(0.42);
  INSERT INTO products (code, name, seo, tax_rate, variant_names)
  SELECT 'P' || n, 'P' || n, 'p' || n, (ARRAY[NULL, 0, 1, 10, 20])[1 + n % 5], CASE WHEN n % 10 = 0 THEN ARRAY['Renk'] END
    FROM generate_series(1, 240) n;
  INSERT INTO products (code, name, seo, parent_id, variant_values)
  SELECT p.code || '-' || n, p.name, p.seo || '-' || n, p.id, ARRAY[n::text]
    FROM products p, generate_series(1, 3) n WHERE p.variant_names IS NOT NULL;
  INSERT INTO product_units (product_id, name, multiplier) SELECT id, 'ADET', 1 FROM products;
  UPDATE products p SET default_unit_id = u.id FROM product_units u WHERE u.product_id = p.id;
  INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
  SELECT l.id, u.id, round((CASE WHEN random() < 0.05 THEN 0 ELSE 90 + random() * 30 END / coalesce(nullif(c.exchange_rate, 0), 1))::numeric, 2), c.code
    FROM product_units u CROSS JOIN price_lists l
    JOIN currencies c ON c.code = (ARRAY['TRY', 'USD', 'EUR'])[1 + (u.id + l.id) % 3]
   WHERE l.is_default OR u.id % 3 = 0;
  UPDATE unit_prices up SET plan2_value = round((90 + random() * 30)::numeric / c.exchange_rate, 2), plan2_currency = c.code
    FROM currencies c WHERE c.code = (ARRAY['TRY', 'USD', 'EUR'])[1 + up.unit_id % 3] AND up.unit_id % 4 > 0;
  INSERT INTO payment_plans (key, name, is_default) VALUES ('advencePrice2', 'Peşin', true);
  INSERT INTO campaigns (name, row_count, discount) VALUES ('Bahar', 1, 20);
  INSERT INTO campaign_products (campaign_id, product_id, position)
  SELECT c.id, p.id, p.id FROM campaigns c, products p WHERE p.parent_id IS NULL AND p.id % 7 = 0;
  SELECT refresh_campaign_discounts();`

let database: TestDatabase
let store: Store
let finders: { index: Finder; sql: Finder; sqlForMany: Finder }
let ownList: number

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  for (const statement of fillCatalog.split(';')) await pool.execute(statement)
  ownList = (await pool.one<{ id: number }>("SELECT id FROM price_lists WHERE code = 'OWN'"))?.id ?? 0
  store = await createStore(pool)
  finders = {
    index: finderOf((await buildIndex(pool)).index),
    sql: await openSqlFinder(pool),
    sqlForMany: await openSqlFinder(pool, { largeLists: { quantity: 0, price: 0 } }),
  }
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

type Terms = { discount: string; hasOwnList: boolean; currency: string; withTax: string }

async function listAs(finder: Finder, terms: Terms, query: Record<string, string>) {
  await saveSetting(database.pool, 'productsWithKdv', terms.withTax)
  await store.refresh()
  const facts = store.facts()
  const { id } = facts.currencies.find(({ code }) => code === terms.currency) ?? {}
  const priceListId = terms.hasOwnList ? ownList : null
  const name = 'Yılmaz Hırdavat'
  const { discount } = terms
  const dealer = { id: 1, code: 'B001', name, priceListId, discount, rates: null, carrierPayer: 'store' as const }
  const choices = id === undefined ? {} : { defaultCurrency: id }
  const view = viewOf({ actor: testActor({ dealer }), choices, locale: 'tr' }, facts)
  const lists: ProductList[] = []
  for (let page = 1; page === 1 || page <= (lists[0]?.pages ?? 0); page++) {
    const context = { db: database.pool, finder, view, campaigns: [] }
    const list = await listProducts(context, '', { ...query, limit: '96', page: String(page) })
    if (isRefusal(list)) throw new Error(list.code)
    lists.push(list)
  }
  const { currency, rates, settings } = view
  const priceView = { currency, rates, withTax: settings.productsWithKdv === '1' }
  const prices = lists
    .flatMap(({ items }) => items)
    .map(({ cartPrice, salePrice, taxRate }) =>
      roundMoney(shownPrice(cartPrice ?? salePrice ?? { value: 0, currency }, priceView, { taxRate })),
    )
  return { total: lists[0]?.total, prices }
}

/** Products without a price are at the end in both directions. */
function inOrder(prices: readonly Decimal[], direction: 1 | -1): Decimal[] {
  const priced = prices.filter((price) => !price.isZero())
  const sorted = priced.toSorted((a, b) => direction * a.comparedTo(b))
  return [...sorted, ...prices.filter((price) => price.isZero())]
}

describe.each(['index', 'sql', 'sqlForMany'] as const)('prices found by %s', (name) => {
  describe.each(['0', '1'])('with productsWithKdv %s', (withTax) => {
    test.each([
      ['0', false, 'TRY'],
      ['10', false, 'TRY'],
      ['0', true, 'USD'],
      ['25', true, 'TRY'],
      ['40', true, 'EUR'],
    ])('are in the shown order for a discount of %s, own list: %s, in %s', async (discount, hasOwnList, currency) => {
      const terms = { discount, hasOwnList, currency, withTax }
      const rising = await listAs(finders[name], terms, { sort: 'price' })
      expect(rising.prices.length).toBe(240)
      expect(rising.prices).toEqual(inOrder(rising.prices, 1))
      const falling = await listAs(finders[name], terms, { sort: '-price' })
      expect(falling.prices).toEqual(inOrder(rising.prices, -1))
      // A range around the middle finds what is shown within it.
      const [min, max] = [rising.prices[60] ?? decimal(0), rising.prices[150] ?? decimal(0)]
      const filtered = await listAs(finders[name], terms, {
        sort: 'price',
        filters: `price:${min.toFixed(2)}-${max.toFixed(2)}`,
      })
      expect(filtered.prices).toEqual(
        rising.prices.filter((price) => price.greaterThanOrEqualTo(min) && price.lessThanOrEqualTo(max)),
      )
      expect(filtered.total).toBe(filtered.prices.length)
    })
  })
})
