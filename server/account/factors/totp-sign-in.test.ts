import { Secret as TotpSecret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countUnreadable } from '#server/platform/http/encrypted.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { login } from '#contract/shop/account.ts'
import type { addTotp, draftTotp, getSecurity } from '#contract/shop/factors.ts'
import { hashPassword, resealFactors, sealedFactors } from '#server/account/account.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { password } from '#testing/people.ts'
import {
  type Answer,
  codeOf,
  openTestShop,
  sentenceOf,
  type TestShop,
  testSecret,
  type TestVisitor,
} from '#testing/shop.ts'
import { addDealer } from '#testing/store-rows.ts'
import { openTotpKey } from './totp.ts'

let shop: TestShop
let passwordHash: string
let user: Actor
/** The time of the shop, in milliseconds. It moves only where a test moves it. */
let time = Date.UTC(2026, 10, 2, 9, 0, 5)
let addresses = 0

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(time) })
  passwordHash = await hashPassword(password)
})
afterAll(() => shop.close())
beforeEach(async () => {
  user = await addDealer(shop.database.pool, { passwordHash })
  addresses += 1
})

const seconds = (count: number) => count * 1000
const codeAt = (key: string, timestamp: number) =>
  new TOTP({ secret: TotpSecret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp })
const address = () => `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`

/** Sets up the app of the user; returns its key and the recovery codes. Later codes are of later steps. */
async function setUp(): Promise<{ key: string; codes: string[]; visitor: TestVisitor }> {
  const visitor = await shop.signedIn(user)
  const { draft, key } = (await visitor.send('POST', '/api/account/totp/draft')).body as Reply<typeof draftTotp>
  const body = { draft, code: codeAt(key, time), password }
  const answer = await visitor.send('POST', '/api/account/totp', { body, address: address() })
  expect(answer.status).toBe(200)
  time += seconds(60)
  return { key, codes: (answer.body as Reply<typeof addTotp>).recoveryCodes, visitor }
}

async function passPassword(from = address()): Promise<{ guest: TestVisitor; challenge: string; answer: Answer }> {
  const guest = await shop.guest()
  const body = { username: user.email, password }
  const answer = await guest.send('POST', '/api/account/login', { body, address: from })
  const { secondStep } = answer.body as Reply<typeof login>
  return { guest, challenge: secondStep?.challenge ?? '', answer }
}
const sendCode = async (code: string, { from = address(), challenge = '' } = {}) => {
  const guest = await shop.guest()
  const step = challenge === '' ? (await passPassword(from)).challenge : challenge
  return guest.send('POST', '/api/account/login/code', { body: { challenge: step, code }, address: from })
}
const sessionOf = ({ cookies }: Answer) => cookies.find(({ name }) => name === 'toptan_session')?.value
const mails = async (kind: string) =>
  (
    await shop.database.pool.query<{ data: { event?: string } }>(
      `SELECT data FROM outbox WHERE name = 'account-mail' AND data ->> 'kind' = $1 AND (data ->> 'userId')::int = $2
        ORDER BY created_at`,
      [kind, user.userId],
    )
  ).map(({ data }) => data)

