import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDealer } from '#testing/store-rows.ts'
import { codeOf, openTestShop, type TestShop, testSecret } from '#testing/shop.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { accountMailJob, hashPassword, scrubAccountTokens, sendAccountMail } from '#server/account/account.ts'

let shop: TestShop
let dealer: Actor
let address = 0
const emails: Mail[] = []

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  emails.length = 0
  await shop.database.pool.execute('DELETE FROM outbox WHERE name = $1', [accountMailJob])
  dealer = await addDealer(shop.database.pool, { passwordHash: await hashPassword('eski-parola-1') })
})

const ask = async (email: string, from = `192.0.2.${(address += 1)}`) =>
  (await shop.guest()).send('POST', '/api/account/forgotten', { body: { email }, address: from })

/** Sends the queued emails as the job queue does, and returns the tokens in them. */
async function sendLetters(): Promise<string[]> {
  const { pool } = shop.database
  const jobs = await pool.query<{ data: object }>('DELETE FROM outbox WHERE name = $1 RETURNING data', [accountMailJob])
  const mailer = { send: (mail: Mail) => Promise.resolve(void emails.push(mail)) }
  const deps = { pool, mailer, publicUrl: 'https://toptan.test', secret: testSecret }
  for (const { data } of jobs) await sendAccountMail(deps, data, 'key')
  // The email about a changed password has no link.
  return emails.flatMap(({ text }) => /account\/password\/([\w-]+)/.exec(text)?.[1] ?? [])
}

const set = async (token: string, password: string, passwordVerify = password) =>
  (await shop.guest()).send('POST', `/api/account/password/${token}`, { body: { password, passwordVerify } })
const signIn = async (password: string) =>
  (await shop.guest()).send('POST', '/api/account/login', { body: { username: dealer.email, password } })

