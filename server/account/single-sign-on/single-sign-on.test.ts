import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { IdentityProviderValues } from '#contract/admin/identity-providers.ts'
import { openClientSecret, resealClientSecrets, sealedClientSecrets } from './provider-rows.ts'
import { singleSignOnReturnPath } from '#contract/core/single-sign-on-paths.ts'
import { countUnreadable } from '#server/platform/http/encrypted.ts'
import { openRefusedSignIn } from '#server/account/refused-sign-in.ts'
import { fakeOpenIdProvider, type FakeProvider } from '#testing/fake-open-id-provider.ts'
import { type OpenIdProvider, openIdProvider } from '#testing/open-id-provider.ts'
import { addPeople, password, type People } from '#testing/people.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { type Answer, codeOf, openTestShop, type TestShop, testSecret, type TestVisitor } from '#testing/shop.ts'

const origin = 'http://localhost:3000'
const redirectUri = `${origin}${singleSignOnReturnPath}`
let shop: TestShop
let people: People
let admin: TestVisitor
let real: OpenIdProvider
let fake: FakeProvider

const person = (subject: string, email: string, isVerified = true) => ({
  subject,
  email,
  isVerified,
  name: 'Ayşe Demir',
})

beforeAll(async () => {
  shop = await openTestShop({ env: { PUBLIC_URL: origin } })
  people = await addPeople(shop)
  // A second full administrator, so that passwords can be switched off for both.
  await addAdmin(shop.database.pool)
  const { dealer, noRight, other } = people
  await shop.database.pool.execute(
    "UPDATE users SET email = replace(email, split_part(email, '@', 2), $2) WHERE id = ANY($1)",
    [[dealer.userId, noRight.userId], 'bayi.example'],
  )
  await shop.database.pool.execute("UPDATE users SET email = 'baskasi@other.example' WHERE id = $1", [other.userId])
  await shop.database.pool.execute("UPDATE users SET email = 'admin@store.example' WHERE id = $1", [
    people.admin.userId,
  ])
  admin = await shop.signedIn(people.admin)
  real = await openIdProvider(
    [
      person('s-owner', await emailOf(dealer.userId)),
      person('s-colleague', await emailOf(noRight.userId)),
      person('s-other', 'baskasi@other.example'),
      person('s-new', 'yeni@bayi.example'),
      person('s-admin', 'admin@store.example'),
    ],
    [redirectUri],
  )
  fake = await fakeOpenIdProvider()
})
beforeEach(() => shop.database.pool.execute('TRUNCATE identity_providers CASCADE'))
afterAll(async () => {
  await Promise.all([real.close(), fake.close(), shop.close()])
})

async function emailOf(userId: number): Promise<string> {
  return (
    (await shop.database.pool.one<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]))?.email ?? ''
  )
}

const valuesOf = (values: Partial<IdentityProviderValues> = {}): IdentityProviderValues => ({
  dealer: people.dealer.dealer?.code ?? '',
  name: 'Şirket hesabı',
  issuer: real.issuer,
  clientId: real.clientId,
  domains: 'bayi.example',
  trustsEmail: false,
  isActive: true,
  isRequired: false,
  newUserRole: '',
  ...values,
})
const staff = { dealer: '', domains: 'store.example' }

async function addProvider(values: Partial<IdentityProviderValues> = {}, clientSecret = real.clientSecret) {
  const answer = await admin.send('POST', '/yonetim/identity-providers', {
    body: { values: valuesOf(values), clientSecret },
  })
  expect(answer.status).toBe(200)
  return (answer.body as { id: number }).id
}

const start = (browser: TestVisitor, email: string | null, next?: string) =>
  browser.send('POST', '/api/account/single-sign-on', { body: { email, ...(next !== undefined && { next }) } })
const comeBack = (browser: TestVisitor, url: URL) => browser.send('GET', url.pathname + url.search)

/** Signs in at the real provider as `as`, having typed `email` at the shop. */
async function signIn(email: string | null, as: string, next?: string): Promise<Answer & { browser: TestVisitor }> {
  const browser = await shop.guest()
  const { location } = (await start(browser, email, next)).body as { location: string }
  return { ...(await comeBack(browser, await real.signIn(location, as))), browser }
}

