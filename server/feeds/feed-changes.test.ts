import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer, addProduct, setPrice, setStock, type TestProduct } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { feedOf, fetchFeed, makeFeed, pathOf } from './test-feeds.ts'

let shop: TestShop
let actor: Actor
let dealer: TestVisitor
let drill: TestProduct
let bit: TestProduct
const db = () => shop.database.pool
const jsonFeed = (parts = {}) => feedOf('standard', { format: 'json', ...parts })

beforeAll(async () => {
  shop = await openTestShop()
  actor = await addDealer(db(), { discount: 10 })
  dealer = await shop.signedIn(actor)
  drill = await addProduct(db(), { code: 'MTK-1', price: 100, stock: 12, units: { KOLİ: 6 }, taxRate: 20 })
  bit = await addProduct(db(), { code: 'UC-1', price: 10, currency: 'USD', stock: 0 })
  await db().execute("UPDATE currencies SET exchange_rate = 40 WHERE code = 'USD'")
  await shop.settle()
})
afterEach(() => db().execute('DELETE FROM dealer_feeds'))
afterAll(() => shop.close())

describe('a feed that has not changed', () => {
  test('answers 304 to its strong ETag, in another encoding too', async () => {
    const feed = await makeFeed(dealer)
    const first = await fetchFeed(shop, pathOf(feed))
    const etag = String(first.headers['etag'])
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    const again = await fetchFeed(shop, pathOf(feed), { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await fetchFeed(shop, pathOf(feed), { 'if-none-match': `"x", W/${etag}` })).status).toBe(304)
    const packed = await fetchFeed(shop, pathOf(feed), { 'accept-encoding': 'gzip', 'if-none-match': etag })
    expect(packed.status).toBe(200)
  })

  const changes: [string, () => Promise<unknown>][] = [
    ['a price', () => setPrice(db(), drill.unitId, 101)],
    ['the stock', () => setStock(db(), drill.id, 11)],
    ['a name', () => db().execute("UPDATE products SET name = 'Matkap' WHERE id = $1", [drill.id])],
    ['a category', () => db().execute("INSERT INTO categories (name, slug) VALUES ('Aletler', 'aletler')")],
    ['a rate', () => db().execute("UPDATE currencies SET exchange_rate = 41 WHERE code = 'USD'")],
    ['a setting', () => shop.setSetting('stockInfoStatus', 2)],
    ['the setting back', () => shop.setSetting('stockInfoStatus', 0)],
    ['the discount', () => db().execute('UPDATE dealers SET discount = 11 WHERE id = $1', [actor.dealer?.id])],
    ['the discount back', () => db().execute('UPDATE dealers SET discount = 10 WHERE id = $1', [actor.dealer?.id])],
    [
      'a unit',
      () => db().execute('UPDATE product_units SET barcode = $2 WHERE id = $1', [drill.unitId, '8690000000012']),
    ],
    ['a product off sale', () => db().execute('UPDATE products SET is_active = false WHERE id = $1', [bit.id])],
    ['a product on sale again', () => db().execute('UPDATE products SET is_active = true WHERE id = $1', [bit.id])],
  ]
  test.each(changes)('has another ETag after %s changed', async (_, change) => {
    const feed = await makeFeed(dealer)
    const etag = String((await fetchFeed(shop, pathOf(feed))).headers['etag'])
    await change()
    await expect
      .poll(async () => (await fetchFeed(shop, pathOf(feed), { 'if-none-match': etag })).status, { interval: 100 })
      .toBe(200)
  })

  test('has another ETag after a transaction that started before an earlier change commits', async () => {
    const feed = await makeFeed(dealer)
    const etagNow = async () => String((await fetchFeed(shop, pathOf(feed))).headers['etag'])
    await db().withClient(async (client) => {
      await client.query('BEGIN')
      await client.query("UPDATE products SET name = 'Geç' WHERE id = $1", [bit.id])
      await setStock(db(), drill.id, 9)
      const before = await etagNow()
      expect((await fetchFeed(shop, pathOf(feed), { 'if-none-match': before })).status).toBe(304)
      await client.query('COMMIT')
      const late = await fetchFeed(shop, pathOf(feed), { 'if-none-match': before })
      expect(late.status).toBe(200)
      expect(late.text).toContain('Geç')
    })
  })
})

describe('changes of a feed', () => {
  const changesSince = async (path: string, since: string) => {
    const answer = await fetchFeed(shop, `${path}?since=${encodeURIComponent(since)}`)
    const { items } = JSON.parse(answer.text) as { items: { code: string; isRemoved?: boolean }[] }
    return {
      scope: answer.headers['feed-scope'],
      cursor: String(answer.headers['feed-cursor']),
      codes: items.map(({ code, isRemoved }) => (isRemoved ? `-${code}` : code)),
    }
  }

  test('since a cursor are the products that changed, and those that were removed', async () => {
    const path = pathOf(await makeFeed(dealer, jsonFeed()))
    const first = await changesSince(path, '')
    expect(first).toMatchObject({ scope: 'full', codes: ['MTK-1', 'UC-1'] })
    expect(await changesSince(path, first.cursor)).toMatchObject({ scope: 'changes', codes: [] })
    await setStock(db(), drill.id, 8)
    const second = await changesSince(path, first.cursor)
    expect(second).toMatchObject({ scope: 'changes', codes: ['MTK-1'] })
    await db().execute('UPDATE products SET is_active = false WHERE id = $1', [bit.id])
    expect((await changesSince(path, second.cursor)).codes).toEqual(['-UC-1'])
    expect((await changesSince(path, first.cursor)).codes).toEqual(['MTK-1', '-UC-1'])
    await db().execute('UPDATE products SET is_active = true WHERE id = $1', [bit.id])
  })

  test('since a moment are those that changed after it', async () => {
    const path = pathOf(await makeFeed(dealer, jsonFeed()))
    await fetchFeed(shop, path)
    const [{ now } = { now: '' }] = await db().query<{ now: string }>(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now`,
    )
    await db().execute('SELECT pg_sleep(0.01)')
    await setStock(db(), drill.id, 7)
    expect(await changesSince(path, now)).toMatchObject({ scope: 'changes', codes: ['MTK-1'] })
    expect((await changesSince(path, '2020-01-01T00:00:00+03:00')).scope).toBe('full')
  })

  test('are all products after the dealer’s conditions, the settings or the feed itself changed', async () => {
    const feed = await makeFeed(dealer, jsonFeed())
    const path = pathOf(feed)
    const first = await changesSince(path, '')
    await db().execute('UPDATE dealers SET discount = 12 WHERE id = $1', [actor.dealer?.id])
    const second = await changesSince(path, first.cursor)
    expect(second).toMatchObject({ scope: 'full', codes: ['MTK-1', 'UC-1'] })
    await dealer.send('PATCH', `/api/account/feeds/${feed.id}`, { body: jsonFeed({ percent: '5' }) })
    expect((await changesSince(path, second.cursor)).scope).toBe('full')
    await db().execute('UPDATE dealers SET discount = 10 WHERE id = $1', [actor.dealer?.id])
  })

  test.each(['dün', '2026-13-45T00:00:00Z', "1' OR 1=1", '2026-11-23'])('since %s are refused', async (since) => {
    const path = pathOf(await makeFeed(await shop.signedIn(await addDealer(db())), jsonFeed()))
    expect((await fetchFeed(shop, `${path}?since=${encodeURIComponent(since)}`)).status).toBe(422)
  })
})
