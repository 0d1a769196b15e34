import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAdmin, addDealer, addProduct, fillCart } from '#testing/store-rows.ts'
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

describe('turns of an offer', () => {
  /** An offer with a version that waits for the dealer, and an open public link. */
  async function answered(): Promise<{ id: number; token: string }> {
    const { pool } = shop.database
    const dealer = await shop.signedIn(actor)
    const made = (await dealer.send('POST', path, { body: {} })).body as { id: number }
    await dealer.send('POST', `/api/catalog/offer/rounds/${made.id}`, {
      body: { round: 0, note: '', lines: [{ line: 1, price: 90, note: '' }] },
    })
    const admin = await shop.signedIn(await addAdmin(pool))
    const version = {
      round: 1,
      note: '',
      lines: [{ line: 1, price: 95, note: '' }],
      until: '2099-12-31',
      locksRates: true,
    }
    await admin.send('POST', `/yonetim/offers/${made.id}/versions`, { body: version })
    const link = await dealer.send('POST', `/api/catalog/offer/link/${made.id}`, {
      body: { sendEmail: false, hasReminder: false },
    })
    await pool.execute('DELETE FROM outbox')
    return { id: made.id, token: (link.body as { url: string }).url.split('/').at(-1) ?? '' }
  }
  const state = (id: number) =>
    shop.database.pool.one(
      `SELECT negotiation, accepted_at IS NOT NULL AS accepted,
              (SELECT count(*)::int FROM offer_rounds r WHERE r.offer_id = o.id) AS rounds,
              (SELECT count(agreed_value)::int FROM offer_items i WHERE i.offer_id = o.id) AS agreed,
              (SELECT count(answer)::int FROM quote_links k WHERE k.offer_id = o.id) AS answers,
              (SELECT count(*)::int FROM outbox) AS mails
         FROM offers o WHERE id = $1`,
      [id],
    )
  const before = { negotiation: 'answered', accepted: false, rounds: 2, agreed: 0, answers: 0, mails: 0 }

  test('a kill -9 within an acceptance leaves the version open; accepting it again works', async () => {
    const { id } = await answered()
    const call = { url: shop.database.url, actor, key, path: `/api/catalog/offer/rounds/${id}/accept` }
    const input = { params: { id: String(id) }, body: { round: 2 } }
    const route = '/api/catalog/offer/rounds/:id/accept'
    expect(await callFromSecondProcess({ ...call, path: route, input, failpoint: 'offer.after_acceptance' })).toBeNull()
    await expect.poll(() => openTransactions(shop.database.pool)).toBe(0)
    expect(await state(id)).toEqual(before)
    expect(await callFromSecondProcess({ ...call, path: route, input, failpoint: 'none' })).toMatchObject({ ok: true })
    expect(await state(id)).toEqual({ ...before, negotiation: 'agreed', rounds: 3, agreed: 2, mails: 1 })
  })

  test('a kill -9 within the answer of a customer leaves the quote open; answering again works', async () => {
    const { id, token } = await answered()
    const { mark } = (await (await shop.guest()).send('GET', `/api/quotes/${token}`)).body as { mark: string }
    const body = { answer: 'accepted', mark, name: 'Işıl', note: '' }
    const call = { url: shop.database.url, actor, key, path: '/api/quotes/:token', input: { params: { token }, body } }
    expect(await callFromSecondProcess({ ...call, failpoint: 'quote.after_answer' })).toBeNull()
    await expect.poll(() => openTransactions(shop.database.pool)).toBe(0)
    expect(await state(id)).toEqual(before)
    expect(await callFromSecondProcess({ ...call, failpoint: 'none' })).toMatchObject({ ok: true })
    expect(await state(id)).toEqual({ ...before, accepted: true, answers: 1, mails: 1 })
  })
})