const sessionOf = ({ cookies }: Answer) => cookies.find(({ name }) => name === 'toptan_session')?.value
/** Why the sign-in page says that a return was refused; undefined if it was not. */
function refusalOf(answer: Answer): string | undefined {
  expect(answer.status).toBe(303)
  const refused = new URL(String(answer.headers['location']), origin).searchParams.get('refused')
  if (refused === null) return undefined
  expect(sessionOf(answer)).toBeUndefined()
  return openRefusedSignIn(testSecret, refused, Date.now())?.code
}
async function userOf(answer: Answer): Promise<number | undefined> {
  const session = sessionOf(answer)
  if (session === undefined) return undefined
  const { body } = await shop.withSession(session).send('GET', '/api/visitor')
  return (body as { user: { id: number } | null }).user?.id
}
const ownerEmail = () => emailOf(people.dealer.userId)

describe('a sign-in at a real provider', () => {
  test('opens a session of the user with the verified email address, and the page that was wanted', async () => {
    await addProvider()
    const answer = await signIn(await ownerEmail(), await ownerEmail(), '/siparis/liste')
    expect([answer.status, answer.headers['location']]).toEqual([303, '/siparis/liste'])
    expect(await userOf(answer)).toBe(people.dealer.userId)
    const log = await shop.database.pool.one(
      "SELECT action, noun_id FROM audit_log WHERE noun = 'user' AND action = 'link' ORDER BY id DESC LIMIT 1",
    )
    expect(log).toEqual({ action: 'link', noun_id: await ownerEmail() })
  })

  test('is bound to issuer and subject from then on, whatever happens to the email addresses', async () => {
    await addProvider()
    const email = await ownerEmail()
    await signIn(email, email)
    await shop.database.pool.execute("UPDATE users SET email = 'baska@bayi.example' WHERE id = $1", [
      people.dealer.userId,
    ])
    expect(await userOf(await signIn('x@bayi.example', email))).toBe(people.dealer.userId)
    await shop.database.pool.execute('UPDATE users SET email = $2 WHERE id = $1', [people.dealer.userId, email])
  })

  test('is refused to another subject with the same email address, until staff remove the link', async () => {
    const provider = await addProvider()
    const email = await ownerEmail()
    await shop.database.pool.execute('INSERT INTO user_identities VALUES ($1, $2, $3, $4)', [
      real.issuer,
      'an earlier person',
      provider,
      people.dealer.userId,
    ])
    expect(refusalOf(await signIn(email, email))).toBe('sso_other_identity')
    expect((await admin.send('DELETE', `/yonetim/users/${people.dealer.userId}/identity`)).status).toBe(200)
    expect(await userOf(await signIn(email, email))).toBe(people.dealer.userId)
  })

  test('needs a verified email address, unless the provider is trusted', async () => {
    const { userId } = people.noRight
    const unverified = async () => {
      const browser = await shop.guest()
      const { location } = (await start(browser, 'x@bayi.example')).body as { location: string }
      return comeBack(browser, await unverifiedProvider.signIn(location, await emailOf(userId)))
    }
    const unverifiedProvider = await openIdProvider([person('s-u', await emailOf(userId), false)], [redirectUri])
    try {
      const id = await addProvider({ issuer: unverifiedProvider.issuer })
      expect(refusalOf(await unverified())).toBe('sso_email_unverified')
      const before = valuesOf({ issuer: unverifiedProvider.issuer })
      const body = { before, values: { ...before, trustsEmail: true } }
      expect((await admin.send('PATCH', `/yonetim/identity-providers/${id}`, { body })).status).toBe(200)
      expect(await userOf(await unverified())).toBe(userId)
    } finally {
      await unverifiedProvider.close()
    }
  })

  test('never signs in a user of another dealer or staff, also with their email addresses and links', async () => {
    const id = await addProvider({ domains: 'bayi.example other.example store.example', newUserRole: 'buyer' })
    expect(refusalOf(await signIn('x@bayi.example', 'baskasi@other.example'))).toBe('sso_user_unknown')
    expect(refusalOf(await signIn('x@bayi.example', 'admin@store.example'))).toBe('sso_user_unknown')
    await shop.database.pool.execute('INSERT INTO user_identities VALUES ($1, $2, $3, $4)', [
      real.issuer,
      's-admin',
      id,
      people.admin.userId,
    ])
    expect(refusalOf(await signIn('x@bayi.example', 'admin@store.example'))).toBe('sso_user_unknown')
  })

  test('does not accept an email address of a domain that is not the provider’s', async () => {
    await addProvider({ domains: 'bayi2.example', newUserRole: 'buyer' })
    expect(refusalOf(await signIn('x@bayi2.example', 'yeni@bayi.example'))).toBe('sso_user_unknown')
  })

  test('of staff signs in staff only', async () => {
    await addProvider({ ...staff, domains: 'store.example bayi.example' })
    expect(await userOf(await signIn(null, 'admin@store.example'))).toBe(people.admin.userId)
    expect(refusalOf(await signIn(null, await ownerEmail()))).toBe('sso_user_unknown')
  })

  test('adds a user only where the store has chosen a role, and with that role', async () => {
    const id = await addProvider()
    expect(refusalOf(await signIn('yeni@bayi.example', 'yeni@bayi.example'))).toBe('sso_user_unknown')
    const before = valuesOf()
    const body = { before, values: { ...before, newUserRole: 'viewer' } }
    await admin.send('PATCH', `/yonetim/identity-providers/${id}`, { body })
    const answer = await signIn('yeni@bayi.example', 'yeni@bayi.example')
    const userId = await userOf(answer)
    expect(
      await shop.database.pool.one('SELECT email, dealer_id, user_role FROM users WHERE id = $1', [userId]),
    ).toEqual({
      email: 'yeni@bayi.example',
      dealer_id: people.dealer.dealer?.id,
      user_role: 'viewer',
    })
    expect(await userOf(await signIn('yeni@bayi.example', 'yeni@bayi.example'))).toBe(userId)
  })

  test('is refused to a disabled user and to users of a disabled dealer, also if they are linked', async () => {
    await addProvider()
    const email = await ownerEmail()
    await signIn(email, email)
    const { pool } = shop.database
    await pool.execute('UPDATE users SET disabled_at = now() WHERE id = $1', [people.dealer.userId])
    expect(refusalOf(await signIn(email, email))).toBe('account_disabled')
    await pool.execute('UPDATE users SET disabled_at = NULL WHERE id = $1', [people.dealer.userId])
    const browser = await shop.guest()
    const { location } = (await start(browser, email)).body as { location: string }
    const url = await real.signIn(location, email)
    await pool.execute('UPDATE dealers SET disabled_at = now() WHERE id = $1', [people.dealer.dealer?.id])
    expect(refusalOf(await comeBack(browser, url))).toBe('account_disabled')
    expect(codeOf(await start(browser, email))).toBe('sso_domain_unknown')
    await pool.execute('UPDATE dealers SET disabled_at = NULL WHERE id = $1', [people.dealer.dealer?.id])
  })

  test('that the user cancels opens no session and says so', async () => {
    await addProvider()
    const browser = await shop.guest()
    const { location } = (await start(browser, await ownerEmail())).body as { location: string }
    expect(refusalOf(await comeBack(browser, await real.cancel(location)))).toBe('sso_cancelled')
  })

  test('with a wrong client secret is refused', async () => {
    await addProvider({}, 'not the secret')
    expect(refusalOf(await signIn(await ownerEmail(), await ownerEmail()))).toBe('sso_unavailable')
  })
})

