import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminOffer } from '#contract/admin/offers.ts'
import type { Negotiation } from '#contract/shop/offer-rounds.ts'
import type { Offer, OfferList } from '#contract/shop/offers.ts'
import type { OfferOrderPreview } from '#contract/shop/order-offer.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { openMemoryMailer } from '#server/offers/test-emails.ts'
import { setRates } from '#testing/prices.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'
import {
  addAdmin,
  addColleague,
  addDealer,
  addProduct,
  fillCart,
  setPrice,
  setStock,
  type TestProduct,
} from '#testing/store-rows.ts'
import { sendRoundMail } from './round-email.ts'

let shop: TestShop
let now = new Date()
let actor: Actor
let dealer: TestVisitor
let admin: TestVisitor
let drill: TestProduct
let cable: TestProduct
const db = () => shop.database.pool

beforeAll(async () => {
  shop = await openTestShop({ now: () => now })
  admin = await shop.signedIn(await addAdmin(db()))
})
afterAll(() => shop.close())
beforeEach(async () => {
  now = new Date()
  await setRates(shop, { USD: '40' })
  drill = await addProduct(db(), { stock: 100, price: 100, taxRate: 20 })
  cable = await addProduct(db(), { stock: 100, price: 10, currency: 'USD', taxRate: 20 })
  actor = await addDealer(db())
  dealer = await shop.signedIn(actor)
  await db().execute('DELETE FROM price_rules')
  await db().execute('DELETE FROM outbox')
})

/** An offer of 10 × 100 lira and 5 × 10 dollars: 3.600 lira with 20 % tax at a rate of 40. */
async function made(): Promise<Offer> {
  await fillCart(db(), actor, [
    { unitId: drill.unitId, quantity: 10 },
    { unitId: cable.unitId, quantity: 5 },
  ])
  await dealer.send('POST', '/api/catalog/cart/offer', { body: {} })
  return listed()
}
async function listed(): Promise<Offer> {
  const offer = ((await dealer.send('GET', '/api/catalog/offers')).body as OfferList).items[0]
  if (offer === undefined) throw new Error('There is no offer.')
  return offer
}
const roundsOf = (id: number) => `/api/catalog/offer/rounds/${id}`
const talksOf = async (id: number, visitor = dealer) => (await visitor.send('GET', roundsOf(id))).body as Negotiation
type Line = { line: number; price: number | null; note: string }
const line = (number: number, price: number | null, note = ''): Line => ({ line: number, price, note })
const ask = (id: number, round: number, lines: Line[], { note = '', visitor = dealer } = {}) =>
  visitor.send('POST', roundsOf(id), { body: { round, note, lines } })
const accept = (id: number, round: number, visitor = dealer) =>
  visitor.send('POST', `${roundsOf(id)}/accept`, { body: { round } })
const decline = (id: number, round: number, visitor = dealer) =>
  visitor.send('POST', `${roundsOf(id)}/decline`, { body: { round, note: 'Pahalı' } })
const answer = (id: number, round: number, lines: Line[], parts: object = {}, visitor = admin) =>
  visitor.send('POST', `/yonetim/offers/${id}/versions`, {
    body: { round, note: '', lines, until: '2099-12-31', locksRates: false, ...parts },
  })
const edit = (offer: Offer, quantity: number) => {
  const lines = offer.offerItems.map(({ id }, at) => [
    id,
    { discount: 0, quantity: at === 0 ? quantity : 5, basePrice: null },
  ])
  return dealer.send('PATCH', '/api/catalog/offer/update/profit', { body: { [offer.id]: Object.fromEntries(lines) } })
}
let key = 0
const order = (
  id: number,
  total: number,
  { rates = 'today', visitor = dealer, own = `gorusme-${++key}-siparisi` } = {},
) =>
  visitor.send('POST', `/api/catalog/offer/order/${id}`, {
    body: { rates, total },
    headers: { 'idempotency-key': own },
  })
const previewOf = async (id: number) =>
  (await dealer.send('GET', `/api/catalog/offer/order/${id}`)).body as OfferOrderPreview
const stepsOf = (orderNo: string) =>
  db().query<{ price_value: string; price_currency: string; price_steps: { kind: string; rule?: { name: string } }[] }>(
    `SELECT l.price_value, l.price_currency, l.price_steps FROM order_lines l JOIN orders o ON o.id = l.order_id
      WHERE o.order_no = $1 ORDER BY l.line_no`,
    [orderNo],
  )
