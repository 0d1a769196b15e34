import { dealerPermissions } from '#domain/people/permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAdmin, addColleague, addDealer } from '#testing/store-rows.ts'
import { pages } from '#contract/core/pages.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type Actor, type CallContext, Calls, sessionCookie } from '#server/visitor/visitor.ts'
import { testContext, type TestContext } from '#server/visitor/test-context.ts'
import { createStore, type Store } from '#server/settings/settings.ts'
import {
  addUser,
  disableUser,
  hashPassword,
  loadSession,
  purgeAccounts,
  registerAccount,
  sessionIdOf,
  setPassword,
} from './account.ts'
import { countFailures } from './queries.ts'

const password = 'demo1234'
let database: TestDatabase
let store: Store
let calls: Calls
let passwordHash: string

beforeAll(async () => {
  database = await createTestDatabase()
  store = await createStore(database.pool)
  calls = new Calls()
  registerAccount(calls, {
    pool: database.pool,
    store,
    moveGuest: async () => 0,
    secret: 'test secret',
    now: () => new Date(),
    hasMailServer: false,
    siteOf: () => null,
  })
  passwordHash = await hashPassword(password)
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

let addresses = 0
const dealerOf = (actor: Actor) => actor.dealer ?? expect.fail('The user has no dealer.')
const newAddress = () => `192.0.2.${(addresses += 1)}`
const login = (body: unknown, context: CallContext = testContext({ address: newAddress() })) =>
  calls.find('POST', '/api/account/login')?.run({ body }, context)
const secretOf = (context: TestContext) => context.cookies.get(sessionCookie) ?? ''
async function signedIn(actor: Actor): Promise<string> {
  const context = testContext({ address: newAddress() })
  expect(await login({ username: actor.email, password }, context)).toMatchObject({ ok: true })
  return secretOf(context)
}

test('signs in with the email address, in any case and with spaces around it, or with the dealer code', async () => {
  const actor = await addDealer(database.pool, { passwordHash })
  const user = { id: actor.userId, name: actor.name, role: 'dealer' }
  for (const username of [actor.email, ` ${actor.email.toUpperCase()} `, actor.dealer?.code]) {
    expect(await login({ username, password })).toEqual({ ok: true, body: { success: true, user } })
  }
})

test('signs in with a dealer code that looks like a card number; an unknown one is not stored', async () => {
  const actor = await addDealer(database.pool, { passwordHash })
  const [code, unknown] = ['4355084355084358', '5571135571135575']
  await database.pool.execute('UPDATE dealers SET code = $2 WHERE id = $1', [actor.dealer?.id, code])
  expect(await login({ username: code, password })).toMatchObject({ ok: true })
  expect(await login({ username: unknown, password })).toMatchObject({ ok: false, code: 'wrong_credentials' })
  const failures = await database.pool.query<{ account: string }>('SELECT account FROM login_failures')
  expect(failures.map(({ account }) => account)).toContain('name:557113******5575')
  expect(JSON.stringify(failures)).not.toContain(unknown)
})

describe('the form of the sign-in page', () => {
  const post = async (body: object, wantsHtml = true) => {
    const context = testContext({ address: newAddress(), wantsHtml })
    return { context, answer: await calls.find('POST', '/account/login')?.run({ body }, context) }
  }

  test('signs in and leads to `next`, only to a path of this site', async () => {
    const { email: username } = await addDealer(database.pool, { passwordHash })
    for (const [next, location] of [
      ['/sepet', '/sepet'],
      ['https://elsewhere.example', '/'],
      [undefined, '/'],
    ]) {
      const { context, answer } = await post({ username, password, next })
      expect(answer).toEqual({ ok: true, body: { location } })
      expect(await loadSession(database.pool, secretOf(context))).toBeDefined()
    }
  })

  test('leads staff that asked for no page to the administration', async () => {
    const { email: username } = await addAdmin(database.pool, passwordHash)
    for (const [next, location] of [
      [pages.adminOrders, pages.adminOrders],
      ['/sepet', '/sepet'],
      [pages.home, pages.admin],
      [undefined, pages.admin],
    ]) {
      expect((await post({ username, password, next })).answer).toEqual({ ok: true, body: { location } })
    }
  })

  test.each([
    ['a wrong password', { username: 'nobody@example.com', password: 'wrong' }],
    ['nothing typed', {}],
  ])('leads back with the reason after %s, without what was typed', async (_, body) => {
    const { context, answer } = await post({ ...body, next: '/sepet' })
    const location = answer?.ok === true ? (answer.body as { location: string }).location : ''
    const { pathname, searchParams } = new URL(location, 'http://shop.example')
    expect([pathname, searchParams.get('next')]).toEqual(['/account/login', '/sepet'])
    expect(atob(searchParams.get('refused')?.split('.')[0] ?? '')).not.toMatch(/nobody|wrong"/)
    expect(secretOf(context)).toBe('')
    const refusal = calls.find('GET', '/api/account/login/refusal')
    const query = { refused: searchParams.get('refused') }
    expect(await refusal?.run({ query }, context)).toMatchObject({ ok: true, body: { message: expect.any(String) } })
    expect(await refusal?.run({ query: { refused: 'e30.forged' } }, context)).toMatchObject({ code: 'not_found' })
    expect((await post({ ...body }, false)).answer).toMatchObject({ ok: false, code: 'wrong_credentials' })
  })
})

test('the user’s earlier choices take precedence over those of the guest', async () => {
  const actor = await addDealer(database.pool, { passwordHash })
  for (const locale of ['en', 'tr'] as const) {
    const context = testContext({ address: newAddress(), choices: { locale } })
    await login({ username: actor.email, password }, context)
    expect((await loadSession(database.pool, secretOf(context)))?.choices).toEqual({ locale: 'en' })
  }
})

test('a dealer code signs in the dealer’s oldest enabled user', async () => {
  const first = await addDealer(database.pool, { passwordHash })
  const second = await addColleague(database.pool, first.dealer as NonNullable<Actor['dealer']>, { passwordHash })
  const username = first.dealer?.code
  expect(await login({ username, password })).toMatchObject({ body: { user: { id: first.userId } } })
  await disableUser(database.pool, first.email, true)
  expect(await login({ username, password })).toMatchObject({ body: { user: { id: second.userId } } })
})

test('the session contains the user, the dealer and the choices; the database stores no secret', async () => {
  const actor = await addDealer(database.pool, { passwordHash, discount: 7.5 })
  const context = testContext({ address: newAddress(), choices: { locale: 'en' } })
  await login({ username: actor.email, password }, context)
  const secret = secretOf(context)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  const known = await loadSession(database.pool, secret)
  expect(known).toMatchObject({
    actor: {
      userId: actor.userId,
      role: 'dealer',
      permissions: new Set(dealerPermissions),
      dealer: { id: actor.dealer?.id, discount: '7.500' },
    },
    choices: { locale: 'en' },
  })
  const rows = await database.pool.query<{ id: Buffer }>('SELECT id FROM sessions WHERE user_id = $1', [actor.userId])
  expect(rows.map(({ id }) => id)).toEqual([sessionIdOf(secret)])
  expect(await loadSession(database.pool, `${secret}x`)).toBeNull()
})

test('wrong password and unknown account return the same refusal; only the right password reveals a disabled account', async () => {
  const [actor, gone, closed] = await Promise.all([1, 2, 3].map(() => addDealer(database.pool, { passwordHash })))
  await disableUser(database.pool, gone?.email ?? '', true)
  await database.pool.execute('UPDATE dealers SET disabled_at = now() WHERE id = $1', [closed?.dealer?.id])
  const answers = await Promise.all([
    login({ username: actor?.email, password: 'wrong' }),
    login({ username: 'nobody@example.com', password }),
    login({ username: '\0', password }),
    login({ username: gone?.email, password: 'wrong' }),
    login({ username: closed?.email, password: 'wrong' }),
  ])
  for (const answer of answers) expect(answer).toEqual({ ok: false, code: 'wrong_credentials' })
  for (const one of [gone, closed]) {
    expect(await login({ username: one?.email, password })).toEqual({ ok: false, code: 'account_disabled' })
  }
})

test('a user whom a colleague has disabled last is led to the owner of its company, others to the store', async () => {
  const { pool } = database
  const actor = await addDealer(pool, { passwordHash })
  const colleague = await addColleague(pool, dealerOf(actor))
  const admin = await addAdmin(pool)
  const disable = (by: Actor) =>
    pool.execute("INSERT INTO audit_log (user_id, action, noun, noun_id) VALUES ($1, 'deactivate', 'user', $2)", [
      by.userId,
      actor.email,
    ])
  await pool.execute('UPDATE users SET disabled_at = now() WHERE id = $1', [actor.userId])
  const refusal = async () => (await login({ username: actor.email, password })) as { code: string }
  await disable(admin)
  expect(await refusal()).toMatchObject({ code: 'account_disabled' })
  await disable(colleague)
  expect(await refusal()).toMatchObject({ code: 'account_closed_by_owner' })
  expect(await login({ username: actor.email, password: 'wrong' })).toMatchObject({ code: 'wrong_credentials' })
  await disable(admin)
  expect(await refusal()).toMatchObject({ code: 'account_disabled' })
  await disable(colleague)
  await pool.execute('UPDATE dealers SET disabled_at = now() WHERE id = $1', [dealerOf(actor).id])
  expect(await refusal()).toMatchObject({ code: 'account_disabled' })
})

test.each([
  {},
  { username: '', password },
  { username: 'a', password: '' },
  { username: ['a'], password },
  'text',
  null,
])('rejects the input %j', async (body) => {
  expect(await login(body)).toMatchObject({ ok: false, code: 'validation_failed' })
})

test('five failed attempts from one address block only that account and address, also in parallel', async () => {
  const actor = await addDealer(database.pool, { passwordHash })
  const address = newAddress()
  const tries = Array.from({ length: 8 }, async () =>
    login({ username: actor.email, password: 'wrong' }, testContext({ address })),
  )
  const codes = (await Promise.all(tries)).map((answer) => answer && !answer.ok && answer.code)
  expect(codes.filter((code) => code === 'wrong_credentials')).toHaveLength(5)
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(3)
  const refused = await login({ username: actor.dealer?.code, password }, testContext({ address }))
  expect(refused).toMatchObject({ ok: false, code: 'too_many_attempts' })
  const seconds = refused && !refused.ok ? Number(refused.facts?.seconds) : 0
  expect(seconds).toBeGreaterThan(880)
  expect(seconds).toBeLessThanOrEqual(900)
  expect(await login({ username: actor.email, password })).toMatchObject({ ok: true })
})

test('an unknown account is blocked after five attempts too', async () => {
  const address = newAddress()
  const attempt = () => login({ username: 'nobody2@example.com', password: 'wrong' }, testContext({ address }))
  for (let i = 0; i < 5; i += 1) expect(await attempt()).toMatchObject({ code: 'wrong_credentials' })
  expect(await attempt()).toMatchObject({ code: 'too_many_attempts' })
})

test('the block ends after a quarter of an hour, and signing in clears the failures', async () => {
  const actor = await addDealer(database.pool, { passwordHash })
  const address = newAddress()
  const wrong = () => login({ username: actor.email, password: 'wrong' }, testContext({ address }))
  for (let i = 0; i < 5; i += 1) await wrong()
  await database.pool.execute("UPDATE login_failures SET failed_at = failed_at - interval '15 minutes'")
  for (let i = 0; i < 4; i += 1) expect(await wrong()).toMatchObject({ code: 'wrong_credentials' })
  // Signing in elsewhere does not clear the failures of this address.
  await signedIn(actor)
  expect(await countFailures(database.pool, `user:${actor.userId}`, address, 5)).toMatchObject({ here: 4 })
  expect(await login({ username: actor.email, password }, testContext({ address }))).toMatchObject({ ok: true })
  for (let i = 0; i < 5; i += 1) expect(await wrong()).toMatchObject({ code: 'wrong_credentials' })
})

test('a hundred failed attempts of any accounts block their network, and no other', async () => {
  const actor = await addDealer(database.pool, { passwordHash })
  const address = newAddress()
  const insert = `INSERT INTO login_failures (account, address) SELECT 'name:' || n, $1 FROM generate_series(1, $2) n`
  await database.pool.execute(insert, [address, 99])
  const attempt = () => login({ username: 'nobody@example.com', password: 'wrong' }, testContext({ address }))
  expect(await attempt()).toMatchObject({ code: 'wrong_credentials' })
  expect(await attempt()).toMatchObject({ code: 'too_many_attempts' })
  expect(await login({ username: actor.email, password }, testContext({ address }))).toMatchObject({
    code: 'too_many_attempts',
  })
  expect(await login({ username: actor.email, password })).toMatchObject({ ok: true })
})

test('failed attempts from other addresses do not lock a dealer out', async () => {
  const actor = await addDealer(database.pool, { passwordHash })
  await database.pool.execute(
    `INSERT INTO login_failures (account, address)
     SELECT 'user:' || $1, '198.51.100.' || n FROM generate_series(1, 200) n`,
    [actor.userId],
  )
  expect(await login({ username: actor.email, password })).toMatchObject({ ok: true })
})

test('each sign-in opens a new session and ends the browser’s previous one; other sessions remain', async () => {
  const actor = await addDealer(database.pool, { passwordHash })
  const elsewhere = await signedIn(actor)
  const first = await signedIn(actor)
  const known = await loadSession(database.pool, first)
  const context = testContext({ address: newAddress(), actor: known?.actor ?? null })
  await login({ username: actor.email, password }, context)
  expect(secretOf(context)).not.toBe(first)
  expect(await loadSession(database.pool, first)).toBeNull()
  expect(await loadSession(database.pool, elsewhere)).not.toBeNull()
})

test('signing out ends the session and removes the cookie, and succeeds without a session', async () => {
  const actor = await addDealer(database.pool, { passwordHash })
  const secret = await signedIn(actor)
  const known = await loadSession(database.pool, secret)
  const context = testContext({ actor: known?.actor ?? null })
  const logout = calls.find('POST', '/api/account/logout')
  expect(await logout?.run({}, context)).toEqual({ ok: true, body: { success: true } })
  expect(context.cookies.get(sessionCookie)).toBeNull()
  expect(await loadSession(database.pool, secret)).toBeNull()
  expect(await logout?.run({}, testContext())).toMatchObject({ ok: true })
})

test('a session ends by the database’s clock, by disabling, and by a new password', async () => {
  const actor = await addDealer(database.pool, { passwordHash })
  const expired = await signedIn(actor)
  await database.pool.execute("UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = $1", [
    sessionIdOf(expired),
  ])
  expect(await loadSession(database.pool, expired)).toBeNull()
  await purgeAccounts(database.pool)
  expect(await database.pool.query('SELECT FROM sessions WHERE user_id = $1', [actor.userId])).toHaveLength(0)
  const before = await signedIn(actor)
  const disabled = [
    ['users', actor.userId],
    ['dealers', actor.dealer?.id],
  ] as const
  for (const [table, id] of disabled) {
    await database.pool.execute(`UPDATE ${table} SET disabled_at = now() WHERE id = $1`, [id])
    expect(await loadSession(database.pool, before)).toBeNull()
    await database.pool.execute(`UPDATE ${table} SET disabled_at = NULL WHERE id = $1`, [id])
    expect(await loadSession(database.pool, before)).not.toBeNull()
  }
  expect(await setPassword(database.pool, actor.email, 'bir-baska-parola')).toEqual({ ok: true })
  expect(await loadSession(database.pool, before)).toBeNull()
  expect(await login({ username: actor.email, password })).toMatchObject({ code: 'wrong_credentials' })
  expect(await login({ username: actor.email, password: 'bir-baska-parola' })).toMatchObject({ ok: true })
})

test('the last use of a session is stored at most once a minute', async () => {
  const actor = await addDealer(database.pool, { passwordHash })
  const secret = await signedIn(actor)
  const lastSeen = async () =>
    (
      await database.pool.one<{ at: Date }>('SELECT last_seen_at AS at FROM sessions WHERE id = $1', [
        sessionIdOf(secret),
      ])
    )?.at.getTime()
  const first = await lastSeen()
  await loadSession(database.pool, secret)
  expect(await lastSeen()).toBe(first)
  await database.pool.execute("UPDATE sessions SET last_seen_at = now() - interval '2 minutes'")
  await loadSession(database.pool, secret)
  expect(await lastSeen()).toBeGreaterThanOrEqual(first ?? Infinity)
})

test('users are added with a password of the minimum length for a dealer or an administrator', async () => {
  const actor = await addDealer(database.pool)
  const person = { name: 'Veli', canOrder: true, dealerCode: actor.dealer?.code ?? null }
  const add = (parts: object) =>
    addUser(database.pool, { ...person, email: 'Veli@Example.com', password: 'gizli6', ...parts })
  expect(await add({ password: 'kisa5' })).toEqual({ ok: false, problem: 'too_short' })
  expect(await add({ password: 'x'.repeat(31) })).toEqual({ ok: false, problem: 'too_long' })
  expect(await add({ dealerCode: 'yok' })).toEqual({ ok: false, problem: 'dealer_unknown' })
  expect(await add({ dealerCode: null, password: 'onbirharf11' })).toEqual({ ok: false, problem: 'too_short' })
  expect(await add({ email: 'veli' })).toEqual({ ok: false, problem: 'email_invalid' })
  expect(await add({})).toEqual({ ok: true })
  expect(await add({ email: 'veli@example.com' })).toEqual({ ok: false, problem: 'email_taken' })
  expect(await login({ username: 'VELI@example.com', password: 'gizli6' })).toMatchObject({ ok: true })
  const admin = await addAdmin(database.pool, passwordHash)
  expect(await login({ username: admin.email, password })).toMatchObject({ body: { user: { role: 'admin' } } })
})
