import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addColleague, addDealer } from '#db/test-store.ts'
import { findBroken } from '#faults/invariants.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import type { Actor } from '#server/platform/http/context.ts'
import { Calls } from '#server/platform/http/handle.ts'
import { testContext } from '#server/platform/http/test-context.ts'
import { paymentSubjects } from '#server/payment-subjects.ts'
import { createStore, saveSetting, type Store } from '#server/settings/settings.ts'
import { receiptMailJob, sendReceipt } from '#server/statement/statement.ts'
import { drivePayments, type PaymentDriver, type Started } from '#server/test-payments.ts'
import { isOpenLink, linkMailJob, registerPaymentLinks, scrubLinkTokens, sendLinkMail } from './payment-links.ts'

const secret = 'a secret of at least thirty-two letters'
const publicUrl = 'https://toptan.example'
const day = 86_400_000
let moment = new Date()
let hasPos = true
let database: TestDatabase
let store: Store
let calls: Calls
let driver: PaymentDriver
let actor: Actor
const sent: Mail[] = []
const mailer = { send: async (mail: Mail) => void sent.push(mail) }

beforeAll(async () => {
  database = await createTestDatabase()
  store = await createStore(database.pool)
  const now = () => moment
  calls = new Calls()
  const cardPayment = { hasActivePos: async () => hasPos }
  registerPaymentLinks(calls, { pool: database.pool, store, secret, publicUrl, now, cardPayment })
  driver = await drivePayments({ pool: database.pool, subjects: paymentSubjects({ store, now }), now })
})
beforeEach(async () => {
  moment = new Date()
  hasPos = true
  sent.length = 0
  await database.pool.execute('DELETE FROM outbox')
  await set('b2b_cari_odeme_baglantisi', '1')
  actor = await addDealer(database.pool)
})
afterAll(async () => {
  expect(await findBroken(database.pool)).toEqual([])
  await store.close()
  await database.drop()
})

async function set(key: string, value: unknown): Promise<void> {
  await saveSetting(database.pool, key, value)
  await store.refresh()
}

const call = (name: string, input: object, who: Actor | null = actor, locale: 'tr' | 'en' = 'tr') => {
  const [method = '', path = ''] = name.split(' ')
  const found = calls.find(method, path)
  if (found === undefined) throw new Error(`${name} is not registered.`)
  return found.run(input, testContext({ actor: who, locale }))
}
const create = (body: object, who = actor, locale: 'tr' | 'en' = 'tr') =>
  call('POST /api/payment-link', { body }, who, locale)
const look = (token: string) => call('GET /api/payment-link/:token', { params: { token } }, null)
const list = async (who = actor) => {
  const answer = await call('GET /api/payment-links', {}, who)
  return answer.ok ? (answer.body as { items: { id: number; state: string }[] }).items : []
}
const end = (id: number, who = actor) => call('DELETE /api/payment-links/:id', { params: { id: String(id) } }, who)

async function made(body: object = { amount: '100' }): Promise<string> {
  const answer = await create(body)
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return (answer.body as { link: string }).link.replace(`${publicUrl}/payment/link/`, '')
}

const start = (linkToken: string | null) => driver.start('link', testContext(), { linkToken })
async function started(token: string): Promise<Started> {
  const answer = await start(token)
  if (!answer.ok) throw new Error(answer.code)
  return answer
}
async function pay(token: string): Promise<number> {
  const { id } = await started(token)
  expect(await driver.confirm(id)).toBeNull()
  expect(await driver.capture(id)).toMatchObject({ kind: 'movement', attention: null })
  return id
}
const credits = () =>
  database.pool.query('SELECT kind, credit FROM account_movements WHERE dealer_id = $1', [actor.dealer?.id])