/** An offer whose first version has 90 lira and 9 dollars: 3.240 lira with tax. */
async function answered(parts: object = {}): Promise<Offer> {
  const offer = await made()
  await ask(offer.id, 0, [line(1, 85, '100 adet alırız'), line(2, null, 'Dolar kuru?')], { note: 'Yeni şantiye' })
  expect((await answer(offer.id, 1, [line(1, 90), line(2, 9)], parts)).status).toBe(200)
  return offer
}

describe('asking and answering', () => {
  test('each side sees targets and notes, and what changed between versions by line and in total', async () => {
    const offer = await answered()
    await ask(offer.id, 2, [line(1, 87)])
    await answer(offer.id, 3, [line(1, 88, 'Son fiyat')])
    const talks = await talksOf(offer.id)
    expect([talks.state, talks.last]).toEqual(['answered', 4])
    expect(talks.rounds.map(({ kind, version, totals }) => [kind, version, totals])).toEqual([
      ['version', 2, { before: 3240, now: 3216 }],
      ['request', null, { before: 3240, now: 3204 }],
      ['version', 1, { before: 3600, now: 3240 }],
      ['request', null, { before: 3600, now: 3420 }],
    ])
    expect(talks.rounds[0]?.lines).toMatchObject([
      { line: 1, code: drill.code, before: 90, price: 88, note: 'Son fiyat' },
      // A line that is left out keeps the price of the version before.
      { line: 2, code: cable.code, before: 9, price: 9, currency: 'USD' },
    ])
    expect(talks.rounds[3]).toMatchObject({
      note: 'Yeni şantiye',
      lines: [
        { before: 100, price: 85, note: '100 adet alırız' },
        { before: 10, price: null, note: 'Dolar kuru?' },
      ],
    })
    const { talks: stores } = (await admin.send('GET', `/yonetim/offers/${offer.id}`)).body as AdminOffer
    expect(stores.rounds.map(({ totals }) => totals)).toEqual(talks.rounds.map(({ totals }) => totals))
    // The dealer learns no names of the store's staff.
    expect([talks.rounds[0]?.by, stores.rounds[0]?.by]).toEqual([null, expect.stringContaining('admin')])
  })

  test('shows changed quantities of a later request', async () => {
    const offer = await answered()
    expect((await edit(offer, 20)).status).toBe(200)
    await ask(offer.id, 2, [], { note: 'Adet iki katına çıktı' })
    const [request] = (await talksOf(offer.id)).rounds
    expect(request?.lines[0]).toMatchObject({ quantityBefore: 10, quantity: 20 })
  })

  test('refuses a request that asks for nothing, an unknown line, and prices that cannot be stored', async () => {
    const { id } = await made()
    expect(codeOf(await ask(id, 0, [line(1, null)]))).toBe('offer_request_empty')
    expect(codeOf(await ask(id, 0, [line(3, 5)]))).toBe('offer_not_found')
    expect(codeOf(await ask(id, 0, [line(1, 1.23456)]))).toBe('validation_failed')
    expect(codeOf(await ask(id, 0, [line(1, -1)]))).toBe('validation_failed')
    expect((await talksOf(id)).rounds).toEqual([])
  })

  test('refuses an answer that ends before today', async () => {
    const { id } = await made()
    await ask(id, 0, [line(1, 90)])
    for (const until of ['', '31.02.2026', '2020-01-01']) {
      const refused = await answer(id, 1, [line(1, 95)], { until })
      expect([refused.status, codeOf(refused)]).toEqual([422, 'validation_failed'])
    }
  })

  test('offers that wait for an answer are listed first, the longest first', async () => {
    const first = await made()
    const second = await made()
    await ask(second.id, 0, [line(1, 90)])
    now = new Date(now.getTime() + 1000)
    await ask(first.id, 0, [line(1, 90)])
    const asked = async () =>
      ((await admin.send('GET', '/yonetim/offers')).body as { asked: { id: number; askedAt: string }[] }).asked
    expect((await asked()).map(({ id }) => id).slice(-2)).toEqual([second.id, first.id])
    await answer(second.id, 1, [])
    await admin.send('POST', `/yonetim/offers/${first.id}/refusal`, { body: { round: 1, note: 'Olmaz' } })
    expect((await asked()).filter(({ id }) => id === first.id || id === second.id)).toEqual([])
    expect((await talksOf(first.id)).rounds[0]).toMatchObject({ kind: 'refusal', note: 'Olmaz' })
    // A refused dealer may ask again.
    expect((await ask(first.id, 2, [line(1, 95)])).status).toBe(200)
  })
})

