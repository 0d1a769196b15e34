import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListedDealerKey } from '#contract/shop/dealer-keys.ts'
import { type DealerScope, dealerScopes, orderingScopes } from '#contract/core/dealer-scopes.ts'
import { addDealerProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague, addDealer, addProduct } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'

let shop: TestShop
let actor: Actor
let dealer: TestVisitor
let colleague: Actor
const db = () => shop.database.pool

beforeAll(async () => {
  shop = await openTestShop()
  await addProduct(db(), { code: 'MTK-500', price: 100, stock: 1000 })
  await shop.settle()
})
beforeEach(async () => {
  actor = await addDealer(db())
  dealer = await shop.signedIn(actor)
  colleague = await addColleague(db(), actor.dealer ?? expect.fail(), { canOrder: false })
})
afterAll(() => shop.close())

const make = (visitor: TestVisitor, scopes: readonly DealerScope[], parts = {}) =>
  visitor.send('POST', '/api/account/keys', { body: { name: 'Site', scopes, expiresOn: '', ...parts } })
const keysOf = async (visitor: TestVisitor) =>
  ((await visitor.send('GET', '/api/account/keys')).body as { items: ListedDealerKey[] }).items
const revoke = (visitor: TestVisitor, { keyId }: Program) => visitor.send('POST', `/api/account/keys/${keyId}/revoke`)
const readings = dealerScopes.filter((scope) => !orderingScopes.includes(scope))
let serial = 0
const order = (program: Program) =>
  program.send('POST', '/orders', {
    body: { lines: [{ code: 'MTK-500', quantity: 1 }] },
    headers: { 'idempotency-key': `key-order-${(serial += 1)}` },
  })

