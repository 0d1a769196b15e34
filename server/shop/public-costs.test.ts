import { createHash } from 'node:crypto'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedPresetNames, feedPresets } from '#domain/feeds/feed-presets.ts'
import { saveCosts } from '#server/catalog/catalog.ts'
import { fetchFeed, feedOf, makeFeed, pathOf } from '#server/feeds/test-feeds.ts'
import { contractEndpoints } from '#testing/endpoints.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague, addDealer, addProduct, fillCart } from '#testing/store-rows.ts'

/** What the product costs the store, and what the dealer pays: the list price less 10 %. No other number has these digits. */
const cost = '7319.4527'
const dealersPrice = '8642.3571'
const listPrice = 9602.619
/** Either number in any notation: 7319.4527, 7.319,45, 7,319.45, 7319,45, ₺7.319. Also with tax, and ten pieces of it. */
const variants = (value: string) =>
  [1, 1.2, 10, 12].map((factor) => {
    const whole = String(Math.trunc(Number(value) * factor))
    // With no further digits beside it, which would make it another number. A time of day is none: 58.642Z.
    return `(?<!\\d)${whole.slice(0, -3)}[.,\\s\\u00a0]?${whole.slice(-3)}(?![\\dZ])`
  })
const costPattern = new RegExp(variants(cost).join('|'))
const pricePattern = new RegExp(variants(dealersPrice).join('|'))

