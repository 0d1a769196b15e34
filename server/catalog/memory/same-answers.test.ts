import * as z from 'zod/mini'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSuggestions, productList } from '#contract/shop/catalog.ts'
import { productDetail } from '#contract/shop/product.ts'
import { isRefusal } from '#contract/core/errors.ts'
import { type CallContext } from '#server/visitor/visitor.ts'
import { testActor, testContext } from '#server/visitor/test-context.ts'
import { viewOf } from '#server/settings/settings.ts'
import { addWarehouse } from '#testing/store-rows.ts'
import { dealer, dealerWith, guest, openTestShop } from '#server/catalog/test-shop.ts'
import { listProducts } from '#server/catalog/list/product-list.ts'
import { suggestProducts } from '#server/catalog/list/suggestions.ts'
import { loadProducts } from '#server/catalog/product/load-products.ts'
import { showProduct } from '#server/catalog/product/product-detail.ts'

const shop = openTestShop()
const run = (sql: string, params: unknown[] = []) => shop.database.pool.execute(sql, params)
let secondList = 0
let ruledDealer = 0
let products: number[]
let parents: number[]

beforeAll(async () => {
  const { pool } = shop.database
  await addWarehouse(pool, 'İZMİR')
  const list = await pool.one<{ id: number }>(
    "INSERT INTO price_lists (code, name) VALUES ('L2', 'İkinci') RETURNING id",
  )
  secondList = list?.id ?? 0
  const row = await pool.one<{ id: number }>("INSERT INTO dealers (code, name) VALUES ('KURAL', 'Kural') RETURNING id")
  ruledDealer = row?.id ?? 0
  products = (await pool.query<{ id: number }>('SELECT id FROM products ORDER BY id')).map(({ id }) => id)
  parents = [shop.hammer.id, shop.shirt.id]
})

/** A visitor of each kind: prices or none, stock or none, discounts, lists, own rules, agreed rates, languages. */
const visitors = (): Record<string, Partial<CallContext>> => {
  const own = testActor()
  const ruled = { id: ruledDealer, code: 'KURAL', name: 'Kural', priceListId: null, discount: '7.5', rates: null }
  return {
    guest,
    dealer,
    discounted: dealerWith({ discount: '12.5' }),
    listed: dealerWith({ priceListId: secondList, discount: '3' }),
    fixedRates: dealerWith({ rates: { policy: 'fixed', fixed: { USD: '30' }, until: null } }),
    ruled: { actor: testActor({ dealer: { ...ruled, carrierPayer: 'store' } }) },
    withoutPrices: { actor: { ...own, permissions: new Set(['stock', 'order'] as const) } },
    withoutStock: { actor: { ...own, permissions: new Set(['prices', 'order'] as const) } },
    english: { ...dealer, locale: 'en' },
    inStock: { ...dealer, choices: { showNotInStocks: '0' } },
    onPlan: { ...dealer, choices: { cartPlan: 'advencePrice1' } },
  }
}

const lists: [path: string, query: Record<string, string>][] = [
  ['', {}],
  ['', { sort: '-price', limit: '48' }],
  ['el-aletleri', { filters: 'stock:1' }],
  ['search', { q: 'çekiç' }],
  ['search', { q: 'çekc' }],
  ['search', { q: '8690001' }],
]

async function expectSameAnswers(): Promise<void> {
  for (const [name, who] of Object.entries(visitors())) {
    for (const [path, query] of lists) {
      const answer = await shop.call('/api/catalog/products/*', { params: { '*': path }, query }, who)
      const context = await contextOf(who)
      const list = await listProducts(context, path, query, shop.searchRules.words())
      expect([name, path, query, answer]).toEqual([
        name,
        path,
        query,
        isRefusal(list) ? list : { ok: true, body: z.parse(productList, list) },
      ])
    }
    for (const id of products) {
      const answer = await shop.call('/api/catalog/product/:key', { params: { key: String(id) } }, who)
      const detail = await showProduct(await contextOf(who), String(id))
      expect([name, id, answer]).toEqual([
        name,
        id,
        isRefusal(detail) ? detail : { ok: true, body: z.parse(productDetail, detail) },
      ])
    }
    for (const q of ['çek', '8690001', 'eş']) {
      const body = await shop.suggest(q, who)
      expect([name, q, body]).toEqual([
        name,
        q,
        z.parse(getSuggestions.reply, await suggestProducts(await contextOf(who), q)),
      ])
    }
  }
}