describe('a return from a provider', () => {
  test('counts once: the same address opens no second session', async () => {
    await addProvider()
    const browser = await shop.guest()
    const { location } = (await start(browser, await ownerEmail())).body as { location: string }
    const url = await real.signIn(location, await ownerEmail())
    const answers = await Promise.all([comeBack(browser, url), comeBack(browser, url)])
    expect(new Set(answers.map(refusalOf))).toEqual(new Set(['sso_expired', undefined]))
    expect(refusalOf(await comeBack(browser, url))).toBe('sso_expired')
  })

  test('is refused in another browser, and stays valid in its own', async () => {
    await addProvider()
    const browser = await shop.guest()
    const { location } = (await start(browser, await ownerEmail())).body as { location: string }
    const url = await real.signIn(location, await ownerEmail())
    expect(refusalOf(await comeBack(await shop.guest(), url))).toBe('sso_expired')
    expect(await userOf(await comeBack(browser, url))).toBe(people.dealer.userId)
  })

  test('is refused with the code of another sign-in', async () => {
    await addProvider()
    const browser = await shop.guest()
    const locations = [await start(browser, await ownerEmail()), await start(browser, await ownerEmail())].map(
      ({ body }) => (body as { location: string }).location,
    )
    const [first, second] = await Promise.all(locations.map(async (each) => real.signIn(each, await ownerEmail())))
    const mixed = new URL(first?.href ?? '')
    mixed.searchParams.set('code', second?.searchParams.get('code') ?? '')
    expect(refusalOf(await comeBack(browser, mixed))).toBe('sso_refused')
  })

  test('is refused after ten minutes, without a state, and once the provider is switched off', async () => {
    const id = await addProvider()
    const { pool } = shop.database
    const browser = await shop.guest()
    const returned = async () => {
      const { location } = (await start(browser, await ownerEmail())).body as { location: string }
      return real.signIn(location, await ownerEmail())
    }
    const late = await returned()
    await pool.execute("UPDATE sign_in_flows SET created_at = created_at - interval '601 seconds'")
    expect(refusalOf(await comeBack(browser, late))).toBe('sso_expired')
    expect(refusalOf(await browser.send('GET', singleSignOnReturnPath))).toBe('sso_expired')
    const open = await returned()
    await pool.execute('UPDATE identity_providers SET is_active = false WHERE id = $1', [id])
    expect(refusalOf(await comeBack(browser, open))).toBe('sso_expired')
  })
})

