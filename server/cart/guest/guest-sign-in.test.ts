import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAdmin, addColleague, addDealer, addProduct, fillCart, setPrice, setStock } from '#testing/store-rows.ts'
import { moveGuestCart } from '#server/cart/cart.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { createStore } from '#server/settings/settings.ts'
import { password } from '#testing/people.ts'
import {
  addTo,
  cartCookie,
  countCarts,
  type GuestShop,
  guestOf,
  linesOf,
  openGuestShop,
  signIn,
} from '#testing/guest-carts.ts'
import type { TestVisitor } from '#testing/shop.ts'

let opened: GuestShop
let dealer: Actor
let guest: TestVisitor
beforeAll(async () => {
  opened = await openGuestShop()
})
afterAll(() => opened.shop.close())
beforeEach(async () => {
  const { shop, passwordHash, pliers, hammer } = opened
  const { pool } = shop.database
  await pool.execute('DELETE FROM carts')
  await Promise.all([setStock(pool, pliers.id, 10), setStock(pool, hammer.id, 10)])
  dealer = await addDealer(pool, { passwordHash, discount: 10 })
  guest = await guestOf(shop)
})

const openedCart = async (visitor: TestVisitor) =>
  (await visitor.send('GET', '/api/catalog/cart/page')).body as { left: string[]; cart: { lineCount: number } }