describe('a forgotten password', () => {
  test('is reset once by an emailed link, which ends all sessions', async () => {
    const session = await shop.signedIn(dealer)
    expect((await ask(` ${dealer.email.toUpperCase()} `)).status).toBe(200)
    const [token = ''] = await sendLetters()
    expect(emails).toMatchObject([{ to: dealer.email }])
    const seen = await (await shop.guest()).send('GET', `/api/account/password/${token}`)
    expect(seen.body).toEqual({ kind: 'reset', name: dealer.name, email: dealer.email, role: 'dealer' })
    expect((await set(token, 'yeni-parola-2')).status).toBe(200)
    expect((await session.send('GET', '/api/catalog/cart')).status).toBe(401)
    expect((await signIn('eski-parola-1')).status).toBe(401)
    expect((await signIn('yeni-parola-2')).status).toBe(200)
    expect(codeOf(await set(token, 'ucuncu-parola'))).toBe('password_link_not_found')
    await sendLetters()
    expect(emails).toHaveLength(2)
    expect(emails[1]).toMatchObject({ to: dealer.email, subject: expect.stringContaining('şifreniz değişti') })
    expect(emails[1]?.text).toContain('127.0.0.1')
  })

  test('returns the same response after the same steps for an unknown address, without an email', async () => {
    const jobs = () => shop.database.pool.query('SELECT FROM outbox WHERE name = $1', [accountMailJob])
    const known = await ask(dealer.email)
    const waiting = (await jobs()).length
    const unknown = await ask('kimse@example.com')
    expect((await jobs()).length).toBe(waiting * 2)
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    // This shop has no mail server.
    expect(known.body).toEqual({ success: true, isSent: false })
    expect(await sendLetters()).toHaveLength(1)
    expect(codeOf(await ask('adres değil'))).toBe('email_invalid')
  })

  test('sends no email to a disabled user or a user of a disabled dealer', async () => {
    const { pool } = shop.database
    await pool.execute('UPDATE users SET disabled_at = now() WHERE id = $1', [dealer.userId])
    await ask(dealer.email)
    expect(await sendLetters()).toEqual([])
    await pool.execute('UPDATE users SET disabled_at = NULL WHERE id = $1', [dealer.userId])
    await pool.execute('UPDATE dealers SET disabled_at = now() WHERE id = $1', [dealer.dealer?.id])
    await ask(dealer.email)
    expect(await sendLetters()).toEqual([])
  })

  test('sends three emails per address and hour, and accepts ten requests per network address in 15 minutes', async () => {
    for (let i = 0; i < 5; i += 1) expect((await ask(dealer.email)).status).toBe(200)
    expect(await sendLetters()).toHaveLength(3)
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask('kimse@example.com', '198.51.100.7')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBe('900')
  })

  test('closes the older link with a newer one, and all links when the password changes', async () => {
    await ask(dealer.email)
    const [first = ''] = await sendLetters()
    await ask(dealer.email)
    const second = (await sendLetters())[1] ?? ''
    expect(codeOf(await set(first, 'yeni-parola-2'))).toBe('password_link_not_found')
    const session = await shop.signedIn(dealer)
    const body = { currentPassword: 'eski-parola-1', password: 'baska-parola-3', passwordVerify: 'baska-parola-3' }
    expect((await session.send('POST', '/api/catalog/account/settings', { body })).status).toBe(200)
    expect(codeOf(await set(second, 'yeni-parola-2'))).toBe('password_link_not_found')
  })

  test('enforces the password rules, and a rejected password does not use up the link', async () => {
    await ask(dealer.email)
    const [token = ''] = await sendLetters()
    expect(codeOf(await set(token, '12345'))).toBe('password_length')
    expect(codeOf(await set(token, 'yeni-parola-2', ''))).toBe('password_unverified')
    expect(codeOf(await set(token, 'yeni-parola-2', 'baska'))).toBe('password_mismatch')
    expect(codeOf(await set(token, '123456'))).toBe('password_common')
    expect((await set(token, 'yeni-parola-2')).status).toBe(200)
  })

  test('accepts the link once when two use it at the same time, and expires after an hour', async () => {
    await ask(dealer.email)
    const [token = ''] = await sendLetters()
    const answers = await Promise.all([set(token, 'yeni-parola-2'), set(token, 'yeni-parola-3')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    await ask(dealer.email)
    const late = (await sendLetters())[1] ?? ''
    await shop.database.pool.execute("UPDATE one_time_links SET expires_at = expires_at - interval '1 hour'")
    expect(codeOf(await set(late, 'yeni-parola-4'))).toBe('password_link_not_found')
  })

  test('refuses the link of a user or dealer disabled since it was opened', async () => {
    await ask(dealer.email)
    const [token = ''] = await sendLetters()
    const close = async (table: 'users' | 'dealers', id: number | undefined) => {
      await shop.database.pool.execute(`UPDATE ${table} SET disabled_at = now() WHERE id = $1`, [id])
      expect(codeOf(await set(token, 'yeni-parola-5'))).toBe('password_link_not_found')
      await shop.database.pool.execute(`UPDATE ${table} SET disabled_at = NULL WHERE id = $1`, [id])
    }
    await close('users', dealer.userId)
    await close('dealers', dealer.dealer?.id)
    expect((await set(token, 'yeni-parola-5')).status).toBe(200)
  })

  test('stores no token in the database and writes none to the log', async () => {
    await ask(dealer.email)
    const { pool } = shop.database
    const job = await pool.one<{ data: string }>('SELECT data::text FROM outbox WHERE name = $1', [accountMailJob])
    const [token = ''] = await sendLetters()
    expect(job?.data).not.toContain(token)
    expect(
      scrubAccountTokens(`{"url":"/account/password/${token}?a=1"} /login?next=%2Faccount%2Fpassword%2F${token}`),
    ).toBe('{"url":"/account/password/***?a=1"} /login?next=%2Faccount%2Fpassword%2F***')
  })
})
