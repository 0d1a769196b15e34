import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRefusal } from '#contract/core/errors.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { cartTotals } from '#domain/cart/cart.ts'
import { convert, type Decimal, decimal, lira, roundMoney } from '#domain/money/money.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import type { PriceStep } from '#domain/pricing/price-steps.ts'
import { addDealer, fillCart } from '#testing/store-rows.ts'
import { applyChanges } from '#server/catalog/index/live/update.ts'
import { buildIndex } from '#server/catalog/index/live/build.ts'
import { createFeed, type Feed, readChanges } from '#server/catalog/index/live/change-feed.ts'
import type { CatalogIndex } from '#server/catalog/index/catalog-index.ts'
import { cartSumsOf, presentCart } from '#server/cart/cart.ts'
import { draftOrder } from '#server/checkout/order-draft.ts'
import { lockCart } from '#server/cart/cart.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { createStore, saveSetting, type Store, type View, viewOf } from '#server/settings/settings.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { loadProducts } from '#server/catalog/product/load-products.ts'
import { type Finder, finderOf } from './finder.ts'
import { listProducts } from './product-list.ts'

/**
 * 240 products in six brands and a tree of eight categories, in three currencies, with boxes of 12; every tenth has variants.
 * Rules of each kind for one dealer, its group, its region and everyone.
 */
const fillCatalog = `
  UPDATE currencies SET exchange_rate = CASE code WHEN 'USD' THEN 41.2537 WHEN 'EUR' THEN 48.0911 ELSE exchange_rate END;
  SELECT setseed(0.17);
  INSERT INTO brands (code, name, slug) SELECT 'M' || n, 'Marka ' || n, 'marka-' || n FROM generate_series(1, 6) n;
  INSERT INTO categories (code, name, slug) SELECT 'K' || n, 'Kategori ' || n, 'kategori-' || n FROM generate_series(1, 8) n;
  UPDATE categories c SET parent_id = p.id FROM categories p
   WHERE p.code = CASE c.code WHEN 'K3' THEN 'K1' WHEN 'K4' THEN 'K1' WHEN 'K5' THEN 'K3' WHEN 'K6' THEN 'K2' END;
  INSERT INTO products (code, name, seo, tax_rate, brand_id, category_id, variant_names)
  SELECT 'P' || n, 'P' || n, 'p' || n, (ARRAY[NULL, 0, 1, 10, 20])[1 + n % 5],
         (SELECT id FROM brands WHERE code = 'M' || (1 + n % 7)), (SELECT id FROM categories WHERE code = 'K' || (1 + n % 9)),
         CASE WHEN n % 10 = 0 THEN ARRAY['Renk'] END
    FROM generate_series(1, 240) n;
  INSERT INTO products (code, name, seo, parent_id, variant_values)
  SELECT p.code || '-' || n, p.name, p.seo || '-' || n, p.id, ARRAY[n::text]
    FROM products p, generate_series(1, 3) n WHERE p.variant_names IS NOT NULL;
  INSERT INTO product_units (product_id, name, multiplier) SELECT id, 'ADET', 1 FROM products;
  UPDATE products p SET default_unit_id = u.id FROM product_units u WHERE u.product_id = p.id;
  INSERT INTO product_units (product_id, name, multiplier) SELECT id, 'KOLİ', 12 FROM products WHERE variant_names IS NULL;
  INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
  SELECT l.id, u.id, round((CASE WHEN random() < 0.05 THEN 0 ELSE 90 + random() * 30 END / coalesce(nullif(c.exchange_rate, 0), 1))::numeric, 2), c.code
    FROM product_units u CROSS JOIN price_lists l
    JOIN currencies c ON c.code = (ARRAY['TRY', 'USD', 'EUR'])[1 + (u.id + l.id) % 3]
   WHERE u.name = 'ADET';
  INSERT INTO inventory (product_id, warehouse_id, quantity)
  SELECT p.id, w.id, 100000 FROM products p CROSS JOIN (SELECT id FROM warehouses ORDER BY id LIMIT 1) w WHERE p.variant_names IS NULL;
  INSERT INTO product_costs (product_id, cost, currency)
  SELECT p.id, round((85 + random() * 25)::numeric / coalesce(nullif(c.exchange_rate, 0), 1), 4), c.code FROM products p
    JOIN currencies c ON c.code = (ARRAY['TRY', 'USD', 'EUR'])[1 + p.id % 3] WHERE p.id % 5 <> 0;
  INSERT INTO campaigns (name, row_count, discount) VALUES ('Bahar', 1, 20);
  INSERT INTO campaign_products (campaign_id, product_id, position)
  SELECT c.id, p.id, p.id FROM campaigns c, products p WHERE p.parent_id IS NULL AND p.id % 7 = 0;
  SELECT refresh_campaign_discounts();
  INSERT INTO dealer_groups (code, name) VALUES ('TOP', 'Toptancılar')`

