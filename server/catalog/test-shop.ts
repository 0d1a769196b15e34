import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ProductList, Suggestion } from '#contract/shop/catalog.ts'
import type { Product, ProductDetail } from '#contract/shop/product.ts'
import { addProduct, addWarehouse, setStock } from '#testing/store-rows.ts'
import { type Campaigns, openCampaigns } from '#server/campaigns/campaigns.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import type { Answer, RawInput } from '#server/platform/http/calls.ts'
import { type CallContext, Calls } from '#server/visitor/visitor.ts'
import { testActor, testContext } from '#server/visitor/test-context.ts'
import { openSearchLog, type SearchLog } from '#server/search-log/search-log.ts'
import { openSearchRules, type SearchRules } from '#server/search-rules/search-rules.ts'
import type { DealerRates } from '#domain/money/rate-policy.ts'
import { createStore, saveSetting, type Store } from '#server/settings/settings.ts'
import { type Catalog, openCatalog, registerCatalog } from './catalog.ts'

type Who = Partial<CallContext>

export const guest: Who = {}
export const dealer: Who = dealerWith({})

export function dealerWith(parts: { discount?: string; priceListId?: number; rates?: DealerRates }): Who {
  const terms = { priceListId: parts.priceListId ?? null, discount: parts.discount ?? '0', rates: parts.rates ?? null }
  return {
    actor: testActor({ dealer: { id: 1, code: 'B001', name: 'Yılmaz Hırdavat', ...terms, carrierPayer: 'store' } }),
  }
}

/** The codes of all listed products in the order of their ids. */
export const all = ['06A 905-115', 'TSHIRT', 'EŞ-42', 'NOPRICE']

export const codes = (found: { items: Product[] }) => found.items.map(({ code }) => code)

/** A branded hammer, a shirt in two colours, a sold-out equivalent priced in dollars, and a product without a price. */
export type Shop = {
  database: TestDatabase
  store: Store
  catalog: Catalog
  campaigns: Campaigns
  searchLog: SearchLog
  searchRules: SearchRules
  labels: { bosch: number; tools: number; hammers: number; model: number }
  hammer: { id: number; unit: number; pack: number }
  shirt: { id: number; red: number; blue: number }
  set(values: Record<string, unknown>): Promise<void>
  call(path: string, input: RawInput, who?: Who): Promise<Answer>
  list(path: string, query?: Record<string, string>, who?: Who): Promise<ProductList>
  show(key: string | number, who?: Who): Promise<ProductDetail>
  suggest(q: string, who?: Who): Promise<Suggestion[]>
}

/** Opens a small shop for one test file and resets the settings before each test. */
export function openTestShop(): Shop {
  const shop = {} as Shop
  beforeAll(async () => {
    const database = await createTestDatabase()
    const { pool } = database
    Object.assign(shop, { database, labels: await addLabels(database) })
    await stockShop(shop)
    const store = await createStore(pool)
    const catalog = openCatalog(pool)
    const campaigns = await openCampaigns(pool)
    const calls = new Calls()
    const searchLog = openSearchLog(pool)
    const searchRules = await openSearchRules(pool)
    registerCatalog(calls, { pool, store, catalog, campaigns, searchLog, searchRules })
    Object.assign(shop, { store, catalog, campaigns, searchLog, searchRules, ...callsOf(calls, catalog) })
    shop.set = async (values) => {
      for (const [key, value] of Object.entries(values)) await saveSetting(pool, key, value)
      await store.refresh()
    }
  })
  beforeEach(async () => {
    await shop.database.pool.execute('DELETE FROM settings')
    await shop.store.refresh()
  })
  afterAll(async () => {
    await shop.catalog.close()
    await shop.campaigns.close()
    await shop.searchRules.close()
    await shop.searchLog.close()
    await shop.store.close()
    await shop.database.drop()
  })
  return shop
}