describe('creating a link', () => {
  test('gives an address with a token of 128 bits that stands nowhere in the database', async () => {
    const token = await made({ amount: 1250.5, email: ' musteri@example.com ', sendEmail: true })
    expect(token).toMatch(/^[\w-]{22}$/)
    const kept = await database.pool.one<{ all: string }>(
      "SELECT (SELECT string_agg(l::text, '') FROM payment_links l) || (SELECT string_agg(o::text, '') FROM outbox o) AS all",
    )
    expect(kept?.all).not.toContain(token)
    expect(kept?.all).toContain('musteri@example.com')
  })

  test.each([
    ['1', 1],
    ['1250,50', 1250.5],
    ['1250.5', 1250.5],
    [99.99, 99.99],
    ['9999999999.99', 9_999_999_999.99],
  ])('of %s', async (amount, value) => {
    expect(await look(await made({ amount }))).toMatchObject({ ok: true, body: { amount: value, currency: 'TRY' } })
  })

  test.each([
    '',
    '0',
    '0,00',
    0,
    -1,
    '-1',
    'abc',
    '1.234,56',
    '1,234.56',
    '10.005',
    10.005,
    '1e3',
    1e21,
    '₺5',
    '10000000000',
  ])('of %s is refused: Geçerli bir tutar giriniz.', async (amount) => {
    expect(await create({ amount })).toEqual({ ok: false, code: 'amount_invalid' })
  })

  test('asks for an address where it is to be sent, and for one that can be', async () => {
    expect(await create({ amount: 5, sendEmail: true })).toEqual({ ok: false, code: 'email_required' })
    expect(await create({ amount: 5, sendEmail: true, email: ' ' })).toEqual({ ok: false, code: 'email_required' })
    for (const email of ['a', 'a@b', 'a@b.tr,c@d.tr', 'a@b.tr\nBcc: c@d.tr']) {
      expect(await create({ amount: 5, email })).toEqual({ ok: false, code: 'email_invalid' })
    }
    expect(await create({ amount: 5, email: '' })).toMatchObject({ ok: true })
  })

  test('needs the setting, an account that takes cards, and the right to order', async () => {
    const noRight = await addColleague(database.pool, actor.dealer as NonNullable<Actor['dealer']>, { canOrder: false })
    expect(await create({ amount: 5 }, noRight)).toMatchObject({ code: 'no_order_right' })
    hasPos = false
    expect(await create({ amount: 5 })).toEqual({ ok: false, code: 'card_payment_off' })
    await set('b2b_cari_odeme_baglantisi', '0')
    expect(await create({ amount: 5 })).toEqual({ ok: false, code: 'payment_links_off' })
  })

  test('is possible thirty times an hour for one person, also all at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => create({ amount: 5 })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(30)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'too_many_requests', facts: { seconds: 600 } })
    moment = new Date(moment.getTime() + 3_600_001)
    expect(await create({ amount: 5 })).toMatchObject({ ok: true })
  })
})

describe('the page of a link', () => {
  test('tells payee, amount, state and the dealer’s name, and nothing else of the dealer', async () => {
    const token = await made({ amount: 100, email: 'musteri@example.com' })
    const answer = await look(token)
    expect(answer).toEqual({
      ok: true,
      body: {
        payee: { name: 'Toptan', phone: '', logo: null },
        dealer: actor.dealer?.name,
        ...{ amount: 100, currency: 'TRY', state: 'open', isPending: false },
        expiresAt: new Date(moment.getTime() + 7 * day).toISOString(),
      },
    })
  })

  test('of a token that is none is not there', async () => {
    for (const token of ['x', 'a'.repeat(22), "' OR 1=1", '\0']) {
      expect(await look(token)).toEqual({ ok: false, code: 'link_not_found' })
      expect(await start(token)).toEqual({ ok: false, code: 'link_not_found' })
      expect(await isOpenLink(database.pool, token, moment)).toBe(false)
    }
    expect(await start(null)).toEqual({ ok: false, code: 'link_not_found' })
  })
})

test('no line of the log tells the token of a link', () => {
  const token = 'XlyCZrVwjLnogSsVEHZCLA'
  const lines = [
    `{"url":"/payment/link/${token}?payment=A1"}`,
    `{"url":"/api/payment-link/${token}"}`,
    `{"url":"/payment/start?type=pay&link=${token}"}`,
    `{"url":"/account/login?next=%2Fpayment%2Flink%2F${token}"}`,
  ]
  expect(lines.map(scrubLinkTokens).filter((line) => line.includes(token))).toEqual([])
  expect(scrubLinkTokens(lines[0] ?? '')).toBe('{"url":"/payment/link/***?payment=A1"}')
  expect(scrubLinkTokens('{"url":"/api/payment-links/5"}')).toBe('{"url":"/api/payment-links/5"}')
})

