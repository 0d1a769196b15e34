import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OfferList } from '#contract/shop/offers.ts'
import type { OfferOrderPreview } from '#contract/shop/order-offer.ts'
import type { Order } from '#contract/shop/orders.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { setRates } from '#testing/prices.ts'
import { addAdmin, addDealer, addProduct, fillCart, type TestProduct } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'

let shop: TestShop
let now = new Date()
let actor: Actor
let dealer: TestVisitor
let admin: TestVisitor
let cable: TestProduct

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

beforeAll(async () => {
  shop = await openTestShop({ now: () => now })
  admin = await shop.signedIn(await addAdmin(shop.database.pool))
})
afterAll(() => shop.close())
beforeEach(async () => {
  now = new Date()
  const { pool } = shop.database
  await setRates(shop, { USD: '40' })
  cable = await addProduct(pool, { stock: 100, price: 10, currency: 'USD', taxRate: 20 })
  actor = await addDealer(pool)
  dealer = await shop.signedIn(actor)
})

const listed = async () => {
  const offer = ((await dealer.send('GET', '/api/catalog/offers')).body as OfferList).items[0]
  if (offer === undefined) throw new Error('There is no offer.')
  return offer
}

/** An accepted offer of 3 pieces at 10 dollars plus 20 % tax: 1.440 lira at a rate of 40, 1.620 at 45. */
async function acceptedOffer() {
  await fillCart(shop.database.pool, actor, [{ unitId: cable.unitId, quantity: 3 }])
  await dealer.send('POST', '/api/catalog/cart/offer', { body: {} })
  const offer = await listed()
  await dealer.send('PATCH', `/api/catalog/offer/accept/${offer.id}`)
  return offer
}

let key = 0
const orderOf = (id: number, body: object, visitor = dealer, own = `teklif-siparis-${++key}`) =>
  visitor.send('POST', `/api/catalog/offer/order/${id}`, { body, headers: { 'idempotency-key': own } })
const previewOf = async (id: number) =>
  (await dealer.send('GET', `/api/catalog/offer/order/${id}`)).body as OfferOrderPreview
const newestOrder = async () => (await dealer.send('GET', '/api/catalog/orders/summary')).body as Order