describe('an accepted version', () => {
  test('becomes an order at the agreed prices, also when list prices have changed, with the offer as a step', async () => {
    const offer = await answered()
    expect((await accept(offer.id, 2)).status).toBe(200)
    await setPrice(db(), drill.unitId, 150)
    await setPrice(db(), cable.unitId, 8, 'USD')
    expect(await listed()).toMatchObject({ negotiation: 'agreed', isAgreementExpired: false })
    const preview = await previewOf(offer.id)
    expect(preview).toMatchObject({ changes: [], today: { total: 3240 } })
    expect(preview.agreedUntil).toBe('2099-12-31T21:00:00.000Z')
    expect(codeOf(await order(offer.id, 3600))).toBe('total_changed')
    const placed = await order(offer.id, 3240)
    expect(placed.status).toBe(200)
    const { orderNo } = placed.body as { orderNo: string }
    const lines = await stepsOf(orderNo)
    expect(lines).toMatchObject([
      { price_value: '90.0000', price_currency: 'TRY' },
      { price_value: '9.0000', price_currency: 'USD' },
    ])
    for (const { price_steps: steps } of lines) {
      expect(steps.at(-1)).toMatchObject({ kind: 'offer', rule: { name: offer.orderNo } })
    }
    const shown = (await dealer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)).text
    expect(shown).toContain('"kind":"offer"')
    expect(codeOf(await ask(offer.id, 3, [line(1, 1)]))).toBe('offer_ordered')
  })

  test('locks the rates of the offer as long as it is valid, if the store says so', async () => {
    const offer = await answered({ locksRates: true })
    await accept(offer.id, 2)
    await setRates(shop, { USD: '50' })
    expect((await listed()).ratesLockedUntil).toBe('2099-12-31T21:00:00.000Z')
    expect(await previewOf(offer.id)).toMatchObject({ isLocked: true, locked: { total: 3240 }, today: { total: 3780 } })
    expect((await order(offer.id, 3240, { rates: 'locked' })).status).toBe(200)
  })

  test('is accepted once: the second time, from many tabs and by a colleague, it is refused and nothing is lost', async () => {
    const offer = await answered()
    const colleague = await shop.signedIn(await addColleague(db(), actor.dealer!))
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => accept(offer.id, 2)),
      accept(offer.id, 2, colleague),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(['offer_agreed']))
    expect((await talksOf(offer.id)).rounds.filter(({ kind }) => kind === 'acceptance')).toHaveLength(1)
    expect((await listed()).offerItems.map(({ agreedPrice }) => agreedPrice)).toEqual([90, 9])
  })

  test('is refused after a newer version, with a sentence that says so', async () => {
    const offer = await answered()
    await answer(offer.id, 2, [line(1, 95)])
    const refused = await accept(offer.id, 2)
    expect([refused.status, codeOf(refused)]).toEqual([409, 'offer_version_replaced'])
    expect(sentenceOf(refused)).toContain('yeni bir yanıt')
    expect((await accept(offer.id, 3)).status).toBe(200)
    expect((await listed()).offerItems[0]?.agreedPrice).toBe(95)
  })

  test('cannot be answered again, asked again or declined until it expires', async () => {
    const offer = await answered()
    await accept(offer.id, 2)
    expect(codeOf(await answer(offer.id, 3, [line(1, 99)]))).toBe('offer_agreed')
    expect(codeOf(await ask(offer.id, 3, [line(1, 80)]))).toBe('offer_agreed')
    expect(codeOf(await decline(offer.id, 3))).toBe('offer_agreed')
  })

  test('is refused after its expiry; the dealer can ask again', async () => {
    const offer = await answered()
    now = new Date('2099-12-31T21:00:00.000Z')
    expect(codeOf(await accept(offer.id, 2))).toBe('offer_version_expired')
    expect((await talksOf(offer.id)).rounds[0]?.isExpired).toBe(true)
    expect((await ask(offer.id, 2, [line(1, 85)])).status).toBe(200)
  })

  test('counts for orders until its last moment; then the order has the prices of today, which the dealer confirms', async () => {
    const offer = await answered()
    await accept(offer.id, 2)
    now = new Date('2099-12-31T20:59:59.999Z')
    expect((await previewOf(offer.id)).today.total).toBe(3240)
    now = new Date('2099-12-31T21:00:00.000Z')
    expect(codeOf(await order(offer.id, 3240))).toBe('total_changed')
    expect(await previewOf(offer.id)).toMatchObject({
      agreedUntil: null,
      today: { total: 3600 },
      changes: [
        { code: drill.code, before: 90, now: 100 },
        { code: cable.code, before: 9, now: 10 },
      ],
    })
    expect((await order(offer.id, 3600)).status).toBe(200)
  })

  test('is accepted and ordered by its dealer only, and only by users who may order', async () => {
    const offer = await answered()
    const other = await shop.signedIn(await addDealer(db()))
    const clerk = await shop.signedIn(await addColleague(db(), actor.dealer!, { canOrder: false }))
    expect(codeOf(await accept(offer.id, 2, other))).toBe('offer_not_found')
    expect(codeOf(await decline(offer.id, 2, other))).toBe('offer_not_found')
    expect(codeOf(await ask(offer.id, 2, [line(1, 1)], { visitor: other }))).toBe('offer_not_found')
    expect(codeOf(await other.send('GET', roundsOf(offer.id)))).toBe('offer_not_found')
    expect([(await accept(offer.id, 2, clerk)).status, codeOf(await accept(offer.id, 2, clerk))]).toEqual([
      403,
      'no_order_right',
    ])
    // Asking is no order.
    expect((await ask(offer.id, 2, [line(1, 80)], { visitor: clerk })).status).toBe(200)
    await answer(offer.id, 3, [line(1, 88)])
    await accept(offer.id, 4)
    expect(codeOf(await order(offer.id, 3216, { visitor: other }))).toBe('offer_not_found')
  })

  test('is for the quantities of the version', async () => {
    const offer = await answered()
    await edit(offer, 1)
    expect(codeOf(await accept(offer.id, 2))).toBe('offer_quantities_changed')
    await edit(offer, 10)
    expect((await accept(offer.id, 2)).status).toBe(200)
    expect(codeOf(await edit(offer, 1))).toBe('offer_agreed')
    // What the dealer's own customer pays can still be changed.
    const body = { [offer.id]: { [String(offer.offerItems[0]?.id)]: -25 } }
    expect((await dealer.send('PATCH', '/api/catalog/offer/update/profit', { body })).status).toBe(200)
  })

  test('does not change what the dealer’s customer pays', async () => {
    const offer = await answered()
    const before = (await dealer.send('GET', `/api/catalog/offer/print/${offer.orderNo}`)).text
    await accept(offer.id, 2)
    expect((await dealer.send('GET', `/api/catalog/offer/print/${offer.orderNo}`)).text).toBe(before)
  })

  test('is ordered once, also from many tabs', async () => {
    const offer = await answered()
    await accept(offer.id, 2)
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(offer.id, 3240)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(['offer_ordered']))
  })

  test('is not ordered without stock, and the preview says which line', async () => {
    const offer = await answered()
    await accept(offer.id, 2)
    await setStock(db(), drill.id, 3)
    expect((await previewOf(offer.id)).changes).toMatchObject([
      { code: drill.code, before: 90, now: 90, isShort: true },
    ])
    expect(codeOf(await order(offer.id, 3240))).toBe('insufficient_stock')
    expect((await listed()).becameOrder).toBeNull()
  })
})