describe('a token', () => {
  const secret = 'a secret that the client shares'
  const claims = async (nonce: string, over: Record<string, unknown> = {}) => {
    const now = Math.floor(Date.now() / 1000)
    const email = await ownerEmail()
    const own = {
      iss: fake.issuer,
      aud: 'toptan',
      sub: 'f-1',
      nonce,
      iat: now,
      exp: now + 300,
      email,
      email_verified: true,
    }
    return { ...own, ...over }
  }
  type Made = Awaited<ReturnType<typeof claims>>
  async function returnWith(make: (claims: Made) => string, over: Record<string, unknown> = {}): Promise<Answer> {
    const browser = await shop.guest()
    const { location } = (await start(browser, await ownerEmail())).body as { location: string }
    const { searchParams } = new URL(location)
    fake.state.token = make(await claims(searchParams.get('nonce') ?? '', over))
    const url = new URL(redirectUri)
    url.search = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' }).toString()
    return comeBack(browser, url)
  }
  beforeEach(async () => {
    await addProvider({ issuer: fake.issuer, clientId: 'toptan' }, secret)
  })

  test('that is right opens a session', async () => {
    expect(await userOf(await returnWith(fake.tokens.valid))).toBe(people.dealer.userId)
  })

  test.each<[string, (claims: Made) => string, Record<string, unknown>?]>([
    ['is unsigned', (made) => fake.tokens.unsigned(made)],
    ['is signed by a key that is not the provider’s', (made) => fake.tokens.foreign(made)],
    ['is signed with the client secret', (made) => fake.tokens.shared(made, secret)],
    [
      'was changed after it was signed',
      (made) => fake.tokens.valid(made).replace(/\.[^.]+\./, `.${encode(made, 'x')}.`),
    ],
    ['is for another client', (made) => fake.tokens.valid(made), { aud: 'another client' }],
    ['is for another client too', (made) => fake.tokens.valid(made), { aud: ['toptan', 'other'], azp: 'other' }],
    ['is of another issuer', (made) => fake.tokens.valid(made), { iss: 'https://issuer.example' }],
    ['has expired', (made) => fake.tokens.valid(made), { exp: Math.floor(Date.now() / 1000) - 120 }],
    ['is of an earlier sign-in', (made) => fake.tokens.valid(made), { nonce: 'an earlier nonce' }],
    ['has no nonce', (made) => fake.tokens.valid(made), { nonce: undefined }],
    ['has no subject', (made) => fake.tokens.valid(made), { sub: undefined }],
    ['is missing', () => ''],
  ])('that %s is refused', async (_why, make, over) => {
    expect(refusalOf(await returnWith(make, over))).toBe('sso_refused')
  })

  test('may have expired within the difference of two clocks', async () => {
    const exp = Math.floor(Date.now() / 1000) - 5
    expect(await userOf(await returnWith(fake.tokens.valid, { exp }))).toBe(people.dealer.userId)
  })
})