type RuleParts = {
  kind: string
  chain?: string
  fixed?: [value: string, currency: string]
  above?: string
  dealer?: number
  group?: boolean
  region?: string
  brand?: string
  category?: string
  product?: string
  min?: string
  unit?: string
  stops?: boolean
  keeps?: boolean
  days?: [string | null, string | null]
  priority?: number
}

let database: TestDatabase
let store: Store
let index: CatalogIndex
let feed: Feed
let finder: Finder
let dealer: Actor

async function addRule({ chain, fixed, above, days, ...rule }: RuleParts): Promise<void> {
  await database.pool.execute(
    `INSERT INTO price_rules (name, kind, chain, fixed_value, fixed_currency, dealer_id, group_id, region, brand_id,
       category_id, product_id, min_quantity, unit, stops, keeps_discount, starts_on, ends_on, priority, above_cost)
     VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7 THEN (SELECT id FROM dealer_groups) END, $8,
       (SELECT id FROM brands WHERE code = $9), (SELECT id FROM categories WHERE code = $10),
       (SELECT id FROM products WHERE code = $11), $12, $13, $14, $15, $16, $17, $18, $19)`,
    [
      `${rule.kind} ${chain ?? fixed?.[0] ?? above}`,
      rule.kind,
      chain ?? null,
      fixed?.[0] ?? null,
      fixed?.[1] ?? null,
      rule.dealer ?? null,
      rule.group ?? false,
      rule.region ?? null,
      rule.brand ?? null,
      rule.category ?? null,
      rule.product ?? null,
      rule.min ?? null,
      rule.unit ?? null,
      rule.stops ?? false,
      rule.keeps ?? false,
      days?.[0] ?? null,
      days?.[1] ?? null,
      rule.priority ?? 0,
      above ?? null,
    ],
  )
}

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  for (const statement of fillCatalog.split(';')) await pool.execute(statement)
  dealer = await addDealer(pool, { discount: 12.5 })
  const dealerId = dealer.dealer?.id ?? 0
  await pool.execute("UPDATE dealers SET group_id = (SELECT id FROM dealer_groups), region = 'Ege' WHERE id = $1", [
    dealerId,
  ])
  const rules: RuleParts[] = [
    { kind: 'agreement', brand: 'M1', dealer: dealerId, chain: '25' },
    { kind: 'agreement', brand: 'M2', group: true, chain: '10+5', keeps: true },
    { kind: 'agreement', product: 'P26', dealer: dealerId, fixed: ['61.5', 'TRY'], stops: true },
    { kind: 'agreement', product: 'P33', dealer: dealerId, fixed: ['1.85', 'USD'] },
    { kind: 'chain', category: 'K1', region: 'ege', chain: '10+5+3' },
    { kind: 'chain', category: 'K3', region: 'ege', chain: '4' },
    { kind: 'chain', category: 'K2', chain: '2.5', stops: true },
    { kind: 'tier', brand: 'M3', chain: '3', min: '10' },
    { kind: 'tier', brand: 'M3', chain: '6', min: '50' },
    { kind: 'tier', product: 'P40', group: true, fixed: ['55', 'TRY'], min: '24' },
    { kind: 'tier', category: 'K4', chain: '9', min: '2', unit: 'KOLİ' },
    { kind: 'floor', brand: 'M1', chain: '30' },
    { kind: 'floor', category: 'K3', fixed: ['85', 'TRY'] },
    { kind: 'floor', brand: 'M2', above: '4.5' },
    { kind: 'floor', group: true, brand: 'M5', above: '0' },
    { kind: 'floor', product: 'P80-2', above: '2' },
    // Variants: one becomes the cheapest, one is no longer the cheapest, one has a lowest price, one costs the same for all.
    { kind: 'agreement', product: 'P10-3', dealer: dealerId, chain: '60' },
    { kind: 'agreement', product: 'P20-1', dealer: dealerId, fixed: ['900', 'TRY'] },
    { kind: 'agreement', product: 'P20-2', dealer: dealerId, fixed: ['900', 'TRY'] },
    { kind: 'agreement', product: 'P30-2', group: true, fixed: ['1.1', 'USD'] },
    { kind: 'floor', product: 'P50-1', chain: '1' },
    { kind: 'chain', product: 'P70-2', chain: '45' },
    { kind: 'agreement', brand: 'M4', dealer: dealerId, chain: '50', days: [null, '2020-01-01'] },
    { kind: 'agreement', brand: 'M4', dealer: dealerId, chain: '60', days: ['2999-01-01', null] },
  ]
  for (const rule of rules) await addRule(rule)
  store = await createStore(pool)
  const built = await buildIndex(pool)
  index = built.index
  feed = createFeed(built.floor)
  finder = finderOf(index)
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