describe('paying a link', () => {
  test('credits the dealer’s account once; the link is paid and takes no more', async () => {
    const token = await made({ amount: '250' })
    expect(await isOpenLink(database.pool, token, moment)).toBe(true)
    await pay(token)
    expect(await credits()).toEqual([{ kind: 'payment', credit: '250.00' }])
    expect(await look(token)).toMatchObject({ body: { state: 'paid' } })
    expect(await start(token)).toEqual({ ok: false, code: 'link_closed' })
    expect(await isOpenLink(database.pool, token, moment)).toBe(false)
  })

  test('two payers at once: one payment counts, the second goes back', async () => {
    const token = await made()
    const [first, second] = [await started(token), await started(token)]
    const settled = await Promise.all([driver.capture(first.id), driver.capture(second.id)])
    expect(settled.map(({ kind }) => kind).toSorted()).toEqual(['movement', 'return'])
    expect(settled.find(({ kind }) => kind === 'return')?.attention).toBe('paid_twice')
    expect(await credits()).toHaveLength(1)
  })

  test('that was paid meanwhile is not charged again', async () => {
    const token = await made()
    const late = await started(token)
    await pay(token)
    expect(await driver.confirm(late.id)).toEqual({ ok: false, code: 'link_closed' })
  })

  test('ends with its time: setting paymentLinkDays, seven where nothing is set', async () => {
    await set('paymentLinkDays', 2)
    const token = await made()
    moment = new Date(moment.getTime() + 2 * day - 1)
    expect(await look(token)).toMatchObject({ body: { state: 'open' } })
    const payment = await started(token)
    moment = new Date(moment.getTime() + 1)
    expect(await look(token)).toMatchObject({ body: { state: 'expired' } })
    expect(await start(token)).toEqual({ ok: false, code: 'link_closed' })
    // Who was at the bank by then has paid.
    expect(await driver.confirm(payment.id)).toBeNull()
    expect(await driver.capture(payment.id)).toMatchObject({ kind: 'movement' })
    expect(await look(token)).toMatchObject({ body: { state: 'paid' } })
    await set('paymentLinkDays', 7)
  })

  test('is locked after ten attempts that failed', async () => {
    const token = await made()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { id } = await started(token)
      await driver.end(id, attempt % 2 === 0 ? 'declined' : 'expired')
    }
    expect(await look(token)).toMatchObject({ body: { state: 'locked' } })
    expect(await start(token)).toEqual({ ok: false, code: 'link_closed' })
  })

  test('says while the bank is silent that nothing is known yet', async () => {
    const token = await made()
    const { id } = await started(token)
    await driver.setState(id, 'unknown')
    expect(await look(token)).toMatchObject({ body: { state: 'open', isPending: true } })
  })

  test('is taken back from the account when it is refunded; the link stays paid', async () => {
    const token = await made({ amount: '100' })
    const id = await pay(token)
    await driver.refund(id, '100.00')
    const sums = await database.pool.one(
      'SELECT sum(debit) AS debit, sum(credit) AS credit FROM account_movements WHERE dealer_id = $1',
      [actor.dealer?.id],
    )
    expect(sums).toEqual({ debit: '100.00', credit: '100.00' })
    expect(await look(token)).toMatchObject({ body: { state: 'paid' } })
  })
})

describe('the dealer’s links', () => {
  test('are listed newest first, for its users alone', async () => {
    await made({ amount: '1' })
    await made({ amount: '2' })
    expect(await list()).toMatchObject([{ amount: 2, state: 'open', creator: actor.name }, { amount: 1 }])
    const colleague = await addColleague(database.pool, actor.dealer as NonNullable<Actor['dealer']>)
    expect(await list(colleague)).toHaveLength(2)
    expect(await list(await addDealer(database.pool))).toEqual([])
  })

  test('can be ended until they are paid; somebody else’s are not there', async () => {
    const [token, other] = [await made(), await made()]
    const [newest, oldest] = await list()
    expect(await end(oldest?.id ?? 0, await addDealer(database.pool))).toEqual({ ok: false, code: 'link_not_found' })
    expect(await end(999_999_999)).toEqual({ ok: false, code: 'link_not_found' })
    const payment = await started(token)
    expect(await end(oldest?.id ?? 0)).toMatchObject({ ok: true })
    expect(await end(oldest?.id ?? 0)).toEqual({ ok: false, code: 'link_closed' })
    expect(await driver.confirm(payment.id)).toEqual({ ok: false, code: 'link_closed' })
    await pay(other)
    expect(await end(newest?.id ?? 0)).toEqual({ ok: false, code: 'link_closed' })
  })

  test('are not ended while the bank may have taken money; money that comes all the same counts', async () => {
    const token = await made()
    const [link] = await list()
    const { id } = await started(token)
    await driver.setState(id, 'capturing')
    expect(await end(link?.id ?? 0)).toEqual({ ok: false, code: 'payment_pending' })
    await database.pool.execute('UPDATE payment_links SET cancelled_at = now() WHERE id = $1', [link?.id])
    expect(await driver.capture(id)).toMatchObject({ kind: 'movement' })
    expect(await list()).toMatchObject([{ state: 'paid' }])
  })
})

