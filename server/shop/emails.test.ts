import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDealer, addProduct, fillCart } from '#testing/store-rows.ts'
import { type MailServer, openMailServer } from '#e2e/support/mail-server.ts'
import { sendOfferMail } from '#server/offers/offers.ts'
import { orderMailJob, sendOrderMail } from '#server/orders/orders.ts'
import { createMailer } from '#server/platform/email/mailer.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let actor: Actor
let dealer: TestVisitor
let unitId: number
let mail: MailServer

beforeAll(async () => {
  ;[shop, mail] = await Promise.all([openTestShop(), openMailServer()])
  await shop.setSetting('storeEmail', 'satis@example.com')
  ;({ unitId } = await addProduct(shop.database.pool, { stock: 1000, price: 100 }))
})
afterAll(() => Promise.all([shop.close(), mail.close()]))
beforeEach(async () => {
  const { pool } = shop.database
  mail.emails.length = 0
  await pool.execute('DELETE FROM outbox')
  actor = await addDealer(pool)
  dealer = await shop.signedIn(actor)
  await fillCart(pool, actor, [{ unitId, quantity: 1 }])
})

type Job = { id: string; name: string; data: object }

/** Sends the emails of the outbox through a server, as the queue would. Only a broken server needs a short timeout. */
async function sendEmails(smtpUrl: string, timeout = 60_000): Promise<PromiseSettledResult<void>[]> {
  const { pool } = shop.database
  const mailer = createMailer({ smtpUrl, folder: '/nowhere', host: 'bayi.example.com', timeout })
  const jobs = await pool.query<Job>('SELECT id, name, data FROM outbox ORDER BY id')
  const sent = await Promise.allSettled(
    jobs.map(({ id, name, data }) =>
      name === orderMailJob
        ? sendOrderMail({ pool, mailer, publicUrl: '' }, data, id)
        : sendOfferMail({ pool, mailer, imagesFolder: shop.app.files, publicUrl: '' }, data, id),
    ),
  )
  mailer.close()
  return sent
}

async function order(): Promise<void> {
  expect((await dealer.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(200)
}

async function mailOffer(): Promise<{ id: number; orderNo: string }> {
  const made = await dealer.send('POST', '/api/catalog/cart/offer', { body: {} })
  const offer = made.body as { id: number; orderNo: string }
  const customer = { name: 'Işıl Çağ', email: 'musteri@ornek.com.tr' }
  await dealer.send('PATCH', '/api/catalog/offer/update/customer', { body: { [offer.orderNo]: customer } })
  expect((await dealer.send('PATCH', `/api/catalog/offer/mail/${offer.id}`)).body).toEqual({ success: true })
  return offer
}

/** Starts a server that fails in one way; `end` frees its port. */
type FailingServer = () => Promise<{ url: string; end(): Promise<unknown> }>

const down: FailingServer = async () => ({ url: 'smtp://127.0.0.1:1', end: async () => {} })

const slow: FailingServer = async () => {
  const server = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, end: () => new Promise((resolve) => server.close(resolve)) }
}

const refusing =
  (responseCode: number): FailingServer =>
  async () => {
    const { url, close } = await openMailServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('not now'), { responseCode })),
    })
    return { url, end: close }
  }

describe.each([
  ['an order', order, 2],
  ['an offer', mailOffer, 1],
] as const)('emails of %s', (_what, write, count) => {
  test.each([
    ['is down', down],
    ['says nothing', slow],
    ['refuses for now', refusing(451)],
    ['refuses for good', refusing(550)],
  ])('fail if the mail server %s, and arrive once it works', async (_how, fail) => {
    // The calls do not wait for the mail server: they respond before any email is sent.
    await write()
    const broken = await fail()
    const failed = await sendEmails(broken.url, 300)
    await broken.end()
    expect(failed.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'rejected'))
    const sent = await sendEmails(mail.url)
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(count)
    expect(mail.emails).toHaveLength(count)
  })
})

describe('the email of an offer', () => {
  test('has the quote as PDF, is sent in the dealer’s name, and is answered to its author', async () => {
    const { orderNo } = await mailOffer()
    await sendEmails(mail.url)
    const [letter = ''] = mail.emails
    expect(letter).toMatch(/^To: musteri@ornek\.com\.tr/m)
    expect(letter).toMatch(/^From: .*<satis@example\.com>/m)
    expect(letter).toContain(`Reply-To: ${actor.email}`)
    expect(letter).toContain(`filename=${orderNo}.pdf`)
    expect(letter).toContain('Content-Type: text/html')
    // "%PDF-" in base64.
    expect(letter).toContain('JVBERi0')
  })

  test('is not sent if the offer was cancelled before', async () => {
    const { id } = await mailOffer()
    await dealer.send('PATCH', `/api/catalog/offer/${id}`, { body: { cancel: true } })
    expect(await sendEmails(mail.url)).toMatchObject([{ status: 'fulfilled' }])
    expect(mail.emails).toEqual([])
  })
})