describe('an authenticator app', () => {
  test('is asked for after the password, and begins the session only with its code', async () => {
    const { key } = await setUp()
    const { answer, challenge } = await passPassword()
    expect(sessionOf(answer)).toBeUndefined()
    expect(answer.body).toEqual({ success: true, secondStep: { challenge, hasTotp: true, hasPasskey: false } })
    const signedIn = await sendCode(codeAt(key, time), { challenge })
    expect(signedIn.body).toMatchObject({ success: true, user: { id: user.userId } })
    const session = shop.withSession(sessionOf(signedIn) ?? '')
    expect((await session.send('GET', '/api/catalog/cart')).status).toBe(200)
  })

  test('accepts each code once, also of two requests at the same time', async () => {
    const { key } = await setUp()
    const code = codeAt(key, time)
    const both = await Promise.all([sendCode(code), sendCode(code)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(codeOf(await sendCode(code))).toBe('factor_code_used')
    // The code of an earlier step is too late, too.
    expect(codeOf(await sendCode(codeAt(key, time - seconds(30))))).toBe('factor_code_used')
    expect((await sendCode(codeAt(key, time + seconds(30)))).status).toBe(200)
  })

  test('does not accept the code that set it up', async () => {
    const visitor = await shop.signedIn(user)
    const { draft, key } = (await visitor.send('POST', '/api/account/totp/draft')).body as Reply<typeof draftTotp>
    const code = codeAt(key, time)
    await visitor.send('POST', '/api/account/totp', { body: { draft, code, password }, address: address() })
    expect(codeOf(await sendCode(code))).toBe('factor_code_used')
  })

  test.each([-30, 30])('accepts a device whose clock is %i seconds off', async (drift) => {
    const { key } = await setUp()
    time += seconds(60)
    expect((await sendCode(codeAt(key, time + seconds(drift)))).status).toBe(200)
  })

  test.each([-90, 90, -240, 240])(
    'refuses a device whose clock is %i seconds off, and names the clock',
    async (drift) => {
      const { key } = await setUp()
      time += seconds(600)
      const answer = await sendCode(codeAt(key, time + seconds(drift)))
      expect(codeOf(answer)).toBe('factor_clock')
      expect(sentenceOf(answer)).toContain('saat')
      expect(sessionOf(answer)).toBeUndefined()
    },
  )

  test('judges five codes of one network and twenty of all, of a thousand guesses', async () => {
    const { key } = await setUp()
    const { guest, challenge } = await passPassword()
    const guess = (code: string, from: string) =>
      guest.send('POST', '/api/account/login/code', { body: { challenge, code }, address: from })
    const right = codeAt(key, time)
    // A code of no step near the present one.
    const wrong = codeAt(key, time + seconds(3_000_000))
    const counts: Record<string, number> = {}
    for (let turn = 0; turn < 50; turn += 1) {
      const guesses = Array.from({ length: 20 }, (_, i) => guess(wrong, `203.0.113.${(turn * 20 + i) % 200}`))
      for (const answer of await Promise.all(guesses))
        counts[codeOf(answer) ?? ''] = (counts[codeOf(answer) ?? ''] ?? 0) + 1
    }
    expect(counts).toEqual({ factor_code_wrong: 20, too_many_attempts: 980 })
    expect(codeOf(await guess(right, '192.0.2.77'))).toBe('too_many_attempts')
  })

  test('blocks one network after five wrong codes, not the others', async () => {
    const { key } = await setUp()
    const { challenge } = await passPassword()
    const wrong = codeAt(key, time + seconds(3_000_000))
    const tries = await Promise.all(Array.from({ length: 8 }, () => sendCode(wrong, { from: '192.0.2.78', challenge })))
    expect(tries.filter((answer) => codeOf(answer) === 'factor_code_wrong')).toHaveLength(5)
    const right = codeAt(key, time)
    expect(codeOf(await sendCode(right, { from: '192.0.2.78', challenge }))).toBe('too_many_attempts')
    expect((await sendCode(right, { from: '192.0.2.79', challenge })).status).toBe(200)
  })

  test('needs its challenge: of this shop, at most five minutes old, of the present password', async () => {
    const { key, visitor } = await setUp()
    const { challenge } = await passPassword()
    const right = () => codeAt(key, time)
    expect(codeOf(await sendCode(right(), { challenge: `${challenge}x` }))).toBe('factor_expired')
    expect(codeOf(await sendCode(right(), { challenge: 'e30.forged' }))).toBe('factor_expired')
    time += seconds(5 * 60 + 1)
    expect(codeOf(await sendCode(right(), { challenge }))).toBe('factor_expired')
    const { challenge: current } = await passPassword()
    const body = { currentPassword: password, password: 'yepyeni-parola-2', passwordVerify: 'yepyeni-parola-2' }
    await visitor.send('POST', '/api/catalog/account/settings', { body })
    expect(codeOf(await sendCode(right(), { challenge: current }))).toBe('factor_expired')
  })

  test('is not asked of a user who has none, and never reveals whether one is set up without the password', async () => {
    const { answer } = await passPassword()
    expect(answer.body).toMatchObject({ user: { id: user.userId } })
    await setUp()
    const guest = await shop.guest()
    const body = { username: user.email, password: 'wrong' }
    const refused = await guest.send('POST', '/api/account/login', { body, address: address() })
    expect(codeOf(refused)).toBe('wrong_credentials')
  })

  test('works in the form of the sign-in page without scripts', async () => {
    const { key } = await setUp()
    const guest = await shop.guest()
    const post = (body: object) =>
      guest.send('POST', '/account/login', {
        body: { ...body, _token: guest.token },
        headers: { accept: 'text/html', 'x-requested-with': undefined, 'x-csrf-token': undefined },
        address: address(),
      })
    const first = await post({ username: user.email, password, next: '/sepet' })
    const step = new URL(String(first.headers['location']), 'http://shop.example')
    expect([first.status, step.pathname, step.searchParams.get('next')]).toEqual([303, '/account/login', '/sepet'])
    const challenge = step.searchParams.get('challenge') ?? ''
    const query = new URLSearchParams({ challenge })
    expect((await guest.send('GET', `/api/account/login/second-step?${query}`)).body).toMatchObject({ hasTotp: true })
    const wrong = await post({ challenge, code: '12', next: '/sepet' })
    const again = new URL(String(wrong.headers['location']), 'http://shop.example')
    expect(again.searchParams.get('challenge')).toBe(challenge)
    expect(again.searchParams.get('refused')).not.toBeNull()
    const done = await post({ challenge, code: codeAt(key, time), next: '/sepet' })
    expect([done.status, done.headers['location']]).toEqual([303, '/sepet'])
    expect(sessionOf(done)).toBeDefined()
  })

  test('is set up and removed only with the password, reported by email', async () => {
    const { visitor } = await setUp()
    const remove = (typed: string) =>
      visitor.send('POST', '/api/account/totp/removal', { body: { password: typed }, address: address() })
    expect(codeOf(await remove(''))).toBe('password_current_missing')
    expect(codeOf(await remove('wrong'))).toBe('password_current_wrong')
    const { draft, key } = (await visitor.send('POST', '/api/account/totp/draft')).body as Reply<typeof draftTotp>
    const add = (code: string, typed: string) =>
      visitor.send('POST', '/api/account/totp', { body: { draft, code, password: typed }, address: address() })
    expect(codeOf(await add(codeAt(key, time), 'wrong'))).toBe('password_current_wrong')
    expect(codeOf(await add(codeAt(key, time), password))).toBe('factor_exists')
    expect((await remove(password)).status).toBe(200)
    expect(codeOf(await add(codeAt(key, time - seconds(3_000_000)), password))).toBe('factor_code_wrong')
    expect((await mails('factor')).map(({ event }) => event)).toEqual(['totp_added', 'totp_removed'])
    const other = await shop.signedIn(await addDealer(shop.database.pool, { passwordHash }))
    const foreign = await other.send('POST', '/api/account/totp', {
      body: { draft, code: codeAt(key, time), password },
      address: address(),
    })
    expect(codeOf(foreign)).toBe('factor_draft_expired')
    time += seconds(31 * 60)
    expect(codeOf(await add(codeAt(key, time), password))).toBe('factor_draft_expired')
    expect((await passPassword()).answer.body).toMatchObject({ user: { id: user.userId } })
  })

  test('has a key that is encrypted in the database and follows the rotation of the secret', async () => {
    const { key } = await setUp()
    const { pool } = shop.database
    const stored = async () =>
      (await pool.one<{ secret: Buffer }>('SELECT secret FROM totp_factors WHERE user_id = $1', [user.userId]))
        ?.secret ?? Buffer.alloc(0)
    const plain = key.replaceAll(' ', '')
    expect((await stored()).includes(plain)).toBe(false)
    const next = 'the next secret of at least thirty-two letters'
    await resealFactors(pool, [next, testSecret])
    expect(await countUnreadable(next, await sealedFactors(pool))).toBe(0)
    expect(await countUnreadable(testSecret, await sealedFactors(pool))).toBeGreaterThan(0)
    expect(openTotpKey(next, user.userId, await stored())).toBe(plain)
    expect(openTotpKey(testSecret, user.userId, await stored())).toBeNull()
    // Bound to its user: copied to another one it cannot be read.
    expect(openTotpKey(next, user.userId + 1, await stored())).toBeNull()
    await resealFactors(pool, [testSecret, next])
  })
})

describe('recovery codes', () => {
  const left = async (visitor: TestVisitor) =>
    ((await visitor.send('GET', '/api/account/security')).body as Reply<typeof getSecurity>).recoveryCodesLeft

  test('are ten, stored as hashes; each signs in once, in any spelling, and is reported by email', async () => {
    const { codes, visitor } = await setUp()
    expect(new Set(codes).size).toBe(10)
    const [first = '', second = ''] = codes
    expect(first).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    const { pool } = shop.database
    const rows = await pool.query<{ row: string }>('SELECT row(c.*)::text AS row FROM recovery_codes c')
    expect(rows.map(({ row }) => row).join()).not.toContain(first)
    expect((await sendCode(` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200)
    expect(codeOf(await sendCode(first))).toBe('recovery_code_wrong')
    const both = await Promise.all([sendCode(second), sendCode(second)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(await left(visitor)).toBe(8)
    expect((await mails('factor')).map(({ event }) => event)).toContain('recovery_used')
  })

  test('are replaced with the password, and belong to one user', async () => {
    const { codes, visitor } = await setUp()
    const renew = (typed: string) =>
      visitor.send('POST', '/api/account/recovery-codes', { body: { password: typed }, address: address() })
    expect(codeOf(await renew('wrong'))).toBe('password_current_wrong')
    const { recoveryCodes } = (await renew(password)).body as Reply<typeof addTotp>
    expect(codeOf(await sendCode(codes[0] ?? ''))).toBe('recovery_code_wrong')
    user = await addDealer(shop.database.pool, { passwordHash })
    await setUp()
    expect(codeOf(await sendCode(recoveryCodes[0] ?? ''))).toBe('recovery_code_wrong')
  })
})