function viewFor(actor: Actor | null, currency = lira): View {
  const facts = store.facts()
  const { id } = facts.currencies.find(({ code }) => code === currency) ?? {}
  return viewOf({ actor, choices: id === undefined ? {} : { defaultCurrency: id }, locale: 'tr' }, facts)
}

async function listAs(view: View, query: Record<string, string>): Promise<Product[]> {
  const items: Product[] = []
  for (let page = 1; ; page++) {
    const context = { db: database.pool, finder, view, campaigns: [] }
    const list = await listProducts(context, '', { ...query, limit: '96', page: String(page) })
    if (isRefusal(list)) throw new Error(list.code)
    items.push(...list.items)
    if (page >= list.pages) return items
  }
}

const chargedOf = ({ cartPrice, salePrice }: Product) => cartPrice ?? salePrice ?? { value: 0, currency: lira }

function shownOf(product: Product, { currency, rates, settings }: View): Decimal {
  const priceView = { currency, rates, withTax: settings.productsWithKdv === '1' }
  return roundMoney(shownPrice(chargedOf(product), priceView, { taxRate: product.taxRate }))
}

/** Prices as two adjacent products may differ: sort prices are not rounded, shown ones are. */
function descents(prices: readonly Decimal[]): Decimal[] {
  const priced = prices.filter((price) => !price.isZero())
  return priced.slice(1).flatMap((price, i) => {
    const fall = decimal(priced[i] ?? 0).minus(price)
    return fall.greaterThan('0.01') ? [fall] : []
  })
}

const byCode = (items: readonly Product[]) => new Map(items.map((item) => [item.code, item]))

describe.each(['0', '1'])('with productsWithKdv %s', (withTax) => {
  beforeAll(async () => {
    await saveSetting(database.pool, 'productsWithKdv', withTax)
    await store.refresh()
  })

  test.each(['TRY', 'USD'])('lists are sorted by the dealer’s own prices in %s', async (currency) => {
    const view = viewFor(dealer, currency)
    const rising = await listAs(view, { sort: 'price' })
    expect(rising).toHaveLength(240)
    const prices = rising.map((product) => shownOf(product, view))
    expect(prices.filter((price) => !price.isZero()).length).toBeGreaterThan(200)
    expect(descents(prices)).toEqual([])
    const falling = await listAs(view, { sort: '-price' })
    expect(descents(falling.map((product) => shownOf(product, view)).toReversed())).toEqual([])
  })

  test('a price range finds what is shown within it', async () => {
    const view = viewFor(dealer)
    const all = await listAs(view, { sort: 'price' })
    const [min, max] = [shownOf(all[60]!, view), shownOf(all[150]!, view)]
    const found = await listAs(view, { sort: 'price', filters: `price:${min.toFixed(2)}-${max.toFixed(2)}` })
    const within = (margin: string) => (product: Product) => {
      const price = shownOf(product, view)
      return !price.lessThan(min.plus(margin)) && !price.greaterThan(max.minus(margin))
    }
    // Sort prices are not rounded: a product on the very border may be missing.
    const codes = found.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(all.filter(within('0.01')).map(({ code }) => code)))
    expect(found.filter(within('0'))).toHaveLength(found.length)
  })

  test('ranges of the price filter have as many products as they find', async () => {
    const view = viewFor(dealer)
    const context = { db: database.pool, finder, view, campaigns: [] }
    const list = await listProducts(context, '', {})
    if (isRefusal(list)) throw new Error(list.code)
    const ranges = list.facets?.price ?? []
    expect(ranges.length).toBeGreaterThan(1)
    for (const { min, max, count } of ranges) {
      const found = await listAs(view, { filters: `price:${min ?? ''}-${max ?? ''}` })
      expect({ min, max, count }).toEqual({ min, max, count: found.length })
    }
  })
})

