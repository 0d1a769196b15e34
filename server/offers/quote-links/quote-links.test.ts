import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Offer, OfferList } from '#contract/shop/offers.ts'
import type { OfferOrderPreview } from '#contract/shop/order-offer.ts'
import type { PublicQuote } from '#contract/shop/public-quotes.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { openMemoryMailer } from '#server/offers/test-emails.ts'
import { codeOf, openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'
import {
  addColleague,
  addDealer,
  addProduct,
  fillCart,
  setPrice,
  setStock,
  type TestProduct,
} from '#testing/store-rows.ts'
import { enqueueQuoteReminders, sendQuoteMail } from './link-email.ts'
import { scrubQuoteTokens } from './link-token.ts'

let shop: TestShop
let now = new Date()
let actor: Actor
let dealer: TestVisitor
let guest: TestVisitor
let drill: TestProduct
const db = () => shop.database.pool
const day = 86_400_000

beforeAll(async () => {
  shop = await openTestShop({ now: () => now })
  guest = await shop.guest()
})
afterAll(() => shop.close())
beforeEach(async () => {
  // Wrong links are counted in windows of time: each test has its own.
  now = new Date(now.getTime() + 3_600_000)
  drill = await addProduct(db(), { stock: 100, price: 100, taxRate: 20 })
  actor = await addDealer(db(), { discount: 7 })
  dealer = await shop.signedIn(actor)
  await db().execute('DELETE FROM outbox')
  await db().execute('DELETE FROM quote_links')
})

/** An offer of 10 pieces that cost the dealer 93 and its customer 25 % more: 1.395 lira with 20 % tax. */
async function made(): Promise<Offer> {
  await fillCart(db(), actor, [{ unitId: drill.unitId, quantity: 10 }])
  await dealer.send('POST', '/api/catalog/cart/offer', { body: {} })
  const { id, orderNo, offerItems } = await listed()
  await dealer.send('PATCH', '/api/catalog/offer/update/profit', {
    body: { [id]: { [String(offerItems[0]?.id)]: -25 } },
  })
  await setCustomer(orderNo)
  await setValidity(orderNo, addDays(dayInTurkey(now), 10))
  return listed()
}
const setCustomer = (orderNo: string, email = 'musteri@example.com') =>
  dealer.send('PATCH', '/api/catalog/offer/update/customer', { body: { [orderNo]: { name: 'Işıl Çağ', email } } })
const setValidity = (orderNo: string, validUntil: string, terms = 'Peşin') =>
  dealer.send('PATCH', '/api/catalog/offer/update/terms', { body: { [orderNo]: { validUntil, terms } } })
async function listed(): Promise<Offer> {
  const offer = ((await dealer.send('GET', '/api/catalog/offers')).body as OfferList).items[0]
  if (offer === undefined) throw new Error('There is no offer.')
  return offer
}
const linkPath = (id: number) => `/api/catalog/offer/link/${id}`
const link = (id: number, parts: object = {}, visitor = dealer) =>
  visitor.send('POST', linkPath(id), { body: { sendEmail: false, hasReminder: true, ...parts } })
async function linked(parts: object = {}): Promise<{ offer: Offer; token: string }> {
  const offer = await made()
  return { offer, token: tokenIn((await link(offer.id, parts)).body) }
}
const tokenIn = (body: unknown): string => (body as { url: string }).url.split('/').at(-1) ?? ''
const open = (token: string, visitor = guest) => visitor.send('GET', `/api/quotes/${token}`)
const quoteOf = async (token: string) => (await open(token)).body as PublicQuote
const answer = async (token: string, parts: object = {}, visitor = guest) =>
  visitor.send('POST', `/api/quotes/${token}`, {
    body: { answer: 'accepted', mark: (await quoteOf(token)).mark, name: 'Işıl Çağ', note: '', ...parts },
  })
type Mail = { to: string; subject: string; text: string; html: string }
/** Sends the emails about links that wait, as the queue would. */
async function sendMails(): Promise<Mail[]> {
  const { mailer, sent } = openMemoryMailer()
  const jobs = await db().query<{ id: string; data: object }>(
    "DELETE FROM outbox WHERE name = 'quote-link-mail' RETURNING id, data",
  )
  const deps = { pool: db(), mailer, publicUrl: 'https://b.example', secret: testSecret }
  for (const { id, data } of jobs) await sendQuoteMail(deps, data, id)
  return (sent as unknown as Mail[]).toSorted((a, b) => a.to.localeCompare(b.to))
}

describe('a public link', () => {
  test('shows the quote without an account: what the customer pays, and nothing of the dealer’s price', async () => {
    const { token, offer } = await linked()
    const shown = await open(token)
    expect(shown.body).toMatchObject({
      orderNo: offer.orderNo,
      state: 'open',
      total: 1395,
      terms: 'Peşin',
      customer: { name: 'Işıl Çağ' },
      lines: [{ code: drill.code, price: 116.25, amount: 1162.5 }],
    })
    expect(shown.text).not.toMatch(/"price":93\b|"price":100\b|-25|profit|discount/)
    expect(shown.headers['cache-control']).toContain('no-store')
  })

  test('has a token of 128 bits, of which the database has only the hash', async () => {
    const { token, offer } = await linked({ sendEmail: true })
    expect(token).toMatch(/^[\w-]{22}$/)
    const rows = await db().one<{ all: string }>(
      `SELECT (SELECT string_agg(k::text, '') FROM quote_links k) || (SELECT string_agg(x::text, '') FROM outbox x) AS all`,
    )
    expect(rows?.all).not.toContain(token)
    expect(tokenIn((await dealer.send('GET', linkPath(offer.id))).body)).toBe(token)
  })

  test('that is guessed, withdrawn or expired, or whose offer is cancelled, gets one and the same reply', async () => {
    const withdrawn = await linked()
    expect((await dealer.send('DELETE', linkPath(withdrawn.offer.id))).status).toBe(200)
    const cancelled = await linked()
    await dealer.send('PATCH', `/api/catalog/offer/${cancelled.offer.id}`, { body: { cancel: true } })
    const renewed = await linked()
    await link(renewed.offer.id)
    const expired = await linked()
    const replies = [await open('AAAAAAAAAAAAAAAAAAAAAA'), await open(withdrawn.token), await open(cancelled.token)]
    replies.push(await open(renewed.token))
    now = new Date(now.getTime() + 11 * day)
    replies.push(await open(expired.token))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0] && [replies[0].status, codeOf(replies[0])]).toEqual([404, 'quote_link_unknown'])
    for (const { token } of [withdrawn, cancelled, renewed, expired]) {
      expect(codeOf(await answer(token, { mark: 'x' }))).toBe('quote_link_unknown')
    }
  })

  test('ends at the last moment of the validity, which follows a changed one', async () => {
    const { token, offer } = await linked()
    const last = addDays(dayInTurkey(now), 3)
    await setValidity(offer.orderNo, last)
    now = new Date(Date.parse(`${last}T20:59:59.999Z`))
    expect((await open(token)).status).toBe(200)
    now = new Date(now.getTime() + 1)
    expect((await open(token)).status).toBe(404)
  })

  test('is guessed at most 30 times by a network within ten minutes; others are not affected', async () => {
    const { token } = await linked()
    const guess = (address: string) => guest.send('GET', `/api/quotes/${'A'.repeat(22)}`, { address })
    const statuses = []
    for (let n = 0; n < 31; n += 1) statuses.push((await guess('192.0.2.77')).status)
    expect([...new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([404, 429])
    expect((await guest.send('GET', `/api/quotes/${token}`, { address: '192.0.2.77' })).status).toBe(429)
    expect((await open(token)).status).toBe(200)
    now = new Date(now.getTime() + 600_000)
    expect((await guest.send('GET', `/api/quotes/${token}`, { address: '192.0.2.77' })).status).toBe(200)
  })

  test('is made, read and withdrawn by its dealer only', async () => {
    const { offer } = await linked()
    const other = await shop.signedIn(await addDealer(db()))
    const replies = [
      await link(offer.id, {}, other),
      await other.send('GET', linkPath(offer.id)),
      await other.send('PATCH', linkPath(offer.id), { body: { hasReminder: false } }),
      await other.send('DELETE', linkPath(offer.id)),
    ]
    expect(new Set(replies.map(codeOf))).toEqual(new Set(['offer_not_found']))
    expect((await listed()).link?.state).toBe('open')
  })

  test('is refused for offers that are cancelled, accepted or no longer valid', async () => {
    const offer = await made()
    await setValidity(offer.orderNo, addDays(dayInTurkey(now), -1))
    expect(codeOf(await link(offer.id))).toBe('offer_expired')
    await dealer.send('PATCH', `/api/catalog/offer/accept/${offer.id}`)
    expect(codeOf(await link(offer.id))).toBe('offer_accepted')
    await dealer.send('PATCH', `/api/catalog/offer/${offer.id}`, { body: { cancel: true } })
    expect(codeOf(await link(offer.id))).toBe('offer_cancelled')
  })

  test('leaves one open link when two tabs make one at the same time', async () => {
    const offer = await made()
    const tokens = (await Promise.all([link(offer.id), link(offer.id), link(offer.id)])).map(({ body }) =>
      tokenIn(body),
    )
    const statuses = await Promise.all(tokens.map(async (token) => (await open(token)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404, 404])
  })

  test.each(['/teklif/musteri/', '/api/quotes/', '%2Fteklif%2Fmusteri%2F'])(
    'is scrubbed from log lines: %s',
    (path) => {
      expect(scrubQuoteTokens(`GET ${path}abc-DEF_123?x=1`)).toBe(`GET ${path}***?x=1`)
    },
  )
})

describe('the customer’s answer', () => {
  test('accepts the quote once, with name and note, and fixes it', async () => {
    const { token, offer } = await linked()
    const answers = await Promise.all([
      answer(token, { note: 'Pazartesi teslim' }),
      answer(token, { note: 'Pazartesi teslim' }),
      answer(token, { answer: 'declined' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(['quote_answered']))
    const after = await listed()
    expect(after.link?.answeredAt).not.toBeNull()
    expect(after.acceptedAt === null).toBe(after.link?.state === 'declined')
    expect((await quoteOf(token)).state).toBe(after.link?.state)
    expect(codeOf(await link(offer.id))).toBe(after.link?.state === 'declined' ? undefined : 'offer_accepted')
  })

  test('needs a name to accept; declining needs nothing and leaves the offer open', async () => {
    const { token, offer } = await linked()
    const nameless = await answer(token, { name: ' ' })
    expect([nameless.status, codeOf(nameless)]).toEqual([422, 'quote_name_missing'])
    expect((await answer(token, { answer: 'declined', name: '', note: 'Bütçe yok' })).status).toBe(200)
    expect(await listed()).toMatchObject({ acceptedAt: null, link: { state: 'declined', note: 'Bütçe yok' } })
    // The dealer changes its offer and sends it again.
    const second = tokenIn((await link(offer.id)).body)
    expect((await answer(second)).status).toBe(200)
    expect(await listed()).toMatchObject({ link: { state: 'accepted', name: 'Işıl Çağ' } })
    expect((await listed()).acceptedAt).not.toBeNull()
  })

  test('is refused if the dealer has changed the quote since the page was shown', async () => {
    const { token, offer } = await linked()
    const { mark } = await quoteOf(token)
    const body = { [offer.id]: { [String(offer.offerItems[0]?.id)]: -30 } }
    await dealer.send('PATCH', '/api/catalog/offer/update/profit', { body })
    expect(codeOf(await answer(token, { mark }))).toBe('quote_changed')
    await setValidity(offer.orderNo, addDays(dayInTurkey(now), 10), 'Vadeli')
    expect(codeOf(await answer(token, { mark }))).toBe('quote_changed')
    expect((await listed()).acceptedAt).toBeNull()
    expect((await answer(token)).status).toBe(200)
  })

  test('notifies the dealer with what the customer typed', async () => {
    const { token, offer } = await linked()
    const colleague = await addColleague(db(), actor.dealer!)
    await link(offer.id, {}, await shop.signedIn(colleague))
    const fresh = tokenIn((await dealer.send('GET', linkPath(offer.id))).body)
    expect(fresh).not.toBe(token)
    await answer(fresh, { answer: 'declined', note: '<b>Pahalı</b>' })
    const mails = await sendMails()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [actor.email, `Müşteriniz teklifi reddetti: ${offer.orderNo}`],
      [colleague.email, `Müşteriniz teklifi reddetti: ${offer.orderNo}`],
    ])
    expect(mails[0]?.html).not.toContain('<b>Pahalı</b>')
    expect(mails[0]?.text).toContain('Pahalı')
  })
})

describe('after the acceptance', () => {
  test('prices and stock are checked again, and the dealer orders what is shown', async () => {
    const { token, offer } = await linked()
    await answer(token)
    const order = (total: number) =>
      dealer.send('POST', `/api/catalog/offer/order/${offer.id}`, {
        body: { rates: 'today', total },
        headers: { 'idempotency-key': `musteri-kabul-${offer.id}-${total}` },
      })
    const preview = async () =>
      (await dealer.send('GET', `/api/catalog/offer/order/${offer.id}`)).body as OfferOrderPreview
    expect(await preview()).toMatchObject({ changes: [], today: { total: 1116 } })
    await setPrice(db(), drill.unitId, 120)
    await setStock(db(), drill.id, 4)
    expect(await preview()).toMatchObject({
      changes: [{ code: drill.code, before: 93, now: 111.6, isShort: true }],
      today: { total: 1339.2 },
    })
    expect(codeOf(await order(1339.2))).toBe('insufficient_stock')
    await setStock(db(), drill.id, 40)
    expect(codeOf(await order(1116))).toBe('total_changed')
    const placed = await order(1339.2)
    expect([placed.status, (placed.body as { orderNo: string }).orderNo]).toEqual([200, (await listed()).becameOrder])
  })
})

describe('emails to the customer', () => {
  test('carry the link in the dealer’s name, and nothing after an answer', async () => {
    const { token, offer } = await linked({ sendEmail: true })
    const [mail] = await sendMails()
    expect(mail).toMatchObject({
      to: 'musteri@example.com',
      subject: `Teklif ${offer.orderNo} · ${actor.dealer?.name}`,
    })
    expect(mail?.text).toContain(`https://b.example/teklif/musteri/${token}`)
    expect((await listed()).emails).toMatchObject([{ to: 'musteri@example.com' }])
    await link(offer.id, { sendEmail: true })
    await answer(tokenIn((await dealer.send('GET', linkPath(offer.id))).body))
    expect((await sendMails()).map(({ to }) => to)).toEqual([actor.email])
  })

  test('need an address', async () => {
    const offer = await made()
    await setCustomer(offer.orderNo, '')
    expect(codeOf(await link(offer.id, { sendEmail: true }))).toBe('offer_email_missing')
    expect((await listed()).link).toBeNull()
  })

  test('remind once, two days before the end, where the dealer wants it', async () => {
    const { offer } = await linked()
    const start = now.getTime()
    const due = () => enqueueQuoteReminders(db(), now)
    expect(await due()).toBe(0)
    now = new Date(start + 7 * day)
    expect(await due()).toBe(0)
    now = new Date(start + 9.5 * day)
    await dealer.send('PATCH', linkPath(offer.id), { body: { hasReminder: false } })
    expect(await due()).toBe(0)
    await dealer.send('PATCH', linkPath(offer.id), { body: { hasReminder: true } })
    const counts = await Promise.all([due(), due(), due()])
    expect(counts.toSorted()).toEqual([0, 0, 1])
    expect(await due()).toBe(0)
    expect((await listed()).link?.remindedAt).not.toBeNull()
    now = new Date(start)
    expect((await sendMails()).map(({ to, subject }) => [to, subject])).toEqual([
      ['musteri@example.com', `Hatırlatma: Teklif ${offer.orderNo} · ${actor.dealer?.name}`],
    ])
  })

  test('do not remind of answered, withdrawn, expired and cancelled quotes, and of those without an address', async () => {
    const answered = await linked()
    await answer(answered.token)
    const withdrawn = await linked()
    await dealer.send('DELETE', linkPath(withdrawn.offer.id))
    const cancelled = await linked()
    await dealer.send('PATCH', `/api/catalog/offer/${cancelled.offer.id}`, { body: { cancel: true } })
    const nameless = await linked()
    await setCustomer(nameless.offer.orderNo, '')
    now = new Date(now.getTime() + 9.5 * day)
    expect(await enqueueQuoteReminders(db(), now)).toBe(0)
  })
})
