import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isRefusal } from '#contract/core/errors.ts'
import type { DealerRates } from '#domain/money/rate-policy.ts'
import { decimal, roundMoney } from '#domain/money/money.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { buildIndex } from '#server/catalog/index/live/build.ts'
import type { CatalogIndex } from '#server/catalog/index/catalog-index.ts'
import { applyChanges } from '#server/catalog/index/live/update.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { createStore, saveSetting, type Store, stampOf, viewOf } from '#server/settings/settings.ts'
import { testActor } from '#server/visitor/test-context.ts'
import { type Finder, finderOf } from './finder.ts'
import { listProducts } from './product-list.ts'

/** 120 products in lira, dollars and euros whose prices are close to each other, a list of its own for every third in another currency, campaigns, families. */
const fillCatalog = `
  UPDATE currencies SET exchange_rate = CASE code WHEN 'USD' THEN 40 WHEN 'EUR' THEN 45 ELSE exchange_rate END;
  SELECT setseed(0.31);
  INSERT INTO products (code, name, seo, tax_rate, variant_names)
  SELECT 'P' || n, 'P' || n, 'p' || n, 20, CASE WHEN n % 15 = 0 THEN ARRAY['Renk'] END FROM generate_series(1, 120) n;
  INSERT INTO products (code, name, seo, parent_id, variant_values)
  SELECT p.code || '-' || n, p.name, p.seo || '-' || n, p.id, ARRAY[n::text]
    FROM products p, generate_series(1, 2) n WHERE p.variant_names IS NOT NULL;
  INSERT INTO product_units (product_id, name, multiplier) SELECT id, 'ADET', 1 FROM products;
  UPDATE products p SET default_unit_id = u.id FROM product_units u WHERE u.product_id = p.id;
  INSERT INTO price_lists (code, name) VALUES ('OZEL', 'Özel');
  INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
  SELECT l.id, u.id, round((80 + random() * 40)::numeric / (ARRAY[1, 40, 45])[place], 2), (ARRAY['TRY', 'USD', 'EUR'])[place]
    FROM (SELECT u.id, coalesce(p.parent_id, p.id) AS family FROM product_units u JOIN products p ON p.id = u.product_id) u
    CROSS JOIN price_lists l CROSS JOIN LATERAL (SELECT 1 + (u.family + (NOT l.is_default)::integer) % 3 AS place) currency
   WHERE l.is_default OR u.family % 3 = 1;
  INSERT INTO campaigns (name, row_count, discount) VALUES ('Bahar', 1, 20);
  INSERT INTO campaign_products (campaign_id, product_id, position)
  SELECT c.id, p.id, p.id FROM campaigns c, products p WHERE p.parent_id IS NULL AND p.id % 7 = 0;
  SELECT refresh_campaign_discounts();
  INSERT INTO price_rules (name, kind, chain, dealer_id) SELECT 'Anlaşma', 'agreement', '10+5', id FROM dealers WHERE code = 'KURALLI'`

let database: TestDatabase
let store: Store
let index: CatalogIndex
let finder: Finder
let ruled: number

beforeAll(async () => {
  database = await createTestDatabase()
  const row = await database.pool.one<{ id: number }>(
    "INSERT INTO dealers (code, name) VALUES ('KURALLI', 'K') RETURNING id",
  )
  ruled = row?.id ?? 0
  for (const statement of fillCatalog.split(';')) await database.pool.execute(statement)
  store = await createStore(database.pool)
  index = (await buildIndex(database.pool)).index
  finder = finderOf(index)
})

beforeEach(async () => {
  await database.pool.execute('DELETE FROM exchange_rates')
  await store.refresh()
})

afterAll(async () => {
  await store.close()
  await database.drop()
})

type Who = { rates: DealerRates | null; id?: number; ownList?: boolean }

function viewFor({ rates, id = 0, ownList = false }: Who) {
  const facts = store.facts()
  const priceListId = ownList ? (facts.priceLists.find(({ code }) => code === 'OZEL')?.id ?? 0) : null
  const dealer = {
    id,
    code: 'B001',
    name: 'Yılmaz Hırdavat',
    priceListId,
    discount: '0',
    rates,
    carrierPayer: 'store' as const,
  }
  return viewOf({ actor: testActor({ dealer }), choices: {}, locale: 'tr' }, facts)
}

/** Codes and shown prices in lira of all products in the order of the list; null: on request. */
async function listAs(who: Who, query: Record<string, string> = { sort: 'price' }) {
  const view = viewFor(who)
  const context = { db: database.pool, finder, view, campaigns: [] }
  const found = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await listProducts(context, '', { ...query, limit: '96', page: String(page) })
    if (isRefusal(list)) throw new Error(list.code)
    pages = list.pages
    found.push(...list.items)
  }
  return found.map(({ code, cartPrice, salePrice, taxRate }) => {
    const price = cartPrice ?? salePrice
    const shown = price && shownPrice(price, { currency: 'TRY', rates: view.rates, withTax: false }, { taxRate })
    return { code, price: shown === undefined || shown.isZero() ? null : Number(roundMoney(shown)) }
  })
}

const fixed = (rates: Record<string, string>): DealerRates => ({ policy: 'fixed', fixed: rates, until: null })
const isAscending = (prices: readonly (number | null)[]) =>
  prices.every((price, i) => i === 0 || (prices[i - 1] ?? Infinity) <= (price ?? Infinity))