function callsOf(calls: Calls, catalog: Catalog): Pick<Shop, 'call' | 'list' | 'show' | 'suggest'> {
  const call = async (path: string, input: RawInput, who = guest) => {
    await catalog.catchUp()
    const found = calls.find('GET', path)
    if (found === undefined) throw new Error(`No such call: ${path}`)
    return found.run(input, testContext(who))
  }
  const body = async <Body>(path: string, input: RawInput, who?: Who) => {
    const answer = await call(path, input, who)
    if (!answer.ok) throw new Error(JSON.stringify(answer))
    return answer.body as Body
  }
  return {
    call,
    list: (path, query = {}, who) => body('/api/catalog/products/*', { params: { '*': path }, query }, who),
    show: (key, who) => body('/api/catalog/product/:key', { params: { key: String(key) } }, who),
    suggest: (q, who) => body('/autocomplete', { query: { q } }, who),
  }
}

async function addLabels({ pool }: TestDatabase): Promise<Shop['labels']> {
  const insert = async (sql: string, params: unknown[] = []) =>
    (await pool.one<{ id: number }>(`INSERT INTO ${sql} RETURNING id`, params))?.id ?? 0
  const bosch = await insert("brands (code, name, slug) VALUES ('BSH', 'Bosch', 'bosch')")
  const model = await insert("models (brand_id, name) VALUES ($1, 'Pro 5')", [bosch])
  const tools = await insert("categories (name, slug) VALUES ('El Aletleri', 'el-aletleri')")
  const hammers = await insert("categories (parent_id, name, slug) VALUES ($1, 'Çekiçler', 'cekicler')", [tools])
  return { bosch, tools, hammers, model }
}

async function stockShop(shop: Shop): Promise<void> {
  const { pool } = shop.database
  const { labels } = shop
  await addWarehouse(pool, 'ANKARA')
  await pool.execute("INSERT INTO payment_plans (key, name) VALUES ('advencePrice1', '30 gün')")
  const units = { PAKET: 12, KOLİ: 120 }
  const hammer = await addProduct(pool, { code: '06A 905-115', price: 100, stock: 7, units })
  shop.hammer = { id: hammer.id, unit: hammer.unitId, pack: hammer.units.PAKET ?? 0 }
  await setStock(pool, hammer.id, -2, 'ANKARA')
  await pool.execute(
    `UPDATE products SET name = 'ÇEKİÇ Işıklı 500 gr', brand_id = $2, category_id = $3, model_id = $4,
       images = '{a b.svg}', equivalent_code = 'EŞ-1', ozelkod = 'Raf 3', description = 'Sağlam',
       attributes = '[["Ağırlık","500 gr"]]' WHERE id = $1`,
    [hammer.id, labels.bosch, labels.hammers, labels.model],
  )
  await pool.execute(
    `UPDATE unit_prices SET list_value = 125, list_currency = 'TRY', plan1_value = 110, plan1_currency = 'TRY'
      WHERE unit_id = $1`,
    [hammer.unitId],
  )
  await addShirt(shop)
  const twin = await addProduct(pool, { code: 'EŞ-42', price: 10.5, currency: 'USD', stock: 0 })
  const equal = [twin.id, labels.hammers]
  await pool.execute("UPDATE products SET equivalent_code = 'EŞ-1', category_id = $2 WHERE id = $1", equal)
  const hidden = await addProduct(pool, { code: 'HIDDEN', stock: 5 })
  await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [hidden.id])
  await addProduct(pool, { code: 'NOPRICE', price: null, stock: 3 })
}

async function addShirt(shop: Shop): Promise<void> {
  const { pool } = shop.database
  const { id } = await addProduct(pool, { code: 'TSHIRT', price: null, variantNames: ['Renk'] })
  const child = async (code: string, value: string, price: number, stock: number) =>
    (await addProduct(pool, { code, price, stock, parentId: id, variantValues: [value] })).id
  shop.shirt = { id, red: await child('TS-K', 'Kırmızı', 50, 4), blue: await child('TS-M', 'Mavi', 40, 6) }
}