const encode = (claims: object, sub: string) => Buffer.from(JSON.stringify({ ...claims, sub })).toString('base64url')

describe('the configuration of a provider', () => {
  test('is read once and used by later sign-ins', async () => {
    await addProvider({ issuer: fake.issuer })
    const count = () => fake.state.counts.get('/.well-known/openid-configuration') ?? 0
    const before = count()
    const browser = await shop.guest()
    await Promise.all([start(browser, 'a@bayi.example'), start(browser, 'a@bayi.example')])
    await start(browser, 'a@bayi.example')
    expect(count() - before).toBe(1)
  })

  test('that cannot be read is reported, and passwords still work', async () => {
    await addProvider({ issuer: 'http://127.0.0.1:9' })
    const browser = await shop.guest()
    const answer = await start(browser, await ownerEmail())
    expect([answer.status, codeOf(answer)]).toEqual([502, 'sso_unavailable'])
    const body = { username: await ownerEmail(), password }
    expect((await browser.send('POST', '/api/account/login', { body })).status).toBe(200)
  })

  test('on a copy that makes no outside calls, nobody is sent to it, and it is not tested', async () => {
    const id = await addProvider({ issuer: real.issuer })
    vi.stubEnv('OUTSIDE_CALLS', 'off')
    try {
      const answer = await start(await shop.guest(), await ownerEmail())
      expect([answer.status, codeOf(answer)]).toEqual([409, 'outside_calls_off'])
      const tested = await admin.send('POST', `/yonetim/identity-providers/${id}/test`, { body: {} })
      expect(codeOf(tested)).toBe('outside_calls_off')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test.each([
    ['of another issuer', { issuer: 'https://issuer.example' }],
    ['with an address that is no web page', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('%s is refused', async (_what, metadata) => {
    fake.state.metadata = metadata
    await addProvider({ issuer: fake.issuer })
    expect(codeOf(await start(await shop.guest(), 'a@bayi.example'))).toBe('sso_unavailable')
    fake.state.metadata = {}
  })

  test('is tested by staff before users need it', async () => {
    const id = await addProvider({ isActive: false })
    const test = () => admin.send('POST', `/yonetim/identity-providers/${id}/test`, { body: {} })
    expect((await test()).body).toEqual({ authorizationEndpoint: `${real.issuer}/auth` })
    await shop.database.pool.execute("UPDATE identity_providers SET issuer = 'http://127.0.0.1:9'")
    expect(codeOf(await test())).toBe('sso_unavailable')
  })
})

describe('the sign-in page', () => {
  test('offers single sign-on while there is an active provider, and names that of staff', async () => {
    const offered = async () => (await (await shop.guest()).send('GET', '/api/account/single-sign-on')).body
    expect(await offered()).toEqual({ isOffered: false, staff: null })
    await addProvider({ ...staff, name: 'Merkez', isActive: false })
    expect(await offered()).toEqual({ isOffered: false, staff: null })
    await addProvider()
    expect(await offered()).toEqual({ isOffered: true, staff: null })
    await shop.database.pool.execute('UPDATE identity_providers SET is_active = true')
    expect(await offered()).toEqual({ isOffered: true, staff: 'Merkez' })
  })

  test('does not start what no provider is for, nor more than an office needs', async () => {
    await addProvider()
    const browser = await shop.guest()
    expect(codeOf(await start(browser, 'a@unknown.example'))).toBe('sso_domain_unknown')
    expect(codeOf(await start(browser, null))).toBe('sso_domain_unknown')
    await shop.database.pool.execute(
      `INSERT INTO sign_in_flows SELECT sha256(n::text::bytea), sha256('b'), p.id, '', '', '', '', '127.0.0.1'
         FROM generate_series(1, 60) n, identity_providers p`,
    )
    expect(codeOf(await start(browser, 'a@bayi.example'))).toBe('too_many_requests')
  })

  test('keeps the newest ten thousand of all visitors, and the one that was just started', async () => {
    await addProvider()
    const { pool } = shop.database
    await pool.execute(
      `INSERT INTO sign_in_flows (state_hash, browser_hash, provider_id, nonce, code_verifier, redirect_uri, next, network, created_at)
       SELECT sha256(n::text::bytea), sha256('b'), p.id, '', '', '', '', 'network ' || n, now() - n * interval '1 millisecond'
         FROM generate_series(1, 10050) n, identity_providers p`,
    )
    const browser = await shop.guest()
    expect((await start(browser, 'a@bayi.example')).status).toBe(200)
    const row = await pool.one<{ count: number; oldest: string; own: boolean }>(
      `SELECT count(*)::int AS count, bool_or(network = 'network 9999') AS own,
              bool_or(network = 'network 10001') AS oldest FROM sign_in_flows`,
    )
    expect(row).toEqual({ count: 10_000, own: true, oldest: false })
  })
})

describe('where passwords are off', () => {
  const signInByPassword = async (email: string) =>
    (await shop.guest()).send('POST', '/api/account/login', { body: { username: email, password } })

  test('a user of the dealer is sent to the provider, after the right password only; other users are not', async () => {
    await addProvider({ isRequired: true })
    expect(codeOf(await signInByPassword(await ownerEmail()))).toBe('password_off')
    const body = { username: await ownerEmail(), password: 'wrong-password' }
    expect(codeOf(await (await shop.guest()).send('POST', '/api/account/login', { body }))).toBe('wrong_credentials')
    expect((await signInByPassword('baskasi@other.example')).status).toBe(200)
    expect((await signInByPassword('admin@store.example')).status).toBe(200)
  })

  test('the last full administrator can still use one', async () => {
    await addProvider({ ...staff, isRequired: true })
    expect(codeOf(await signInByPassword('admin@store.example'))).toBe('password_off')
    const { pool } = shop.database
    const others = "user_role = 'full' AND id <> $1 AND disabled_at IS NULL"
    const ended = await pool.query<{ id: number }>(
      `UPDATE users SET disabled_at = now() WHERE ${others} RETURNING id`,
      [people.admin.userId],
    )
    expect((await signInByPassword('admin@store.example')).status).toBe(200)
    await pool.execute('UPDATE users SET disabled_at = NULL WHERE id = ANY($1)', [ended.map(({ id }) => id)])
  })

  test('they are on again once the provider is switched off', async () => {
    const id = await addProvider({ isRequired: true })
    const before = valuesOf({ isRequired: true })
    const body = { before, values: { ...before, isActive: false } }
    await admin.send('PATCH', `/yonetim/identity-providers/${id}`, { body })
    expect((await signInByPassword(await ownerEmail())).status).toBe(200)
  })
})

describe('a provider in the administration', () => {
  test('never shows its client secret, which is stored encrypted and survives a new secret of the process', async () => {
    const id = await addProvider()
    const { pool } = shop.database
    const shown = await admin.send('GET', `/yonetim/identity-providers/${id}`)
    expect(shown.body).toMatchObject({ redirectUri, provider: { hasSecret: true, users: 0 } })
    expect(shown.text).not.toContain(real.clientSecret)
    const stored = async () =>
      (await pool.one<{ client_secret: Buffer }>('SELECT client_secret FROM identity_providers'))?.client_secret ?? null
    expect(openClientSecret(testSecret, id, await stored())).toBe(real.clientSecret)
    expect(openClientSecret(testSecret, id + 1, await stored())).toBeNull()
    await resealClientSecrets(pool, ['the next secret of at least thirty-two letters', testSecret])
    expect(
      await countUnreadable('the next secret of at least thirty-two letters', await sealedClientSecrets(pool)),
    ).toBe(0)
    expect(await countUnreadable(testSecret, await sealedClientSecrets(pool))).toBeGreaterThan(0)
    expect(openClientSecret(testSecret, id, await stored())).toBeNull()
    expect(openClientSecret('the next secret of at least thirty-two letters', id, await stored())).toBe(
      real.clientSecret,
    )
    const audit = await pool.query<{ text: string }>(
      "SELECT concat(before, after) AS text FROM audit_log WHERE noun = 'identity_provider'",
    )
    expect(audit.some(({ text }) => text.includes(real.clientSecret))).toBe(false)
  })

  test('is one for each dealer and one for staff, and a domain belongs to one of them', async () => {
    await addProvider()
    const add = async (values: Partial<IdentityProviderValues>) => {
      const body = { values: valuesOf(values), clientSecret: 'x' }
      const answer = await admin.send('POST', '/yonetim/identity-providers', { body })
      return Object.keys((answer.body as { error?: { fields: object } }).error?.fields ?? {})
    }
    expect(await add({ domains: 'x.example' })).toEqual(['dealer'])
    expect(await add({ dealer: people.other.dealer?.code ?? '' })).toEqual(['domains'])
    expect(await add({ ...staff, dealer: 'no such dealer' })).toEqual(['dealer'])
    // Every field that is wrong is marked at once.
    const wrong = await add({ dealer: 'no such dealer', name: '', issuer: 'ftp://issuer.example' })
    expect(wrong.toSorted()).toEqual(['dealer', 'domains', 'issuer', 'name'])
    expect(await add({ ...staff, issuer: 'ftp://issuer.example' })).toEqual(['issuer'])
    expect(await add({ ...staff, issuer: 'https://user:pass@issuer.example' })).toEqual(['issuer'])
    expect(await add({ ...staff, domains: 'not a domain' })).toEqual(['domains'])
    expect(await add({ ...staff, domains: '' })).toEqual(['domains'])
    expect(await add({ ...staff, newUserRole: 'full' })).toEqual(['newUserRole'])
    expect(await add({ ...staff, newUserRole: 'owner' })).toEqual(['newUserRole'])
    expect(await add({ dealer: people.other.dealer?.code ?? '', domains: 'x.example', newUserRole: 'owner' })).toEqual([
      'newUserRole',
    ])
  })

  test('gives new staff no rights that the administrator does not have', async () => {
    const { userId } = await addAdmin(shop.database.pool)
    await shop.database.pool.execute("UPDATE users SET user_role = 'settings' WHERE id = $1", [userId])
    const own = await shop.signedIn({ userId })
    const body = { values: valuesOf({ ...staff, newUserRole: 'payments' }), clientSecret: 'x' }
    expect((await own.send('POST', '/yonetim/identity-providers', { body })).status).toBe(422)
    await shop.database.pool.execute('UPDATE users SET disabled_at = now() WHERE id = $1', [userId])
  })

  test('loses the links of its users with another issuer or client', async () => {
    const id = await addProvider()
    await signIn(await ownerEmail(), await ownerEmail())
    const count = async () => (await shop.database.pool.query('SELECT FROM user_identities')).length
    const before = valuesOf()
    const change = (values: Partial<IdentityProviderValues>) =>
      admin.send('PATCH', `/yonetim/identity-providers/${id}`, { body: { before, values: { ...before, ...values } } })
    await change({ name: 'Yeni ad' })
    expect(await count()).toBe(1)
    expect(codeOf(await change({ name: 'Bir başka ad' }))).toBe('identity_provider_changed')
    const renamed = { ...before, name: 'Yeni ad' }
    const body = { before: renamed, values: { ...renamed, clientId: 'another' } }
    await admin.send('PATCH', `/yonetim/identity-providers/${id}`, { body })
    expect(await count()).toBe(0)
  })
})