/** What the calls show without the memory: every product is read from the database. */
async function contextOf(who: Partial<CallContext>) {
  const { pool } = shop.database
  const view = viewOf(testContext(who), shop.store.facts())
  return {
    db: pool,
    finder: await shop.catalog.finder(),
    view,
    campaigns: shop.campaigns.running(),
    products: (ids: readonly number[]) => loadProducts(pool, ids, view),
  }
}

type Change = { what: string; at: number; value: number }
const pick = <Value>(values: readonly Value[], at: number): Value => values[at % values.length] as Value

/** Changes of everything that products, lists and product pages show. */
const changes: Record<string, (at: number, value: number) => Promise<unknown>> = {
  name: (at, value) => run('UPDATE products SET name = $2 WHERE id = $1', [pick(products, at), `Çekiç ${value}`]),
  activity: (at) => run('UPDATE products SET is_active = NOT is_active WHERE id = $1', [pick(products, at)]),
  code: (at, value) =>
    run('UPDATE products SET ozelkod2 = $2 WHERE id = $1', [
      pick(products, at),
      pick([null, 'K1', 'K2', String(pick(products, at + 1))], value),
    ]),
  image: (at, value) => run('UPDATE products SET images = $2 WHERE id = $1', [pick(parents, at), [`r${value}.svg`]]),
  tax: (at, value) =>
    run('UPDATE products SET tax_rate = $2 WHERE id = $1', [pick(parents, at), pick([null, 1, 10], value)]),
  family: (at) =>
    run('UPDATE products SET parent_id = CASE WHEN parent_id IS NULL THEN $2::integer END WHERE id = $1', [
      pick([shop.shirt.red, shop.shirt.blue], at),
      shop.shirt.id,
    ]),
  equivalent: (at, value) =>
    run('UPDATE products SET equivalent_code = $2 WHERE id = $1', [
      pick(products, at),
      pick([null, 'EŞ-1', 'EŞ-2'], value),
    ]),
  price: (at, value) =>
    run(
      'UPDATE unit_prices SET sale_value = $2 WHERE unit_id IN (SELECT id FROM product_units WHERE product_id = $1)',
      [pick(products, at), value],
    ),
  listPrice: (at, value) =>
    run(
      `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
       SELECT $3, default_unit_id, $2, 'USD' FROM products WHERE id = $1
       ON CONFLICT (unit_id, price_list_id) DO UPDATE SET sale_value = excluded.sale_value`,
      [pick(products, at), value, secondList],
    ),
  barcode: (at, value) =>
    run('UPDATE product_units SET barcode = $2 WHERE product_id = $1 AND name = $3', [
      pick(products, at),
      pick(['8690001', null], value),
      'ADET',
    ]),
  unit: (at, value) =>
    run('UPDATE product_units SET name = $2, multiplier = $3 WHERE id = $1', [
      shop.hammer.pack,
      `PAKET ${at}`,
      1 + (value % 20),
    ]),
  stock: (at, value) =>
    run(
      `INSERT INTO inventory (product_id, warehouse_id, quantity)
       SELECT $1, id, $2 FROM warehouses ORDER BY id OFFSET $3 LIMIT 1
       ON CONFLICT (product_id, warehouse_id) DO UPDATE SET quantity = excluded.quantity`,
      [pick(products, at), value % 5, value % 3],
    ),
  warehouse: (at, value) =>
    run('UPDATE warehouses SET name = $2, position = $3 WHERE id = (SELECT min(id) + $1 FROM warehouses)', [
      at % 2,
      `Depo ${value}`,
      value,
    ]),
  brand: (_at, value) => run('UPDATE brands SET name = $1', [`Marka ${value}`]),
  category: (_at, value) => run('UPDATE categories SET name = $1 WHERE parent_id IS NULL', [`Aletler ${value}`]),
  attribute: (at, value) =>
    run('UPDATE products SET attributes = $2 WHERE id = $1', [
      pick(products, at),
      JSON.stringify([['Boy', `${value} cm`]]),
    ]),
  rate: (_at, value) => run("UPDATE currencies SET exchange_rate = $1 WHERE code = 'USD'", [20 + value]),
  plan: () => run('UPDATE payment_plans SET is_default = NOT is_default WHERE key = $1', ['advencePrice1']),
  setting: (at, value) =>
    shop.set(
      pick<Record<string, unknown>>(
        [
          { stockInfoStatus: value % 4 },
          { showListPrice: String(value % 2) },
          { showPaymentPlanPrice: String(value % 2) },
          { showNotInStocks: String(value % 2) },
          { guestPrices: String(value % 2) },
          { showStokInfo: String(value % 2) },
          { productsWithKdv: String(value % 2) },
        ],
        at,
      ),
    ),
  campaign: async (at, value) => {
    await run('DELETE FROM campaigns')
    if (value % 3 === 0) return
    await run(
      `WITH one AS (INSERT INTO campaigns (name, row_count, discount) VALUES ('Bahar', 1, $1) RETURNING id)
       INSERT INTO campaign_products (campaign_id, product_id, position) SELECT id, $2, 1 FROM one`,
      [value % 50, pick(parents, at)],
    )
  },
  rule: (at, value) =>
    run(
      `INSERT INTO price_rules (name, kind, chain, dealer_id, product_id, min_quantity, unit)
       VALUES ('Kural', $1, '10+5', $2, $3, $4, $5)`,
      [
        ...pick(
          [
            ['agreement', null, null],
            ['tier', 5, null],
            ['tier', 2, 'ADET'],
          ],
          value,
        ),
      ].flatMap((part, i) =>
        i === 0 ? [part, pick([ruledDealer, null], at), pick([...products, null], value)] : [part],
      ),
    ),
  orderRule: (_at, value) =>
    run("INSERT INTO price_rules (name, kind, quantity, unit) VALUES ('Katlar', 'multiple', $1, 'ADET')", [
      2 + (value % 5),
    ]),
  noRules: () => run('DELETE FROM price_rules'),
  cost: (at, value) =>
    run(
      `INSERT INTO product_costs (product_id, cost, currency) VALUES ($1, $2, 'TRY')
       ON CONFLICT (product_id) DO UPDATE SET cost = excluded.cost`,
      [pick(products, at), value],
    ),
  floor: () => run("INSERT INTO price_rules (name, kind, above_cost) VALUES ('Taban', 'floor', 15)"),
}

const change = fc.record({
  what: fc.constantFrom(...Object.keys(changes)),
  at: fc.nat({ max: 100 }),
  value: fc.integer({ min: 1, max: 200 }),
})

async function apply({ what, at, value }: Change): Promise<void> {
  await changes[what]?.(at, value)
  await shop.store.refresh()
  await shop.campaigns.refresh()
}

test('every change is in the next answer of lists, searches, product pages and suggestions', async () => {
  await expectSameAnswers()
  for (const what of Object.keys(changes)) {
    await apply({ what, at: 0, value: 1 })
    await expectSameAnswers()
  }
}, 120_000)

test('lists, searches, product pages and suggestions are the same as without the memory, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (made) => {
      for (const each of made) await apply(each)
      await expectSameAnswers()
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)

afterAll(() => run('DELETE FROM price_rules'))