describe('a guest’s cart at sign-in', () => {
  test('moves to the user, at the user’s prices', async () => {
    const { shop, pliers, hammer } = opened
    await addTo(guest, pliers, 2)
    await addTo(guest, hammer, 3)
    const { answer, as } = await signIn(shop, guest, dealer)
    expect(answer.body).toEqual({ success: true, user: expect.objectContaining({ id: dealer.userId }) })
    expect(await linesOf(as)).toEqual([
      { code: 'PENSE', quantity: 2, price: 90 },
      { code: 'ÇEKİÇ', quantity: 3, price: 36 },
    ])
    expect(await openedCart(as)).toMatchObject({ left: [], cart: { totals: { subtotal: 288 } } })
    const order = await as.send('POST', '/api/catalog/cart', { body: {} })
    expect(order.body).toMatchObject({ success: true })
  })

  test('leaves neither a cart nor a cookie behind, and signing out shows none of the user’s lines', async () => {
    const { shop, pliers } = opened
    await addTo(guest, pliers, 2)
    const token = guest.cookies[cartCookie]
    const { as } = await signIn(shop, guest, dealer)
    expect(guest.cookies).not.toHaveProperty(cartCookie)
    expect(await countCarts(shop)).toBe(0)
    await as.send('POST', '/api/account/logout')
    expect(await linesOf(guest)).toEqual([])
    guest.cookies[cartCookie] = token ?? ''
    expect(await linesOf(guest)).toEqual([])
    await addTo(guest, pliers, 1)
    expect(await linesOf(guest)).toMatchObject([{ quantity: 1 }])
  })

  test('is merged with the user’s cart: quantities of the same product and unit are added', async () => {
    const { shop, pliers, hammer } = opened
    await fillCart(shop.database.pool, dealer, [{ unitId: pliers.unitId, quantity: 3 }])
    await addTo(guest, pliers, 2)
    await addTo(guest, pliers, 1, { unitId: pliers.units['KOLİ'] ?? 0 })
    await addTo(guest, hammer, 1)
    const { as } = await signIn(shop, guest, dealer)
    expect(await linesOf(as)).toMatchObject([
      { code: 'PENSE', quantity: 5 },
      { code: 'PENSE', quantity: 1 },
      { code: 'ÇEKİÇ', quantity: 1 },
    ])
  })

  test('is merged as far as the rules allow, and unmerged lines are listed once', async () => {
    const { shop, pliers, hammer } = opened
    const { pool } = shop.database
    await fillCart(pool, dealer, [{ unitId: pliers.unitId, quantity: 7 }])
    const gone = await addProduct(pool, { code: 'BİTEN', stock: 5 })
    await addTo(guest, pliers, 8)
    await addTo(guest, gone, 1)
    await addTo(guest, hammer, 1)
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [gone.id])
    const { answer, as } = await signIn(shop, guest, dealer)
    expect(answer.body).toMatchObject({ leftLines: 2 })
    expect(await linesOf(as)).toMatchObject([
      { code: 'PENSE', quantity: 10 },
      { code: 'ÇEKİÇ', quantity: 1 },
    ])
    const { left } = await openedCart(as)
    expect(left).toEqual([
      'PENSE PENSE: 5 ADET (Bu üründen 15 adet bulunmamaktadır!)',
      expect.stringMatching(/^BİTEN BİTEN: 1 ADET \(.+\)$/),
    ])
    expect((await openedCart(as)).left).toEqual([])
  })

  test('lists unmerged lines in the user’s language, and not to an impersonating administrator', async () => {
    const { shop, pliers } = opened
    const { pool } = shop.database
    await addTo(guest, pliers, 4)
    await setStock(pool, pliers.id, 0)
    const { as } = await signIn(shop, guest, dealer)
    const admin = await shop.signedIn(await addAdmin(pool))
    await admin.send('POST', `/yonetim/users/${dealer.userId}/view`)
    expect((await openedCart(admin)).left).toEqual([])
    expect((await openedCart(as)).left).toHaveLength(1)
  })

  test('moves once, however many tabs sign in', async () => {
    const { shop, pliers, passwordHash } = opened
    await addTo(guest, pliers, 2)
    const body = { username: dealer.email, password }
    // Sign-ins from one address wait for each other.
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
    const tabs = await Promise.all(
      addresses.map((address) => guest.send('POST', '/api/account/login', { body, address })),
    )
    expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await linesOf(await shop.signedIn(dealer))).toMatchObject([{ code: 'PENSE', quantity: 2 }])
    if (dealer.dealer === null) throw new Error('A dealer’s user belongs to a dealer.')
    const colleague = await addColleague(shop.database.pool, dealer.dealer, { passwordHash })
    expect(await linesOf((await signIn(shop, guest, colleague)).as)).toEqual([])
  })

  test('moves once, also when the second sign-in starts before the first has finished', async () => {
    const { shop, pliers } = opened
    const { pool } = shop.database
    await addTo(guest, pliers, 2)
    const store = await createStore(pool)
    const as = testContext({ actor: dealer })
    const before = testContext({ guestCart: { token: guest.cookies[cartCookie] ?? '', isStored: true } })
    const move = (db: Db) => moveGuestCart(db, as, before, store)
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    let second: Promise<number> | undefined
    await transaction(pool, async (db) => {
      await move(db)
      second = transaction(pool, move)
      await expect.poll(async () => (await pool.query(waiting)).length, { timeout: 10_000 }).toBe(1)
    })
    await second
    await store.close()
    expect(await linesOf(await shop.signedIn(dealer))).toMatchObject([{ code: 'PENSE', quantity: 2 }])
  })

  test('stays with the guest when the password is wrong or an administrator signs in', async () => {
    const { shop, pliers, passwordHash } = opened
    await addTo(guest, pliers, 2)
    const wrong = { username: dealer.email, password: 'başka bir şey' }
    expect((await guest.send('POST', '/api/account/login', { body: wrong })).status).toBe(401)
    const admin = await addAdmin(shop.database.pool, passwordHash)
    const { as } = await signIn(shop, guest, admin)
    expect((await as.send('GET', '/api/catalog/cart')).status).toBe(403)
    expect(await linesOf(guest)).toMatchObject([{ code: 'PENSE', quantity: 2 }])
  })

  test('causes no notice of a price change for prices that were never shown', async () => {
    const { shop, pliers } = opened
    await addTo(guest, pliers, 1)
    await setPrice(shop.database.pool, pliers.unitId, 120)
    const { as } = await signIn(shop, guest, dealer)
    const { body } = await as.send('GET', '/api/catalog/cart')
    expect(body).toMatchObject([{ productUnit: { defaultPrice: { value: 108 } } }])
    expect((body as object[])[0]).not.toHaveProperty('previousPrice')
    await setPrice(shop.database.pool, pliers.unitId, 100)
  })
})
