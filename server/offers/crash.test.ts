import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDealer, addProduct, fillCart } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { callFromSecondProcess, openTransactions } from '#testing/second-process.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

const key = 'the-key-of-the-page'
const path = '/api/catalog/cart/offer'

let shop: TestShop
let actor: Actor

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  const { pool } = shop.database
  const [drill, cable] = [await addProduct(pool), await addProduct(pool)]
  actor = await addDealer(pool)
  await fillCart(pool, actor, [
    { unitId: drill.unitId, quantity: 2 },
    { unitId: cable.unitId, quantity: 3 },
  ])
})

const makeElsewhere = (failpoint: string) =>
  callFromSecondProcess({ url: shop.database.url, actor, key, path, failpoint })

/** The user's offers, their lines, keys with an offer, and lines in the cart. */
async function found(): Promise<object | undefined> {
  return shop.database.pool.one(
    `SELECT (SELECT count(*)::int FROM offers WHERE user_id = $1) AS offers,
            (SELECT count(*)::int FROM offer_items i JOIN offers o ON o.id = i.offer_id WHERE o.user_id = $1) AS lines,
            (SELECT count(offer_id)::int FROM idempotency_keys WHERE user_id = $1) AS keys,
            (SELECT count(*)::int FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.user_id = $1) AS cart`,
    [actor.userId],
  )
}

const absent = { offers: 0, lines: 0, keys: 0, cart: 2 }
const whole = { offers: 1, lines: 2, keys: 1, cart: 0 }

test('without a failpoint the second process makes the offer', async () => {
  expect(await makeElsewhere('none')).toMatchObject({ ok: true })
  expect(await found()).toEqual(whole)
})

test.each([
  ['offer.after_claim', absent],
  ['offer.after_offer', absent],
  ['offer.after_lines', absent],
  ['offer.before_commit', absent],
  ['offer.after_commit', whole],
])(
  'a kill -9 at %s leaves the offer complete or absent; sending it again results in one offer',
  async (point, left) => {
    expect(await makeElsewhere(point)).toBeNull()
    await expect.poll(() => openTransactions(shop.database.pool)).toBe(0)
    expect(await found()).toEqual(left)
    const again = await (await shop.signedIn(actor)).send('POST', path, {
      body: {},
      headers: { 'idempotency-key': key },
    })
    expect(again.status).toBe(200)
    expect(await found()).toEqual(whole)
    const offers = await shop.database.pool.query('SELECT id, offer_no AS "orderNo" FROM offers WHERE user_id = $1', [
      actor.userId,
    ])
    expect([{ ...(again.body as object) }]).toMatchObject(offers)
  },
)