test('each kind of rule changes what the dealer sees, and only the dealer’s prices', async () => {
  const own = byCode(await listAs(viewFor(dealer), {}))
  const other = await addDealer(database.pool, { discount: 12.5 })
  await store.refresh()
  const others = byCode(await listAs(viewFor(other), {}))
  const changed = [...own.values()].filter(
    ({ code, salePrice }) => salePrice?.value !== others.get(code)?.salePrice?.value,
  )
  expect(changed.length).toBeGreaterThan(80)
  expect(own.get('P26')?.salePrice).toEqual({ value: 61.5, currency: 'TRY' })
  // In a category without a chain; the net price is in dollars.
  expect(own.get('P33')?.salePrice?.currency).toBe('USD')
})

async function variantsOf(code: string, view: View): Promise<Product[]> {
  const rows = await database.pool.query<{ id: number }>('SELECT id FROM products WHERE code LIKE $1', [`${code}-%`])
  const products = await loadProducts(
    database.pool,
    rows.map(({ id }) => id),
    view,
  )
  return [...products.values()]
}

const inLira = (product: Product, view: View): number => convert(chargedOf(product), lira, view.rates).toNumber()

test('a family costs what its cheapest variant costs the dealer', async () => {
  const view = viewFor(dealer)
  const families = [...byCode(await listAs(view, {})).values()].filter(({ varyantx }) => varyantx === 0)
  expect(families.length).toBe(24)
  for (const family of families) {
    const prices = (await variantsOf(family.code, view))
      .map((variant) => inLira(variant, view))
      .filter((price) => price > 0)
    expect([family.code, inLira(family, view)]).toEqual([family.code, prices.length === 0 ? 0 : Math.min(...prices)])
  }
})

test('a rule for a variant moves its family in lists, without a restart', async () => {
  const { pool } = database
  const follow = async () => {
    const changes = await readChanges(pool, feed)
    await applyChanges(pool, index, changes)
    feed = changes.next
    await store.refresh()
  }
  const cheapest = async () => (await listAs(viewFor(dealer), { sort: 'price' }))[0]?.code
  await follow()
  const before = await cheapest()
  await addRule({ kind: 'agreement', product: 'P90-2', dealer: dealer.dealer?.id ?? 0, fixed: ['0.5', 'TRY'] })
  await follow()
  expect(await cheapest()).toBe('P90')
  const found = await listAs(viewFor(dealer), { filters: 'price:0-1' })
  expect(found.map(({ code }) => code)).toEqual(['P90'])
  // Another variant becomes cheaper still, by its price.
  await pool.execute(
    "UPDATE unit_prices SET sale_value = 0.3, sale_currency = 'TRY' WHERE unit_id = (SELECT default_unit_id FROM products WHERE code = 'P100-1')",
  )
  await addRule({ kind: 'chain', product: 'P100-1', dealer: dealer.dealer?.id ?? 0, chain: '5' })
  await follow()
  expect(await cheapest()).toBe('P100')
  await pool.execute(
    "UPDATE unit_prices SET sale_value = 300 WHERE unit_id = (SELECT default_unit_id FROM products WHERE code = 'P100-1')",
  )
  await follow()
  expect(await cheapest()).toBe('P90')
  await pool.execute(
    "DELETE FROM price_rules WHERE product_id IN (SELECT id FROM products WHERE code IN ('P90-2', 'P100-1'))",
  )
  await follow()
  expect(await cheapest()).toBe(before)
})

