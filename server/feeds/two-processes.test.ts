import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'
import { openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer, addProduct, setPrice, type TestProduct } from '#testing/store-rows.ts'
import { feedOf, fetchFeed, fetchItems, makeFeed, pathOf } from './test-feeds.ts'

let shop: TestShop
let other: { app: TestShop['app'] }
let url: string
let dealer: TestVisitor
let drill: TestProduct
const db = () => shop.database.pool
const jsonFeed = () => makeFeed(dealer, feedOf('standard', { format: 'json' }))

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  const config = parseConfig({
    NODE_ENV: 'test',
    DATA_DIR: shop.dataDir,
    LOG_LEVEL: 'silent',
    SESSION_SECRET: testSecret,
  })
  const database = { ...shop.database, kind: 'external' as const, created: false, close: async () => {} }
  other = { app: await createApp({ config, database, version: 'test', hasRateLimits: false }) }
  dealer = await shop.signedIn(await addDealer(pool))
  drill = await addProduct(pool, { code: 'MTK-1', price: 100, stock: 12 })
  await shop.settle()
  url = await shop.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => db().execute('DELETE FROM dealer_feeds'))
afterAll(async () => {
  await other.app.close()
  await shop.close()
})

test('two processes have one version of a feed: an ETag of one is known to the other until a price changes', async () => {
  const path = pathOf(await jsonFeed())
  const first = await fetchFeed(shop, path)
  const [etag, cursor] = [String(first.headers['etag']), String(first.headers['feed-cursor'])]
  const same = await fetchFeed(other, path)
  expect([same.headers['etag'], same.headers['feed-cursor'], same.text]).toEqual([etag, cursor, first.text])
  expect((await fetchFeed(other, path, { 'if-none-match': etag })).status).toBe(304)
  await setPrice(db(), drill.unitId, 101)
  for (const process of [other, shop]) {
    expect((await fetchFeed(process, path, { 'if-none-match': etag })).status).toBe(200)
    const changes = await fetchFeed(process, `${path}?since=${cursor}`)
    expect([changes.headers['feed-scope'], changes.text]).toEqual(['changes', expect.stringContaining('"price":101')])
  }
})

test('an address that one process renews is answered 404 by the other at once', async () => {
  const made = await jsonFeed()
  expect((await fetchFeed(other, pathOf(made))).status).toBe(200)
  const answer = await dealer.send('POST', `/api/account/feeds/${made.id}/renew`)
  const [renewed] = (answer.body as { items: { url: string }[] }).items
  expect((await fetchFeed(other, pathOf(made))).status).toBe(404)
  expect((await fetchFeed(other, pathOf(renewed ?? made))).status).toBe(200)
})

test('requests of a feed are counted over both processes', async () => {
  const made = await jsonFeed()
  await db().execute('UPDATE dealer_feeds SET window_requests = 28, window_started_at = now() WHERE id = $1', [made.id])
  const answers = [
    await fetchFeed(shop, pathOf(made)),
    await fetchFeed(other, pathOf(made)),
    await fetchFeed(shop, pathOf(made)),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
})

test('prices that change while a feed is sent are changes since its cursor, and its ETag is no longer current', async () => {
  // More than buffers hold: the last products are read after the first ones have arrived.
  await db().execute(
    `WITH added AS (
       INSERT INTO products (code, name, seo, description)
       SELECT 'UZUN-' || lpad(n::text, 4, '0'), 'Uzun', 'uzun-' || n, repeat(md5(n::text), 200) FROM generate_series(1, 4000) n
       RETURNING id), units AS (
       INSERT INTO product_units (product_id, name, multiplier) SELECT id, 'ADET', 1 FROM added RETURNING id, product_id)
     INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
     SELECT l.id, u.id, 50, 'TRY' FROM units u, price_lists l WHERE l.is_default`,
  )
  await db().execute(
    "UPDATE products p SET default_unit_id = u.id FROM product_units u WHERE u.product_id = p.id AND p.code LIKE 'UZUN-%'",
  )
  const unitOf = async (code: string) =>
    (await db().one<{ id: number }>('SELECT default_unit_id AS id FROM products WHERE code = $1', [code]))?.id ?? 0
  const path = pathOf(await jsonFeed())
  const answer = await fetch(url + path)
  const reader = answer.body?.getReader() ?? expect.fail()
  const pieces = [(await reader.read()).value ?? new Uint8Array()]
  await setPrice(db(), await unitOf('UZUN-0001'), 61)
  await setPrice(db(), await unitOf('UZUN-4000'), 62)
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value)
  const { items } = JSON.parse(Buffer.concat(pieces).toString()) as { items: { code: string; price: number }[] }
  const sent = new Map(items.map(({ code, price }) => [code, price]))
  expect([sent.size, sent.get('UZUN-0001'), sent.get('UZUN-4000')]).toEqual([4001, 50, 62])
  const etag = answer.headers.get('etag') ?? ''
  expect((await fetchFeed(other, path, { 'if-none-match': etag })).status).toBe(200)
  const changes = await fetchItems(other, `${path}?since=${answer.headers.get('feed-cursor')}`)
  expect([...changes].map(([code, item]) => [code, item['price']])).toEqual([
    ['UZUN-0001', 61],
    ['UZUN-4000', 62],
  ])
})