describe('two sides at the same time', () => {
  test('whoever saw an older round is refused; rounds have no gaps and no duplicates', async () => {
    const offer = await made()
    const answers = await Promise.all([
      ask(offer.id, 0, [line(1, 90)]),
      ask(offer.id, 0, [line(1, 80)]),
      ask(offer.id, 0, [line(1, 70)]),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(
      new Set(['offer_round_changed']),
    )
    const both = await Promise.all([answer(offer.id, 1, [line(1, 95)]), decline(offer.id, 1)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await talksOf(offer.id)).rounds.map(({ number }) => number)).toEqual([2, 1])
  })

  test('an acceptance and a newer version at the same time leave one of them', async () => {
    const offer = await answered()
    const [accepted, replaced] = await Promise.all([accept(offer.id, 2), answer(offer.id, 2, [line(1, 99)])])
    expect([accepted.status, replaced.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    const agreed = (await listed()).offerItems[0]?.agreedPrice
    expect(agreed).toBe(accepted.status === 200 ? 90 : null)
  })

  test('a cancelled offer takes no more rounds', async () => {
    const offer = await answered()
    await dealer.send('PATCH', `/api/catalog/offer/${offer.id}`, { body: { cancel: true } })
    expect(codeOf(await accept(offer.id, 2))).toBe('offer_cancelled')
    expect(codeOf(await answer(offer.id, 2, []))).toBe('offer_cancelled')
  })
})

describe('a price below the floor of the dealer', () => {
  async function addFloor(columns: string, value: string): Promise<void> {
    await db().execute(
      `INSERT INTO price_rules (name, kind, dealer_id, ${columns}, is_active) VALUES ('Taban', 'floor', $1, ${value}, true)`,
      [actor.dealer?.id],
    )
    // The program reads that there are rules with the settings, and what they say with the catalog.
    await shop.setSetting('storeEmail', 'satis@example.com')
    await shop.settle()
  }
  async function staffWith(permissions: string[]): Promise<TestVisitor> {
    const user = await addAdmin(db())
    await db().execute(
      `WITH role AS (INSERT INTO user_roles (name, permissions) VALUES ($2, $3) RETURNING id)
       UPDATE users SET user_role = NULL, own_role_id = role.id FROM role WHERE users.id = $1`,
      [user.userId, `Rol ${user.userId}`, permissions],
    )
    return shop.signedIn(user)
  }

  test.each([
    ['a fixed floor', 'fixed_value, fixed_currency', "95, 'TRY'"],
    ['a floor in percent of the list price', 'chain', "'5'"],
  ])('needs the right to pass %s, and the audit log has who passed it', async (_, columns, value) => {
    await addFloor(columns, value)
    const clerk = await staffWith(['orders:read', 'orders:write', 'prices:read'])
    const chief = await staffWith(['orders:read', 'orders:write', 'prices:read', 'prices:belowFloor'])
    const offer = await made()
    await ask(offer.id, 0, [line(1, 90)])
    expect(codeOf(await answer(offer.id, 1, [line(1, 94.99)], {}, clerk))).toBe('price_below_floor')
    expect((await talksOf(offer.id)).last).toBe(1)
    expect((await answer(offer.id, 1, [line(1, 95)], {}, clerk)).status).toBe(200)
    expect((await answer(offer.id, 2, [line(1, 94.99)], {}, chief)).status).toBe(200)
    const passed = await db().query(
      "SELECT after -> 'prices' AS prices FROM audit_log WHERE action = 'pass_floor' AND noun_id = $1",
      [offer.orderNo],
    )
    expect(passed).toMatchObject([{ prices: { [`${drill.code} · ADET`]: { price: '₺94,99' } } }])
    // What somebody with the right has agreed on counts, also in the order.
    await accept(offer.id, 3)
    const { total } = (await previewOf(offer.id)).today
    const placed = await order(offer.id, total)
    const [first] = await stepsOf((placed.body as { orderNo: string }).orderNo)
    expect(first?.price_value).toBe('94.9900')
  })
})

test('both sides are notified through the outbox: the store of the dealer’s turns, the dealer of the store’s', async () => {
  const offer = await answered()
  await accept(offer.id, 2)
  const jobs = await db().query<{ id: string; data: object }>(
    "SELECT id, data FROM outbox WHERE name = 'offer-round-mail' ORDER BY (data ->> 'roundId')::bigint",
  )
  await shop.setSetting('storeEmail', 'satis@example.com')
  const { mailer, sent } = openMemoryMailer()
  for (const { id, data } of jobs) await sendRoundMail({ pool: db(), mailer, publicUrl: 'https://b.example' }, data, id)
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['satis@example.com', `Fiyat isteği: ${offer.orderNo} · ${actor.dealer?.name}`],
    [actor.email, `Fiyat isteğiniz yanıtlandı: ${offer.orderNo}`],
    ['satis@example.com', `Fiyatlar kabul edildi: ${offer.orderNo} · ${actor.dealer?.name}`],
  ])
  expect(sent[1]?.text).toContain('₺100,00 → ₺90,00')
  expect(sent[1]?.text).toContain('₺3.240,00')
})