test('a changed cost moves lists, without a restart', async () => {
  const { pool } = database
  const follow = async () => {
    const changes = await readChanges(pool, feed)
    await applyChanges(pool, index, changes)
    feed = changes.next
    await store.refresh()
  }
  const setCost = (code: string, cost: number) =>
    pool.execute(
      `INSERT INTO product_costs (product_id, cost, currency) SELECT id, $2, 'TRY' FROM products WHERE code = $1
       ON CONFLICT (product_id) DO UPDATE SET cost = excluded.cost, currency = excluded.currency`,
      [code, cost],
    )
  const listed = async (min: number, max: number) =>
    (await listAs(viewFor(dealer), { sort: 'price', filters: `price:${min}-${max}` })).map(({ code }) => code)
  await saveSetting(pool, 'productsWithKdv', '0')
  await addRule({ kind: 'agreement', product: 'P110', dealer: dealer.dealer?.id ?? 0, fixed: ['0.5', 'TRY'] })
  await addRule({ kind: 'floor', product: 'P110', dealer: dealer.dealer?.id ?? 0, above: '10', priority: 9 })
  await pool.execute("DELETE FROM product_costs WHERE product_id IN (SELECT id FROM products WHERE code LIKE 'P110%')")
  await follow()
  // Without a cost there is no floor.
  expect(await listed(0.1, 10)).toEqual(['P110'])
  for (const [cost, price] of [
    [20, 22],
    [30, 33],
  ] as const) {
    await setCost('P110', cost)
    await follow()
    expect(await listed(price - 0.01, price + 0.01)).toEqual(['P110'])
    expect(await listed(0.1, 10)).toEqual([])
  }
  // A variant's own cost comes before the family's.
  await setCost('P110-2', 5)
  await follow()
  expect(await listed(0.1, 6)).toEqual(['P110'])
  await pool.execute("DELETE FROM product_costs WHERE product_id IN (SELECT id FROM products WHERE code LIKE 'P110%')")
  await pool.execute("DELETE FROM price_rules WHERE product_id = (SELECT id FROM products WHERE code = 'P110')")
  await follow()
})

test('tiers are shown with the quantities of the unit from which they apply', async () => {
  const products = byCode(await listAs(viewFor(dealer), {}))
  const tiersOf = (code: string, name: string): Unit['tiers'] =>
    products.get(code)?.units.find(({ value }) => value === name)?.tiers
  const branded = [...products.values()].find(
    ({ brand, varyantx, salePrice, units }) =>
      brand?.code === 'M3' && varyantx === 1 && (salePrice?.value ?? 0) > 0 && units[0]?.tiers?.length === 2,
  )
  expect(tiersOf(branded?.code ?? '', 'ADET')?.map(({ quantity }) => quantity)).toEqual([10, 50])
  // One box of twelve already reaches the first tier.
  expect(tiersOf(branded?.code ?? '', 'KOLİ')?.map(({ quantity }) => quantity)).toEqual([5])
})