describe('the key of a dealer', () => {
  test.each(['users', 'dealers'])('is refused while one of the %s is disabled', async (table) => {
    const { send } = await addDealerProgram(shop, dealer, dealerScopes)
    const id = table === 'users' ? actor.userId : actor.dealer?.id
    await db().execute(`UPDATE ${table} SET disabled_at = now() WHERE id = $1`, [id])
    expect(codeOf(await send('GET', '/me'))).toBe('key_invalid')
    await db().execute(`UPDATE ${table} SET disabled_at = NULL WHERE id = $1`, [id])
    expect((await send('GET', '/me')).status).toBe(200)
  })

  test('is refused while the role of its user does not allow keys', async () => {
    const { send } = await addDealerProgram(shop, dealer, dealerScopes)
    await db().execute("UPDATE users SET user_role = 'viewer' WHERE id = $1", [actor.userId])
    expect(codeOf(await send('GET', '/me'))).toBe('no_right')
    await db().execute("UPDATE users SET user_role = 'owner' WHERE id = $1", [actor.userId])
    expect((await send('GET', '/me')).status).toBe(200)
  })

  test('is refused once its user belongs to another dealer', async () => {
    const { send } = await addDealerProgram(shop, dealer, dealerScopes)
    const other = await addDealer(db())
    await db().execute('UPDATE users SET dealer_id = $2 WHERE id = $1', [actor.userId, other.dealer?.id])
    expect(codeOf(await send('GET', '/products'))).toBe('key_invalid')
  })

  test('is refused in one way, whether it is wrong, expired, revoked, or of another kind', async () => {
    const [expired, revoked, valid] = [
      await addDealerProgram(shop, dealer, dealerScopes),
      await addDealerProgram(shop, dealer, dealerScopes),
      await addDealerProgram(shop, dealer, dealerScopes),
    ]
    await db().execute('UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.keyId])
    await revoke(dealer, revoked)
    const end = valid.key.endsWith('A') ? 'B' : 'A'
    const keys = [expired.key, revoked.key, valid.key.slice(0, -1) + end, 'tpt_ABCDEFGH_x', 'Zm9v', '']
    const answers = await Promise.all(
      keys.map((key) => valid.send('GET', '/orders', { headers: { authorization: `Bearer ${key}` } })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers.map((answer) => [answer.status, codeOf(answer)])[0]).toEqual([401, 'key_invalid'])
    expect((await valid.send('GET', '/orders')).status).toBe(200)
  })

  test('without a scope does not tell what exists: products, orders and wrong input are answered alike', async () => {
    const owner = await addDealerProgram(shop, dealer, dealerScopes)
    const { orderNo } = (await order(owner)).body as { orderNo: string }
    const narrow = await addDealerProgram(shop, dealer, ['statement:read'])
    const alike = async (...urls: string[]) => {
      const answers = await Promise.all(urls.map((url) => narrow.send('GET', url)))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect([answers[0]?.status, codeOf(answers[0] ?? expect.fail())]).toEqual([403, 'scope_missing'])
    }
    await alike(`/orders/${orderNo}`, '/orders/S2020999999', `/orders/${'9'.repeat(90)}`)
    await alike('/products/MTK-500', '/products/YOK')
    const wrong = await narrow.send('POST', '/orders', { body: { lines: 'x' } })
    expect(codeOf(wrong)).toBe('scope_missing')
  })

  test('is listed without its secret, belongs to its dealer, and is refused once it is revoked', async () => {
    const made = await addDealerProgram(shop, dealer, ['catalog:read'])
    const listed = await dealer.send('GET', '/api/account/keys')
    expect(listed.text).toContain(made.key.slice(4, 12))
    expect(listed.text).not.toContain(made.key.slice(13))
    const stranger = await shop.signedIn(await addDealer(db()))
    expect(await keysOf(stranger)).toEqual([])
    expect((await revoke(stranger, made)).status).toBe(404)
    expect((await made.send('GET', '/me')).status).toBe(200)
    await revoke(dealer, made)
    expect(codeOf(await made.send('GET', '/me'))).toBe('key_invalid')
  })

  test('is not made with no scope, for a past day, or with a scope of the shop’s programs', async () => {
    for (const parts of [{ name: '' }, { scopes: [] }, { expiresOn: '2020-01-01' }, { scopes: ['orders:ack'] }]) {
      expect((await make(dealer, ['catalog:read'], parts)).status).toBe(422)
    }
  })

  test('does not appear among the keys of the shop', async () => {
    const made = await addDealerProgram(shop, dealer, ['catalog:read'])
    const admin = await shop.signedIn(await addAdmin(db()))
    expect((await admin.send('GET', '/yonetim/api-keys')).text).not.toContain(made.key.slice(4, 12))
  })

  test('is not made by an administrator who views the shop as the user', async () => {
    const admin = await shop.signedIn(await addAdmin(db()))
    await admin.send('POST', `/yonetim/users/${actor.userId}/view`, { body: {} })
    expect(codeOf(await make(admin, ['catalog:read']))).toBe('viewing_only')
    expect(await keysOf(dealer)).toEqual([])
  })
})

describe('a user without the right to order', () => {
  test('makes keys that do everything but order', async () => {
    const visitor = await shop.signedIn(colleague)
    const refused = await make(visitor, dealerScopes)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'no_order_right'])
    expect(await keysOf(visitor)).toEqual([])
    const program = await addDealerProgram(shop, visitor, readings)
    expect((await program.send('GET', '/products')).status).toBe(200)
    expect(codeOf(await order(program))).toBe('scope_missing')
  })

  test('revokes its own keys, but not those of a colleague', async () => {
    const visitor = await shop.signedIn(colleague)
    const own = await addDealerProgram(shop, visitor, readings)
    const others = await addDealerProgram(shop, dealer, readings)
    const mayRevoke = new Map((await keysOf(visitor)).map(({ id, canRevoke }) => [id, canRevoke]))
    expect([mayRevoke.get(own.keyId), mayRevoke.get(others.keyId)]).toEqual([true, false])
    expect(codeOf(await revoke(visitor, others))).toBe('no_order_right')
    expect((await others.send('GET', '/me')).status).toBe(200)
    expect((await revoke(visitor, own)).status).toBe(200)
    expect(codeOf(await own.send('GET', '/me'))).toBe('key_invalid')
  })

  test('has lost what its keys could order, until the right is given back', async () => {
    const program = await addDealerProgram(shop, dealer, dealerScopes)
    const right = (canOrder: boolean) =>
      db().execute('UPDATE users SET can_order = $2 WHERE id = $1', [actor.userId, canOrder])
    expect((await order(program)).status).toBe(200)
    await right(false)
    const refused = await order(program)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'no_order_right'])
    expect((await program.send('GET', '/orders')).body).toMatchObject({ total: 1 })
    await right(true)
    expect((await order(program)).status).toBe(200)
  })
})