const dealers: [string, Who][] = [
  ['cheap dollars', { rates: fixed({ USD: '32.17' }) }],
  ['dear dollars and cheap euros', { rates: fixed({ USD: '52.5', EUR: '37.25' }) }],
  ['a list of its own', { rates: fixed({ USD: '32.17', EUR: '60' }), ownList: true }],
]

describe('a dealer with agreed rates', () => {
  test.each(dealers)('with %s has lists in the order of its own prices', async (_name, who) => {
    const listed = await listAs(who)
    expect(listed).toHaveLength(120)
    expect(isAscending(listed.map(({ price }) => price))).toBe(true)
    const down = await listAs(who, { sort: '-price' })
    expect(isAscending(down.toReversed().map(({ price }) => price))).toBe(true)
    const others = await listAs({ ...who, rates: null })
    expect(listed.map(({ code }) => code)).not.toEqual(others.map(({ code }) => code))
  })

  test('with price rules as well', async () => {
    const listed = await listAs({ rates: fixed({ USD: '32.17' }), id: ruled })
    expect(isAscending(listed.map(({ price }) => price))).toBe(true)
  })

  test.each(dealers)('with %s filters and counts by its own prices', async (_name, who) => {
    const all = await listAs(who)
    const within = all.filter(({ price }) => price !== null && price >= 85 && price <= 95).map(({ code }) => code)
    const found = await listAs(who, { sort: 'price', filters: 'price:85-95' })
    expect(found.map(({ code }) => code).toSorted()).toEqual(within.toSorted())
    expect(within.length).toBeGreaterThan(5)
  })

  test('never shares an order with a dealer without a policy, also at the same time', async () => {
    const alone = [await listAs({ rates: null }), await listAs(dealers[0]![1])]
    const together = await Promise.all([listAs({ rates: null }), listAs(dealers[0]![1]), listAs({ rates: null })])
    expect(together).toEqual([alone[0], alone[1], alone[0]])
    const actors = [null, fixed({ USD: '32.17' })].map((rates) =>
      testActor({ dealer: { ...testActor().dealer!, rates } }),
    )
    const stamps = actors.map((actor) => stampOf({ actor, choices: {}, guestCart: null }, store.facts()))
    expect(stamps[0]).not.toBe(stamps[1])
  })

  test("follows the store's rate again the day after the last one", async () => {
    const today = store.facts().today
    const until = (day: string) => viewFor({ rates: { policy: 'fixed', fixed: { USD: '32' }, until: day } })
    expect([until(today).rates['USD'], until(today).ratePolicy]).toEqual(['32', 'fixed'])
    const after = until(addDays(today, -1))
    expect([after.rates['USD'], after.ratePolicy]).toEqual(['40', 'order_day'])
  })

  test('keeps its order when the price of a product changes currency', async () => {
    await database.pool.execute(
      `UPDATE unit_prices SET sale_currency = 'EUR', sale_value = 2.0001 WHERE unit_id = (SELECT default_unit_id FROM products WHERE code = 'P2')`,
    )
    const row = await database.pool.one<{ id: number }>("SELECT id FROM products WHERE code = 'P2'")
    const changes = { ids: { all: [row?.id] }, labelsVersion: index.labels.version, defaultListId: index.defaultListId }
    await applyChanges(database.pool, index, changes as unknown as Parameters<typeof applyChanges>[2])
    const listed = await listAs({ rates: fixed({ EUR: '61' }) })
    expect(listed.find(({ code }) => code === 'P2')?.price).toBe(Number(roundMoney(decimal('2.0001').times(61))))
    expect(isAscending(listed.map(({ price }) => price))).toBe(true)
  })
})

describe('a bulletin without a newer one', () => {
  async function rateSince(days: number, source: string): Promise<void> {
    const day = addDays(dayInTurkey(new Date()), -days)
    await database.pool.execute(
      `INSERT INTO exchange_rates (currency_id, rate, source, valid_from)
       SELECT id, exchange_rate, $2, ($1::date + time '15:30') AT TIME ZONE 'Europe/Istanbul' FROM currencies WHERE code = 'USD'`,
      [day, source],
    )
    await store.refresh()
  }

  test('counts for some working days; then its prices are on request and last in the list', async () => {
    await rateSince(3, 'tcmb')
    expect((await listAs({ rates: null })).every(({ price }) => price !== null)).toBe(true)
    await database.pool.execute('DELETE FROM exchange_rates')
    await rateSince(40, 'tcmb')
    const listed = await listAs({ rates: null })
    const unknown = listed.filter(({ price }) => price === null)
    expect(unknown.length).toBeGreaterThan(20)
    expect(listed.slice(-unknown.length).every(({ price }) => price === null)).toBe(true)
    expect(isAscending(listed.map(({ price }) => price))).toBe(true)
    // A dealer with an agreed rate has a price.
    const agreed = await listAs({ rates: fixed({ USD: '41' }) })
    expect(agreed.every(({ price }) => price !== null)).toBe(true)
    expect(isAscending(agreed.map(({ price }) => price))).toBe(true)
  })

  test('counts longer where the store says so, and a typed rate counts until the next one', async () => {
    await rateSince(40, 'tcmb')
    await saveSetting(database.pool, 'rateMaxMissedDays', 60)
    await store.refresh()
    expect(store.facts().rates['USD']).toBe('40')
    await saveSetting(database.pool, 'rateMaxMissedDays', 1)
    await database.pool.execute('DELETE FROM exchange_rates')
    await rateSince(40, 'manual')
    expect(store.facts().rates['USD']).toBe('40')
  })
})