test('the list, the cart, its totals and the order agree for any quantity', async () => {
  const { pool } = database
  await saveSetting(pool, 'productsWithKdv', '0')
  await store.refresh()
  const view = viewFor(dealer)
  await pool.execute('DELETE FROM cart_lines')
  const lines = await pool.query<{ product_id: number; unit_id: number; quantity: number }>(
    `SELECT u.product_id, u.id AS unit_id, (ARRAY[1, 2, 5, 9, 10, 24, 49, 50, 60])[1 + u.id % 9] AS quantity
       FROM product_units u JOIN products p ON p.id = u.product_id
       JOIN unit_prices up ON up.unit_id = p.default_unit_id AND up.sale_value > 0
      WHERE p.variant_names IS NULL ORDER BY u.id`,
  )
  await fillCart(
    pool,
    dealer,
    lines.map((line) => ({ productId: line.product_id, unitId: line.unit_id, quantity: line.quantity })),
  )
  const items = await presentCart(pool, dealer.userId, view)
  expect(items.length).toBe(lines.length)
  const priced = items.map(({ productUnit, quantity, product }) => ({
    price: productUnit.defaultPrice ?? { value: 0, currency: lira },
    quantity,
    taxRate: product.taxRate,
  }))
  const expected = cartTotals(priced, view.currency, view.rates)
  const { totals } = await cartSumsOf(pool, dealer.userId, view, null)
  expect(totals?.total).toBe(Number(expected.total))
  const cartId = await lockCart(pool, dealer.userId)
  const draft = await draftOrder(pool, cartId, {
    userId: dealer.userId,
    dealerId: dealer.dealer?.id ?? 0,
    view,
    description: undefined,
    planKey: null,
  })
  if (!draft.ok) throw new Error(draft.code)
  expect(draft.head.total).toBe(expected.total.toFixed(2))
  for (const [i, line] of draft.lines.entries()) {
    expect({ code: line.code, value: Number(line.price_value), currency: line.price_currency }).toEqual({
      code: line.code,
      ...priced[i]?.price,
    })
    const last = (line.price_steps ?? []).at(-1)
    expect(last).toMatchObject({ value: line.price_value, currency: line.price_currency })
  }
  const kinds = new Set(draft.lines.flatMap(({ price_steps: steps = [] }) => steps.map(({ kind }: PriceStep) => kind)))
  expect(kinds).toEqual(new Set(['list', 'unit', 'discount', 'agreement', 'chain', 'tier', 'campaign', 'floor']))
})

test('a cart knows what each of its lines costs at any quantity', async () => {
  const { pool } = database
  const view = viewFor(dealer)
  const units = await pool.query<{ product_id: number; unit_id: number }>(
    `SELECT u.product_id, u.id AS unit_id FROM product_units u JOIN products p ON p.id = u.product_id
      WHERE p.variant_names IS NULL ORDER BY u.id`,
  )
  const cartOf = async (quantity: number) => {
    await pool.execute('DELETE FROM cart_lines')
    await fillCart(
      pool,
      dealer,
      units.map((unit) => ({ productId: unit.product_id, unitId: unit.unit_id, quantity })),
    )
    return new Map(
      (await presentCart(pool, dealer.userId, view)).map((item) => [item.productUnit.id, item.productUnit]),
    )
  }
  const known = await cartOf(12)
  const tiered = [...known.values()].filter(({ quantityPrices }) => quantityPrices !== undefined)
  expect(tiered.length).toBeGreaterThan(40)
  for (const quantity of [1, 2, 4, 5, 9, 10, 23, 24, 49, 50, 1000]) {
    for (const [id, unit] of await cartOf(quantity)) {
      const at = known.get(id)?.quantityPrices?.findLast((prices) => prices.quantity <= quantity) ?? known.get(id)
      expect({ id, quantity, price: at?.defaultPrice }).toEqual({ id, quantity, price: unit.defaultPrice })
    }
  }
})

test('a new rule and a changed category reach lists without a restart', async () => {
  const { pool } = database
  const before = byCode(await listAs(viewFor(dealer), {})).get('P16')
  await addRule({ kind: 'agreement', product: 'P16', chain: '99', priority: 5 })
  await store.refresh()
  const view = viewFor(dealer)
  const [cheapest] = await listAs(view, { sort: 'price' })
  expect(cheapest?.code).toBe('P16')
  expect(convert(chargedOf(cheapest!), lira, view.rates).lessThan(convert(chargedOf(before!), lira, view.rates))).toBe(
    true,
  )
  // The chain of the category K1 takes 17.065 % off what comes into it.
  const inK9 = [...byCode(await listAs(viewFor(dealer), {})).values()].find(
    ({ code, brand, salePrice, varyantx }) =>
      code !== 'P16' && brand === null && varyantx === 1 && (salePrice?.value ?? 0) > 0,
  )
  await pool.execute(
    "UPDATE products SET category_id = (SELECT id FROM categories WHERE code = 'K4') WHERE code = $1",
    [inK9?.code],
  )
  const ids = [inK9?.id ?? 0]
  await applyChanges(pool, index, {
    ids: { all: ids },
    labelsVersion: index.labels.version,
    defaultListId: index.defaultListId,
  } as Parameters<typeof applyChanges>[2])
  const prices = (await listAs(viewFor(dealer), { sort: 'price' })).map((product) => shownOf(product, viewFor(dealer)))
  expect(descents(prices)).toEqual([])
})