describe('letters', () => {
  const jobs = (name: string) =>
    database.pool.query<{ data: object }>('SELECT data FROM outbox WHERE name = $1', [name])
  const sendLinks = async () => {
    for (const { data } of await jobs(linkMailJob)) {
      await sendLinkMail({ pool: database.pool, mailer, publicUrl, secret }, data, 'k')
    }
  }

  test.each([
    ['tr', 'Toptan ödeme bağlantısı: ₺1.250,50', 'Ödeme sayfasını aç: '],
    ['en', 'Payment link from Toptan: ₺1.250,50', 'Open the payment page: '],
  ] as const)('the link’s own in %s', async (locale, subject, line) => {
    await database.pool.execute("UPDATE dealers SET name = 'Kara <script>' WHERE id = $1", [actor.dealer?.id])
    const answer = await create({ amount: '1250,50', email: 'musteri@example.com', sendEmail: true }, actor, locale)
    const { link, message } = (answer as { body: { link: string; message: string } }).body
    expect(message).toContain('musteri@example.com')
    await sendLinks()
    expect(sent).toMatchObject([{ to: 'musteri@example.com', subject }])
    expect(sent[0]?.text).toContain(`${line}${link}`)
    expect(sent[0]?.text).toContain('Kara <script>')
    expect(sent[0]?.html).toContain('Kara &lt;script&gt;')
  })

  test('go to nobody where nobody asked, or the link was paid meanwhile', async () => {
    await made({ amount: '5', email: 'musteri@example.com' })
    expect(await jobs(linkMailJob)).toEqual([])
    const token = await made({ amount: '5', email: 'musteri@example.com', sendEmail: true })
    await pay(token)
    await sendLinks()
    expect(sent).toEqual([])
  })

  test('send a link that is there already, once, instead of a second one', async () => {
    const mine = { amount: '5', email: 'musteri@example.com', sendEmail: true }
    const token = await made({ amount: '5,00' })
    const link = `${publicUrl}/payment/link/${token}`
    expect(await create({ ...mine, link, amount: '6' })).toEqual({ ok: false, code: 'link_closed' })
    expect(await create({ ...mine, link }, await addDealer(database.pool))).toEqual({ ok: false, code: 'link_closed' })
    expect(await create({ ...mine, link: `${link}x` })).toEqual({ ok: false, code: 'link_closed' })
    expect(await create({ ...mine, link })).toMatchObject({ ok: true, body: { link } })
    expect(await list()).toMatchObject([{ amount: 5, email: 'musteri@example.com' }])
    expect(JSON.stringify(await jobs(linkMailJob))).not.toContain(token)
    await sendLinks()
    expect(sent).toMatchObject([{ to: 'musteri@example.com' }])
    expect(sent[0]?.text).toContain(link)
    expect(await create({ ...mine, link })).toEqual({ ok: false, code: 'link_closed' })
  })

  test('receipts go to the link’s address and to who made it', async () => {
    await pay(await made({ amount: '5', email: 'musteri@example.com' }))
    for (const { data } of await jobs(receiptMailJob))
      await sendReceipt({ pool: database.pool, mailer, publicUrl: '' }, data, 'k')
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['musteri@example.com', actor.email])
    expect(sent.every(({ text }) => text.includes('Karttan çekilen: ₺5,00'))).toBe(true)
  })
})
