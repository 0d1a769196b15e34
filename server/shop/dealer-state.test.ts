import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Visitor } from '#contract/core/visitor.ts'
import { createApp } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { sentStatements } from '#testing/sent-statements.ts'
import { openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer, addProduct, fillCart, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let other: TestShop['app']
let drill: TestProduct
let admin: Actor
let actor: Actor
let dealer: TestVisitor
const run = (sql: string, ...params: unknown[]) => shop.database.pool.execute(sql, params)

beforeAll(async () => {
  shop = await openTestShop()
  const config = parseConfig({
    NODE_ENV: 'test',
    DATA_DIR: shop.dataDir,
    LOG_LEVEL: 'silent',
    SESSION_SECRET: testSecret,
  })
  const database = { ...shop.database, kind: 'external' as const, created: false, close: async () => {} }
  other = await createApp({ config, database, version: 'test', hasRateLimits: false })
  admin = await addAdmin(shop.database.pool)
  drill = await addProduct(shop.database.pool, { price: 100, stock: 50 })
  await shop.setSetting('b2b_risk_limit_islem', '1')
  await shop.settle()
})
afterAll(async () => {
  await other.close()
  await shop.close()
})

beforeEach(async () => {
  actor = await addDealer(shop.database.pool)
  dealer = await shop.signedIn(actor)
  await run("UPDATE dealers SET risk_limit = 1000, risk_mode = 'balance' WHERE id = $1", actor.dealer?.id)
})

/** What both processes answer to the dealer's user. */
async function states(): Promise<Visitor[]> {
  const here = await dealer.send('GET', '/api/visitor')
  const there = await other.inject({ url: '/api/visitor', cookies: dealer.cookies })
  return [here.body as Visitor, there.json<Visitor>()]
}

const announce = (title: string) =>
  run(
    `INSERT INTO announcements (title, html, is_banner, for_all, shows_from, created_by)
     VALUES ($1, '', true, true, '2020-01-01', $2)`,
    title,
    admin.userId,
  )

const post = (debit: number) =>
  run(
    `INSERT INTO dealer_balances (dealer_id, currency, balance, overdue_balance, is_overdue_imported, is_imported, as_of)
     VALUES ($1, 'TRY', $2, $2, true, true, '2026-01-01')`,
    actor.dealer?.id,
    debit,
  )

test.each<[what: string, change: () => Promise<unknown>, expected: Partial<Visitor> | object]>([
  [
    'a product in the cart',
    () => dealer.send('POST', `/api/catalog/cart/${drill.id}`, { body: { quantity: 1, productValue: drill.unitId } }),
    { cartLineCount: 1 },
  ],
  ['a banner', () => announce('Sayım'), { banners: [{ title: 'Sayım' }] }],
  [
    'another limit',
    () => run('UPDATE dealers SET risk_limit = 400 WHERE id = $1', actor.dealer?.id),
    { account: { availableLimit: 400, limitMode: 'balance' } },
  ],
  ['a debt', () => post(250.5), { account: { availableLimit: 749.5, overdueDebts: [{ overdueBalance: 250.5 }] } }],
  [
    'an order',
    async () => {
      await fillCart(shop.database.pool, actor, [{ unitId: drill.unitId, quantity: 2 }])
      expect((await dealer.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(200)
    },
    { cartLineCount: 0, account: { availableLimit: 760 } },
  ],
  [
    'a limit of the user',
    () => run('INSERT INTO purchase_limits (user_id, per_order) VALUES ($1, 10)', actor.userId),
    { purchasing: { hasLimits: true } },
  ],
  [
    'a text to accept',
    () =>
      run(
        `INSERT INTO text_versions (kind, version, html, created_by, must_accept, accept_until)
         VALUES ('privacy_notice', 1, 'Metin', $1, true, now() + interval '1 day')`,
        admin.userId,
      ),
    { hasTextsToAccept: true },
  ],
])('%s is in the next answer of every process', async (_what, change, expected) => {
  for (const state of await states()) expect(state).not.toMatchObject(expected)
  await change()
  for (const state of await states()) expect(state).toMatchObject(expected)
  await run('DELETE FROM announcements')
  await run('DELETE FROM text_versions')
})

test('a dealer’s user costs one statement, whatever its account and the store show', async () => {
  await announce('Sayım')
  await post(100)
  await states()
  expect(await sentStatements(states)).toHaveLength(2)
  await run("UPDATE dealers SET risk_mode = 'order' WHERE id = $1", actor.dealer?.id)
  await states()
  expect(await sentStatements(states)).toHaveLength(2)
  await run('DELETE FROM announcements')
})

test('a guest costs none', async () => {
  const guest = await shop.guest()
  expect(await sentStatements(() => guest.send('GET', '/api/visitor'))).toEqual([])
})