describe('an accepted offer becomes an order', () => {
  test('at its own rates while they are locked, with the rate, its source and its day', async () => {
    const offer = await acceptedOffer()
    expect(offer.rateNotes).toMatchObject([{ currency: 'USD', rate: '40', source: 'manual' }])
    expect(Math.round((Date.parse(offer.ratesLockedUntil ?? '') - Date.now()) / 3_600_000)).toBe(24)
    await setRates(shop, { USD: '45' })
    const preview = await previewOf(offer.id)
    expect([preview.isLocked, preview.locked.total, preview.today.total]).toEqual([true, 1440, 1620])
    const placed = await orderOf(offer.id, { rates: 'locked', total: 1440 })
    expect(placed.status).toBe(200)
    const rows = await shop.database.pool.query(
      "SELECT total, rates ->> 'USD' AS usd, rate_sources -> 'USD' ->> 'source' AS source FROM orders WHERE dealer_id = $1",
      [actor.dealer?.id],
    )
    expect(rows).toEqual([{ total: '1440.00', usd: '40', source: 'manual' }])
    expect((await listed()).becameOrder).toBe((placed.body as { orderNo: string }).orderNo)
    expect(
      await shop.database.pool.query('SELECT FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.user_id = $1', [
        actor.userId,
      ]),
    ).toEqual([])
  })

  test('after the end of the lock only at the new total, which the dealer has to confirm', async () => {
    const offer = await acceptedOffer()
    await setRates(shop, { USD: '45' })
    now = hours(25)
    const late = await orderOf(offer.id, { rates: 'locked', total: 1440 })
    expect([late.status, codeOf(late)]).toEqual([409, 'offer_rates_expired'])
    expect(sentenceOf(late)).toContain('₺1.440,00')
    expect(sentenceOf(late)).toContain('₺1.620,00')
    // A second tab that still shows the old total, or claims that it is today's.
    expect(codeOf(await orderOf(offer.id, { rates: 'today', total: 1440 }))).toBe('total_changed')
    expect(codeOf(await orderOf(offer.id, { rates: 'locked', total: 1620 }))).toBe('offer_rates_expired')
    expect((await listed()).becameOrder).toBeNull()
    expect((await orderOf(offer.id, { rates: 'today', total: 1620 })).status).toBe(200)
  })

  test('the lock ends exactly at its moment', async () => {
    const offer = await acceptedOffer()
    await setRates(shop, { USD: '45' })
    now = new Date(offer.ratesLockedUntil ?? '')
    expect(codeOf(await orderOf(offer.id, { rates: 'locked', total: 1440 }))).toBe('offer_rates_expired')
    now = new Date(now.getTime() - 1)
    expect((await orderOf(offer.id, { rates: 'locked', total: 1440 })).status).toBe(200)
  })

  test('once, also from many tabs at the same time', async () => {
    const offer = await acceptedOffer()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => orderOf(offer.id, { rates: 'locked', total: 1440 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(['offer_ordered']))
    expect(codeOf(await dealer.send('GET', `/api/catalog/offer/order/${offer.id}`))).toBe('offer_ordered')
  })

  test('the same request again returns the same order', async () => {
    const offer = await acceptedOffer()
    const send = () => orderOf(offer.id, { rates: 'locked', total: 1440 }, dealer, 'ayni-istek-anahtari')
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
  })

  test('only after it was accepted, not after it was cancelled, and for its own dealer', async () => {
    const offer = await acceptedOffer()
    const other = await shop.signedIn(await addDealer(shop.database.pool))
    expect((await orderOf(offer.id, { rates: 'locked', total: 1440 }, other)).status).toBe(404)
    await shop.database.pool.execute('UPDATE offers SET accepted_at = NULL WHERE id = $1', [offer.id])
    expect(codeOf(await orderOf(offer.id, { rates: 'locked', total: 1440 }))).toBe('offer_not_accepted')
    await dealer.send('PATCH', `/api/catalog/offer/${offer.id}`, { body: { cancel: true } })
    expect(codeOf(await orderOf(offer.id, { rates: 'locked', total: 1440 }))).toBe('offer_cancelled')
  })

  test('with the lock that the store has set for it; a store without locks has none', async () => {
    const offer = await acceptedOffer()
    await setRates(shop, { USD: '45' })
    const change = (until: string) => admin.send('PATCH', `/yonetim/offers/${offer.id}/rates`, { body: { until } })
    expect((await change('31.02.2026')).status).toBe(422)
    expect((await change('')).status).toBe(200)
    expect((await previewOf(offer.id)).isLocked).toBe(false)
    expect(codeOf(await orderOf(offer.id, { rates: 'locked', total: 1440 }))).toBe('offer_rates_expired')
    expect((await change('2099-12-31')).status).toBe(200)
    expect((await previewOf(offer.id)).lockedUntil).toBe('2099-12-31T21:00:00.000Z')
    expect((await orderOf(offer.id, { rates: 'locked', total: 1440 })).status).toBe(200)
    expect(codeOf(await change('2099-12-31'))).toBe('offer_ordered')
    await shop.setSetting('offerRateLockHours', 0)
    expect((await acceptedOffer()).ratesLockedUntil).toBeNull()
    await shop.setSetting('offerRateLockHours', 24)
  })
})

test('the newest order states the rate with its source and day', async () => {
  const offer = await acceptedOffer()
  await orderOf(offer.id, { rates: 'locked', total: 1440 })
  const { rateNotes, ratePolicy } = await newestOrder()
  expect(rateNotes).toMatchObject([{ currency: 'USD', rate: '40', source: 'manual' }])
  expect(ratePolicy).toBe('order_day')
})
