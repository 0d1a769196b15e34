import { Secret as TotpSecret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import type { draftTotp } from '#contract/shop/factors.ts'
import { accountMailJob, hashPassword, resetFactorsOf, sendAccountMail } from '#server/account/account.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { saveSetting } from '#server/settings/settings.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { password } from '#testing/people.ts'
import { type Answer, codeOf, openTestShop, type TestShop, testSecret, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'

let shop: TestShop
let passwordHash: string
let user: Actor
let time = Date.UTC(2026, 10, 2, 9)
let addresses = 0

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(time) })
  passwordHash = await hashPassword(password)
})
afterAll(() => shop.close())
beforeEach(async () => {
  addresses += 1
  time += 600_000
  await shop.database.pool.execute('DELETE FROM outbox')
  user = await addDealer(shop.database.pool, { passwordHash })
})

const address = () => `203.0.113.${addresses}`
const sessionOf = ({ cookies }: Answer) => cookies.find(({ name }) => name === 'toptan_session')?.value ?? ''
const visitorOf = (answer: Answer) => shop.withSession(sessionOf(answer))

async function signIn(
  { email }: Pick<Actor, 'email'>,
  { device = '', userAgent = 'Chrome/140.0 (Windows NT 10.0)' } = {},
) {
  const guest = await shop.guest()
  if (device !== '') guest.cookies['toptan_device'] = device
  const headers = { 'user-agent': userAgent }
  return guest.send('POST', '/api/account/login', { body: { username: email, password }, headers, address: address() })
}

async function setUp(visitor: TestVisitor): Promise<{ code(): string }> {
  const { draft, key } = (await visitor.send('POST', '/api/account/totp/draft')).body as Reply<typeof draftTotp>
  const totp = new TOTP({ secret: TotpSecret.fromBase32(key.replaceAll(' ', '')) })
  const body = { draft, code: totp.generate({ timestamp: time }), password }
  expect((await visitor.send('POST', '/api/account/totp', { body, address: address() })).status).toBe(200)
  time += 60_000
  return { code: () => totp.generate({ timestamp: time }) }
}

/** Sends the waiting emails as the job queue does. */
async function sendMails(): Promise<Mail[]> {
  const { pool } = shop.database
  const jobs = await pool.query<{ data: object }>('DELETE FROM outbox WHERE name = $1 RETURNING data', [accountMailJob])
  const mails: Mail[] = []
  const mailer = { send: (mail: Mail) => Promise.resolve(void mails.push(mail)) }
  for (const { data } of jobs)
    await sendAccountMail({ pool, mailer, publicUrl: 'https://toptan.test', secret: testSecret }, data, 'key')
  return mails
}

