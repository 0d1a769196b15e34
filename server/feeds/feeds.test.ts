import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ListedFeed } from '#contract/shop/feeds.ts'
import { codeOf, openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague, addDealer, addProduct } from '#testing/store-rows.ts'
import { countUnreadable } from '#server/platform/http/encrypted.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { resealFeedTokens, sealedFeedTokens } from './manage-feeds.ts'
import { feedOf, fetchFeed, makeFeed, pathOf } from './test-feeds.ts'

let shop: TestShop
let actor: Actor
let dealer: TestVisitor
const lines: string[] = []
const db = () => shop.database.pool

beforeAll(async () => {
  shop = await openTestShop({ env: { LOG_LEVEL: 'info' }, logTo: { write: (line) => void lines.push(line) } })
  actor = await addDealer(db(), { discount: 10 })
  dealer = await shop.signedIn(actor)
  await addProduct(db(), { code: 'MTK-1' })
  await shop.settle()
})
afterEach(() => db().execute('DELETE FROM dealer_feeds'))
afterAll(() => shop.close())

const listed = async (visitor = dealer) =>
  ((await visitor.send('GET', '/api/account/feeds')).body as { items: ListedFeed[] }).items

describe('the feeds of a dealer', () => {
  test('are made, listed with their address, changed and removed', async () => {
    const made = await makeFeed(dealer, feedOf('standard', { name: ' Sitem ' }))
    expect(made).toMatchObject({ name: 'Sitem', format: 'xml', percent: '0', user: actor.name, lastUsedAt: null })
    expect(made.url).toMatch(/^http:\/\/localhost:\d+\/feeds\/[\w-]{43}\.xml$/)
    expect((await listed()).map(({ url }) => url)).toContain(made.url)
    const changed = await dealer.send('PATCH', `/api/account/feeds/${made.id}`, {
      body: feedOf('standard', { name: 'Başka', percent: '12,5' }),
    })
    expect(changed.status).toBe(200)
    const after = (await listed()).find(({ id }) => id === made.id)
    expect(after).toMatchObject({ name: 'Başka', percent: '12,5', url: made.url })
    expect((await dealer.send('DELETE', `/api/account/feeds/${made.id}`)).status).toBe(200)
    expect((await listed()).map(({ id }) => id)).not.toContain(made.id)
    expect((await fetchFeed(shop, pathOf(made))).status).toBe(404)
  })

  test('belong to the dealer: colleagues see them, other dealers do not', async () => {
    const made = await makeFeed(dealer)
    const colleague = await shop.signedIn(await addColleague(db(), actor.dealer ?? expect.fail()))
    const stranger = await shop.signedIn(await addDealer(db()))
    expect((await listed(colleague)).map(({ id }) => id)).toContain(made.id)
    expect(await listed(stranger)).toEqual([])
    const path = `/api/account/feeds/${made.id}`
    for (const [method, url] of [
      ['PATCH', path],
      ['DELETE', path],
      ['POST', `${path}/renew`],
    ] as const) {
      const answer = await stranger.send(method, url, method === 'PATCH' ? { body: feedOf() } : {})
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found'])
    }
    expect((await fetchFeed(shop, pathOf(made))).status).toBe(200)
  })

  test('are at most twenty, also when they are made at the same time', async () => {
    const many = await shop.signedIn(await addDealer(db()))
    const answers = await Promise.all(
      Array.from({ length: 23 }, () => many.send('POST', '/api/account/feeds', { body: feedOf() })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter((answer) => codeOf(answer) === 'feeds_full')).toHaveLength(3)
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a format that the preset does not have', { preset: 'ticimax' as const, format: 'csv' as const }, 'format'],
    ['a percentage that is none', { percent: 'çok' }, 'percent'],
    ['a percentage below -99.99', { percent: '-100' }, 'percent'],
    ['an unknown currency', { currency: 'XXX' }, 'currency'],
    ['a currency without a rate', { currency: 'GBP' }, 'currency'],
    ['no code', { columns: [{ field: 'name' as const, name: 'ad' }] }, 'columns'],
    ['an element with a space', { columns: [{ field: 'code' as const, name: 'stok kodu' }] }, 'columns'],
    ['an element that ends another', { columns: [{ field: 'code' as const, name: '</x><y>' }] }, 'columns'],
    ['a wrong element around all', { root: '1' }, 'root'],
    ['two elements around each', { item: 'a/b' }, 'item'],
    [
      'a column that starts a formula',
      { format: 'csv' as const, columns: [{ field: 'code' as const, name: '=1+1' }] },
      'columns',
    ],
    [
      'two columns of one name',
      {
        columns: [
          { field: 'code' as const, name: 'a' },
          { field: 'name' as const, name: 'a' },
        ],
      },
      'columns',
    ],
  ])('are refused with %s', async (_, parts, field) => {
    const answer = await dealer.send('POST', '/api/account/feeds', { body: feedOf('standard', parts) })
    expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
    expect(Object.keys((answer.body as { error: { fields: object } }).error.fields)).toEqual([field])
  })

  test('are audited without their address', async () => {
    const made = await makeFeed(dealer, feedOf('standard', { name: 'Denetlenen' }))
    await dealer.send('POST', `/api/account/feeds/${made.id}/renew`)
    await dealer.send('DELETE', `/api/account/feeds/${made.id}`)
    const rows = await db().query<{ action: string }>(
      "SELECT action, before, after FROM audit_log WHERE noun = 'dealer_feed' AND noun_id LIKE '%Denetlenen' ORDER BY id",
    )
    expect(rows.map(({ action }) => action)).toEqual(['create', 'set_secrets', 'remove'])
    expect(JSON.stringify(rows)).not.toContain(pathOf(made).slice(7, 40))
  })

  test('show their address no administrator who views the shop as the user, and stay as they are', async () => {
    const made = await makeFeed(dealer)
    const admin = await shop.signedIn(await addAdmin(db()))
    await admin.send('POST', `/yonetim/users/${actor.userId}/view`, { body: {} })
    const seen = await listed(admin)
    expect(seen.find(({ id }) => id === made.id)).toMatchObject({ url: null })
    const answer = await admin.send('POST', `/api/account/feeds/${made.id}/renew`)
    expect(codeOf(answer)).toBe('viewing_only')
  })

  test('keep their addresses when the secret of the shop changes', async () => {
    const made = await makeFeed(dealer)
    const next = 'another secret of at least thirty-two letters'
    await resealFeedTokens(db(), [next, testSecret])
    expect(await countUnreadable(next, await sealedFeedTokens(db()))).toBe(0)
    expect(await countUnreadable(testSecret, await sealedFeedTokens(db()))).toBeGreaterThan(0)
    expect((await listed()).find(({ id }) => id === made.id)?.url).toBeNull()
    expect((await fetchFeed(shop, pathOf(made))).status).toBe(200)
    await resealFeedTokens(db(), [testSecret, next])
    expect((await listed()).find(({ id }) => id === made.id)?.url).toBe(made.url)
  })
})

describe('the address of a feed', () => {
  test('answers 404 at once after it was renewed', async () => {
    const made = await makeFeed(dealer)
    await dealer.send('POST', `/api/account/feeds/${made.id}/renew`)
    const renewed = (await listed()).find(({ id }) => id === made.id) ?? expect.fail()
    expect(renewed.url).not.toBe(made.url)
    expect((await fetchFeed(shop, pathOf(made))).status).toBe(404)
    expect((await fetchFeed(shop, pathOf(renewed))).status).toBe(200)
  })

  test.each(['users', 'dealers'])('answers 404 while one of the %s is disabled', async (table) => {
    const other = await addDealer(db())
    const made = await makeFeed(await shop.signedIn(other))
    const id = table === 'users' ? other.userId : other.dealer?.id
    await db().execute(`UPDATE ${table} SET disabled_at = now() WHERE id = $1`, [id])
    expect((await fetchFeed(shop, pathOf(made))).status).toBe(404)
    await db().execute(`UPDATE ${table} SET disabled_at = NULL WHERE id = $1`, [id])
    expect((await fetchFeed(shop, pathOf(made))).status).toBe(200)
  })

  test('answers 404 while the role of its user does not allow keys', async () => {
    const other = await addDealer(db())
    const made = await makeFeed(await shop.signedIn(other))
    await db().execute("UPDATE users SET user_role = 'viewer' WHERE id = $1", [other.userId])
    expect((await fetchFeed(shop, pathOf(made))).status).toBe(404)
    await db().execute("UPDATE users SET user_role = 'buyer' WHERE id = $1", [other.userId])
    expect((await fetchFeed(shop, pathOf(made))).status).toBe(200)
  })

  test('answers every wrong address alike, and a network only sixty of them in a minute', async () => {
    const made = await makeFeed(dealer)
    const wrong = [`/feeds/${'x'.repeat(43)}.xml`, pathOf(made).replace('.xml', '.csv'), '/feeds/x', '/feeds/']
    const answers = await Promise.all(wrong.map((path) => fetchFeed(shop, path)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
    const send = () => shop.app.inject({ url: wrong[0] ?? '', remoteAddress: '203.0.113.77' })
    const many = (await Promise.all(Array.from({ length: 65 }, send))).map(({ statusCode }) => statusCode)
    expect(many.filter((status) => status === 404)).toHaveLength(60)
    expect(many.filter((status) => status === 429)).toHaveLength(5)
  })

  test('answers thirty requests a minute, over all processes, and then 429 with a pause', async () => {
    const made = await makeFeed(dealer)
    await db().execute('UPDATE dealer_feeds SET window_requests = 29, window_started_at = now() WHERE id = $1', [
      made.id,
    ])
    expect((await fetchFeed(shop, pathOf(made))).status).toBe(200)
    const refused = await fetchFeed(shop, pathOf(made))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('is not in the log', async () => {
    const made = await makeFeed(dealer)
    await fetchFeed(shop, pathOf(made))
    expect(lines.join('')).toContain('/feeds/***')
    expect(lines.join('')).not.toContain(pathOf(made).slice(7, 40))
  })
})