let shop: TestShop
let dealer: TestVisitor
let colleague: TestVisitor
let guest: TestVisitor
const paths: Record<string, string> = {}

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  const { unitId, code } = await addProduct(pool, { stock: 500, price: listPrice, taxRate: 20 })
  await saveCosts(pool, [{ line: null, code, cost, currency: 'TRY' }])
  // With a floor from cost the costs are in the catalog index too.
  await pool.execute(
    "INSERT INTO price_rules (name, kind, above_cost, is_active) VALUES ('Kâr tabanı', 'floor', 3, true)",
  )
  await addAdmin(pool)
  const actor = await addDealer(pool, { discount: 10 })
  dealer = await shop.signedIn(actor)
  colleague = await shop.signedIn(await addColleague(pool, actor.dealer!))
  guest = await shop.guest()
  await fillCart(pool, actor, [{ unitId, quantity: 10 }])
  const made = (await dealer.send('POST', '/api/catalog/cart/offer', { body: {} })).body as { id: number }
  const { items } = (await dealer.send('GET', '/api/catalog/offers')).body as {
    items: { offerItems: { id: number }[] }[]
  }
  const itemId = items[0]?.offerItems[0]?.id
  const profit = { [made.id]: { [String(itemId)]: -37 } }
  expect((await dealer.send('PATCH', '/api/catalog/offer/update/profit', { body: profit })).status).toBe(200)
  // The store has gone down to another price, which is none of the customer's business either.
  const rounds = `/api/catalog/offer/rounds/${made.id}`
  await dealer.send('POST', rounds, {
    body: { round: 0, note: '', lines: [{ line: 1, price: Number(cost), note: '' }] },
  })
  const link = await dealer.send('POST', `/api/catalog/offer/link/${made.id}`, {
    body: { sendEmail: false, hasReminder: false },
  })
  paths['GET /api/quotes/:token'] = `/api/quotes/${(link.body as { url: string }).url.split('/').at(-1)}`
  const token = 'a-token-of-a-payment-link'
  await pool.execute(
    `INSERT INTO payment_links (token_hash, dealer_id, user_id, amount, expires_at)
     VALUES ($1, $2, $3, 100, now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), actor.dealer?.id, actor.userId],
  )
  paths['GET /api/payment-link/:token'] = `/api/payment-link/${token}`
  const list = await dealer.send('POST', '/api/account/lists', {
    body: { name: 'Liste', isShared: false, source: { kind: 'codes', lines: [{ code, quantity: 10 }] } },
  })
  const shared = await dealer.send('POST', `/api/account/lists/${(list.body as { id: number }).id}/link`)
  paths['GET /api/account/linked-lists/:token'] =
    `/api/account/linked-lists/${(shared.body as { url: string }).url.split('/').at(-1)}`
  const draft = await dealer.send('POST', '/api/catalog/shared-drafts', {
    body: { title: 'Sepet', lines: [{ code, quantity: '10', unit: '' }] },
  })
  paths['GET /api/catalog/shared-drafts/:token'] =
    `/api/catalog/shared-drafts/${(draft.body as { token: string }).token}`
  await shop.settle()
})
afterAll(() => shop.close())

/** Links that lead to no goods. */
const withoutGoods = [
  'GET /api/account/login/link/:token',
  'GET /api/account/password/:token',
  'GET /api/bayi-ol/basvuru/:token',
]

test('every link that a token opens is scanned', () => {
  const opened = [...contractEndpoints.keys()].filter((name) => name.startsWith('GET ') && name.includes(':token'))
  expect([...Object.keys(paths), ...withoutGoods].toSorted()).toEqual(opened.toSorted())
})

test('the numbers are in the shop: its staff and the dealer see them', async () => {
  const admin = await shop.signedIn(await addAdmin(shop.database.pool))
  const offers = await admin.send('GET', '/yonetim/offers')
  const { id } = (offers.body as { items: { id: number }[] }).items[0] ?? { id: 0 }
  expect((await admin.send('GET', `/yonetim/offers/${id}`)).text).toMatch(costPattern)
  expect((await dealer.send('GET', '/api/catalog/offers')).text).toMatch(pricePattern)
})

test.each(['GET /api/quotes/:token', 'GET /api/payment-link/:token'])(
  'what anybody reads by a link has neither the cost nor the dealer’s price: %s',
  async (name) => {
    for (const visitor of [guest, dealer, colleague]) {
      for (const locale of ['tr', 'en']) {
        const { status, text } = await visitor.send('GET', paths[name] ?? '', {
          headers: { 'accept-language': locale },
        })
        expect(status).toBe(200)
        expect(text).not.toMatch(costPattern)
        expect(text).not.toMatch(pricePattern)
      }
    }
  },
)

test.each(['GET /api/account/linked-lists/:token', 'GET /api/catalog/shared-drafts/:token'])(
  'what colleagues share has no cost for them, and nothing at all for others: %s',
  async (name) => {
    const path = paths[name] ?? ''
    const shown = await colleague.send('GET', path)
    expect(shown.status).toBe(200)
    expect(shown.text).not.toMatch(costPattern)
    const stranger = await shop.signedIn(await addDealer(shop.database.pool))
    for (const visitor of [guest, stranger]) {
      const { status, text } = await visitor.send('GET', path)
      expect(status).toBe(visitor === guest ? 401 : 404)
      expect(text).not.toMatch(costPattern)
      expect(text).not.toMatch(pricePattern)
    }
  },
)

test.each(feedPresetNames.flatMap((preset) => feedPresets[preset].formats.map((format) => [preset, format] as const)))(
  'a feed with its own prices has neither the cost nor the dealer’s price: %s as %s',
  async (preset, format) => {
    const feed = await makeFeed(dealer, feedOf(preset, { format, percent: '37' }))
    const { status, bytes, text } = await fetchFeed(shop, pathOf(feed))
    expect(status).toBe(200)
    const content = format === 'xlsx' ? JSON.stringify(await readWorkbook(bytes)) : text
    // 8.642,3571 raised by 37 %, with or without tax: the product is in the feed.
    expect(content).toMatch(/11[.,]?8(39|40)|14[.,]?20[78]/)
    expect(content).not.toMatch(costPattern)
    expect(content).not.toMatch(pricePattern)
    await shop.database.pool.execute('DELETE FROM dealer_feeds')
  },
)