describe('a store that requires a second factor of staff', () => {
  beforeAll(() => saveSetting(shop.database.pool, 'staffSecondFactor', '1'))
  afterAll(() => shop.database.pool.execute("DELETE FROM settings WHERE key = 'staffSecondFactor'"))

  test('refuses every call of staff without one, but those of the set-up, until it is done', async () => {
    const admin = await addAdmin(shop.database.pool, passwordHash)
    const answer = await signIn(admin)
    expect(answer.body).toMatchObject({ needsFactor: true })
    const visitor = visitorOf(answer)
    const refused = ['/yonetim/users', '/yonetim/board', '/yonetim/setup', '/yonetim/audit']
    for (const url of refused) {
      const { status, ...rest } = await visitor.send('GET', url)
      expect([status, codeOf({ status, ...rest })]).toEqual([403, 'factor_required'])
    }
    expect(codeOf(await visitor.send('POST', '/api/catalog/WarrantyInquiry', { body: { serialNumber: 'A' } }))).toBe(
      'factor_required',
    )
    expect(codeOf(await visitor.send('GET', `/yonetim/bayiler/${user.dealer?.id}/ekstre.xlsx`))).toBe('factor_required')
    expect((await visitor.send('GET', '/api/visitor')).body).toMatchObject({
      user: { needsFactor: true, permissions: [] },
    })
    expect((await visitor.send('GET', '/api/account/security')).body).toMatchObject({ isRequired: true })
    await setUp(visitor)
    for (const url of refused) expect((await visitor.send('GET', url)).status).toBe(200)
  })

  test('asks for the passkey of staff who have no app, also after the password', async () => {
    const admin = await addAdmin(shop.database.pool, passwordHash)
    await shop.database.pool.execute(
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name)
       VALUES ($1, $2, '', 0, '{}', 'Telefon')`,
      [admin.userId, `staff-${admin.userId}`],
    )
    const answer = await signIn(admin)
    expect(answer.body).toMatchObject({ secondStep: { hasTotp: false, hasPasskey: true } })
    expect(sessionOf(answer)).toBe('')
  })

  test('ends what an administrator without one sees as another user', async () => {
    const admin = await addAdmin(shop.database.pool)
    const visitor = await shop.signedIn(admin)
    await shop.database.pool.execute('UPDATE sessions SET viewed_user_id = $2 WHERE user_id = $1', [
      admin.userId,
      user.userId,
    ])
    expect(codeOf(await visitor.send('GET', '/api/catalog/orders'))).toBe('factor_required')
  })

  test('changes nothing for dealers', async () => {
    const visitor = visitorOf(await signIn(user))
    expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(200)
    expect((await visitor.send('GET', '/api/account/security')).body).toMatchObject({ isRequired: false })
  })
})

describe('an administrator', () => {
  test('resets the factors of a user, whose sessions end; email and audit report it', async () => {
    const { pool } = shop.database
    const visitor = visitorOf(await signIn(user))
    await setUp(visitor)
    await sendMails()
    const admin = await addAdmin(pool)
    const desk = await shop.signedIn(admin)
    expect((await desk.send('GET', `/yonetim/users/${user.userId}`)).body).toMatchObject({ hasTotp: true, passkeys: 0 })
    const answer = await desk.send('DELETE', `/yonetim/users/${user.userId}/factors`)
    expect(answer.body).toMatchObject({ hasTotp: false })
    expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(401)
    expect((await sendMails()).map(({ to, text }) => [to, text.includes('Oturumlarınız kapandı')])).toEqual([
      [user.email, true],
    ])
    const [entry] = await pool.query<{ action: string; user_id: number }>(
      'SELECT action, user_id FROM audit_log WHERE noun_id = $1 ORDER BY id DESC LIMIT 1',
      [user.email],
    )
    expect(entry).toEqual({ action: 'reset_factors', user_id: admin.userId })
    expect((await signIn(user)).body).toMatchObject({ user: { id: user.userId } })
    expect(codeOf(await desk.send('DELETE', `/yonetim/users/${user.userId}/factors`))).toBe('factor_not_found')
  })

  test('resets neither the own factors nor those of staff with more rights', async () => {
    const { pool } = shop.database
    const [full, people] = [await addAdmin(pool, passwordHash), await addAdmin(pool, passwordHash)]
    await pool.execute("UPDATE users SET user_role = 'people' WHERE id = $1", [people.userId])
    const [fullDesk, peopleDesk] = [await shop.signedIn(full), await shop.signedIn(people)]
    await setUp(fullDesk)
    await setUp(peopleDesk)
    expect(codeOf(await peopleDesk.send('DELETE', `/yonetim/users/${full.userId}/factors`))).toBe('no_right_to_grant')
    expect(codeOf(await fullDesk.send('DELETE', `/yonetim/users/${full.userId}/factors`))).toBe('own_account')
    expect((await fullDesk.send('DELETE', `/yonetim/users/${people.userId}/factors`)).status).toBe(200)
  })

  test('is reset on the command line', async () => {
    const { pool } = shop.database
    const admin = await addAdmin(pool, passwordHash)
    expect(await resetFactorsOf(pool, admin.email)).toEqual({ ok: false, problem: 'no_factors' })
    expect(await resetFactorsOf(pool, 'kimse@example.com')).toEqual({ ok: false, problem: 'user_unknown' })
    const visitor = await shop.signedIn(admin)
    await setUp(visitor)
    expect(await resetFactorsOf(pool, admin.email.toUpperCase())).toEqual({ ok: true })
    expect((await visitor.send('GET', '/yonetim/users')).status).toBe(401)
    expect((await signIn(admin)).body).toMatchObject({ user: { id: admin.userId } })
    const [entry] = await pool.query<{ user_id: number | null }>(
      "SELECT user_id FROM audit_log WHERE noun_id = $1 AND action = 'reset_factors'",
      [admin.email],
    )
    expect(entry).toEqual({ user_id: null })
  })
})

describe('a sign-in from a new device', () => {
  const deviceOf = ({ cookies }: Answer) => cookies.find(({ name }) => name === 'toptan_device')?.value ?? ''

  test('is reported by email, not the first one of an account and not one from a known browser', async () => {
    const first = await signIn(user)
    expect(await sendMails()).toEqual([])
    await signIn(user, { device: deviceOf(first) })
    expect(await sendMails()).toEqual([])
    const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
    const second = await signIn(user, { userAgent: iphone })
    const [mail, ...others] = await sendMails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: user.email, subject: expect.stringContaining('yeni bir cihaz') })
    expect(mail?.text).toContain('Safari · iPhone')
    expect(mail?.text).toContain(address())
    expect(mail?.text).toContain('https://toptan.test/account/settings')
    await signIn(user, { device: deviceOf(second) })
    expect(await sendMails()).toEqual([])
  })

  test('is known for each user separately; the database has no cookie', async () => {
    const device = deviceOf(await signIn(user))
    const other = await addDealer(shop.database.pool, { passwordHash })
    await signIn(other)
    await sendMails()
    await signIn(other, { device })
    expect((await sendMails()).map(({ to }) => to)).toEqual([other.email])
    const rows = await shop.database.pool.query<{ row: string }>('SELECT row(k.*)::text AS row FROM known_devices k')
    expect(rows.map(({ row }) => row).join()).not.toContain(device)
  })
})

describe('a sign-in link', () => {
  beforeAll(() => shop.setSetting('signInLinks', '1'))

  const request = async (email: string, from = address()) =>
    (await shop.guest()).send('POST', '/api/account/login/link', { body: { email }, address: from })
  const linkOf = (mails: readonly Mail[]) => /account\/sign-in-link\/([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  const open = async (token: string) => (await shop.guest()).send('POST', `/api/account/login/link/${token}`)

  test('signs in once; reading its page does not use it up', async () => {
    await request(` ${user.email.toUpperCase()} `)
    const token = linkOf(await sendMails())
    const guest = await shop.guest()
    for (let i = 0; i < 3; i += 1) {
      const page = await guest.send('GET', `/api/account/login/link/${token}`)
      expect(page.body).toEqual({ name: user.name, email: user.email })
    }
    const both = await Promise.all([open(token), open(token)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const signedIn = both.find(({ status }) => status === 200)
    expect((await visitorOf(signedIn as Answer).send('GET', '/api/catalog/cart')).status).toBe(200)
    expect(codeOf(await open(token))).toBe('sign_in_link_not_found')
    expect(codeOf(await guest.send('GET', `/api/account/login/link/${token}`))).toBe('sign_in_link_not_found')
  })

  test('sets no password', async () => {
    await request(user.email)
    const token = linkOf(await sendMails())
    const body = { password: 'yepyeni-parola-1', passwordVerify: 'yepyeni-parola-1' }
    const answer = await (await shop.guest()).send('POST', `/api/account/password/${token}`, { body })
    expect(codeOf(answer)).toBe('password_link_not_found')
  })

  test('is valid for 15 minutes, and until the password changes or a newer one is sent', async () => {
    const { pool } = shop.database
    await request(user.email)
    const first = linkOf(await sendMails())
    await request(user.email)
    const second = linkOf(await sendMails())
    expect(codeOf(await open(first))).toBe('sign_in_link_not_found')
    await pool.execute("UPDATE sign_in_links SET expires_at = expires_at - interval '15 minutes'")
    expect(codeOf(await open(second))).toBe('sign_in_link_not_found')
    await request(user.email)
    const third = linkOf(await sendMails())
    const visitor = await shop.signedIn(user)
    const body = { currentPassword: password, password: 'baska-parola-3', passwordVerify: 'baska-parola-3' }
    expect((await visitor.send('POST', '/api/catalog/account/settings', { body })).status).toBe(200)
    expect(codeOf(await open(third))).toBe('sign_in_link_not_found')
  })

  test('still needs the second step', async () => {
    const { code } = await setUp(await shop.signedIn(user))
    await sendMails()
    await request(user.email)
    const answer = await open(linkOf(await sendMails()))
    expect(sessionOf(answer)).toBe('')
    const { secondStep } = answer.body as { secondStep: { challenge: string } }
    const body = { challenge: secondStep.challenge, code: code() }
    const done = await (await shop.guest()).send('POST', '/api/account/login/code', { body, address: address() })
    expect(done.body).toMatchObject({ user: { id: user.userId } })
  })

  test('is requested with the same answer for every address, three times an hour and ten times per network', async () => {
    const known = await request(user.email)
    const unknown = await request('kimse@example.com')
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(await sendMails()).toHaveLength(1)
    for (let i = 0; i < 4; i += 1) expect((await request(user.email)).status).toBe(200)
    expect(await sendMails()).toHaveLength(2)
    const answers = await Promise.all(Array.from({ length: 12 }, () => request('baska@example.com', '198.51.100.9')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(codeOf(await request('adres değil'))).toBe('email_invalid')
  })

  test('goes to no staff without the factor that the store requires, no user of a provider that is the only way in, and no disabled user', async () => {
    const { pool } = shop.database
    const admin = await addAdmin(pool, passwordHash)
    await request(admin.email)
    const token = linkOf(await sendMails())
    await saveSetting(pool, 'staffSecondFactor', '1')
    expect(codeOf(await open(token))).toBe('sign_in_link_not_found')
    await request(admin.email)
    expect(await sendMails()).toEqual([])
    await pool.execute("DELETE FROM settings WHERE key = 'staffSecondFactor'")
    await pool.execute(
      `INSERT INTO identity_providers (dealer_id, name, issuer, client_id, is_active, is_required)
       VALUES ($1, 'Şirket', 'https://login.example', 'toptan', true, true)`,
      [user.dealer?.id],
    )
    await request(user.email)
    expect(await sendMails()).toEqual([])
    await pool.execute('DELETE FROM identity_providers')
    await pool.execute('UPDATE users SET disabled_at = now() WHERE id = $1', [user.userId])
    await request(user.email)
    expect(await sendMails()).toEqual([])
  })

  test('is refused where the store does not allow it', async () => {
    await request(user.email)
    const token = linkOf(await sendMails())
    await shop.setSetting('signInLinks', '0')
    expect(codeOf(await request(user.email))).toBe('sign_in_links_off')
    expect(codeOf(await open(token))).toBe('sign_in_link_not_found')
    await shop.setSetting('signInLinks', '1')
    expect((await open(token)).status).toBe(200)
  })
})
