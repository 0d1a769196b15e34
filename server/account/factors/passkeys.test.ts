import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import type { addPasskey, draftPasskey, draftPasskeySignIn, getSecurity } from '#contract/shop/factors.ts'
import { hashPassword, passkeySiteOf } from '#server/account/account.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { makePasskey, type SigningPage, signWithPasskey, type SoftwarePasskey } from '#testing/authenticator.ts'
import { password } from '#testing/people.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer } from '#testing/store-rows.ts'

const page: SigningPage = { origin: 'https://bayi.toptan.test', rpId: 'bayi.toptan.test' }
const phishing: SigningPage = { origin: 'https://bayi-toptan.test', rpId: 'bayi-toptan.test' }
let shop: TestShop
let passwordHash: string
let user: Actor
let visitor: TestVisitor
let time = Date.UTC(2026, 10, 2, 9)

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(time), env: { PUBLIC_URL: page.origin } })
  passwordHash = await hashPassword(password)
})
afterAll(() => shop.close())
beforeEach(async () => {
  user = await addDealer(shop.database.pool, { passwordHash })
  visitor = await shop.signedIn(user)
})

type CreationOptions = { challenge: string; user: { id: string }; rp: { id: string } }
const draft = async (typed = password, by = visitor) => {
  const answer = await by.send('POST', '/api/account/passkeys/draft', { body: { password: typed } })
  const { challenge, options } = answer.body as Reply<typeof draftPasskey>
  return { answer, challenge, options: options as unknown as CreationOptions }
}
const send = (challenge: string, response: object, by = visitor) =>
  by.send('POST', '/api/account/passkeys', { body: { challenge, response, name: 'Ofis' } })

async function register(): Promise<{ passkey: SoftwarePasskey; id: number }> {
  const { challenge, options } = await draft()
  const { passkey, response } = makePasskey(options, page)
  const { security } = (await send(challenge, response)).body as Reply<typeof addPasskey>
  return { passkey, id: security.passkeys.at(-1)?.id ?? 0 }
}

async function draftSignIn() {
  const guest = await shop.guest()
  const { challenge, options } = (await guest.send('POST', '/api/account/login/passkey/draft')).body as Reply<
    typeof draftPasskeySignIn
  >
  return { guest, challenge, options: options as unknown as { challenge: string } }
}
async function signIn(passkey: SoftwarePasskey, on = page, counter?: number) {
  const { guest, challenge, options } = await draftSignIn()
  const body = { challenge, response: signWithPasskey(passkey, options, on, counter) }
  return guest.send('POST', '/api/account/login/passkey', { body })
}
const securityOf = async () => (await visitor.send('GET', '/api/account/security')).body as Reply<typeof getSecurity>

describe('a passkey', () => {
  test('signs in without a password, and shows when it was used', async () => {
    const { passkey } = await register()
    expect((await securityOf()).passkeys).toMatchObject([{ name: 'Ofis', lastUsedAt: null }])
    const answer = await signIn(passkey)
    expect(answer.body).toMatchObject({ success: true, user: { id: user.userId } })
    const cookie = answer.cookies.find(({ name }) => name === '__Host-toptan_session')
    const signedIn = shop.withSession(cookie?.value ?? '')
    expect((await signedIn.send('GET', '/api/catalog/cart')).status).toBe(200)
    expect((await securityOf()).passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }])
  })

  test('is made with the password only, for this site, on a device that verifies its user', async () => {
    expect(codeOf((await draft('wrong')).answer)).toBe('password_current_wrong')
    expect(codeOf((await draft('')).answer)).toBe('password_current_missing')
    const { challenge, options } = await draft()
    expect(options).toMatchObject({
      rp: { id: page.rpId },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    for (const on of [phishing, { ...page, origin: phishing.origin }, { ...page, isVerified: false }]) {
      expect(codeOf(await send(challenge, makePasskey(options, on).response))).toBe('passkey_refused')
    }
    expect(codeOf(await send(challenge, makePasskey({ ...options, challenge: 'AAAA' }, page).response))).toBe(
      'passkey_refused',
    )
    expect((await securityOf()).passkeys).toEqual([])
    expect((await send(challenge, makePasskey(options, page).response)).status).toBe(200)
  })

  test('of another site, another key or without verification of the user is refused', async () => {
    const { passkey } = await register()
    expect(codeOf(await signIn(passkey, phishing))).toBe('passkey_refused')
    expect(codeOf(await signIn(passkey, { ...page, origin: phishing.origin }))).toBe('passkey_refused')
    expect(codeOf(await signIn(passkey, { ...page, isVerified: false }))).toBe('passkey_refused')
    const stranger = makePasskey({ challenge: 'AAAA', user: { id: passkey.userHandle } }, page).passkey
    expect(codeOf(await signIn({ ...stranger, id: passkey.id }))).toBe('passkey_refused')
    expect(codeOf(await signIn(stranger))).toBe('passkey_unknown')
    expect((await signIn(passkey, page, 50)).status).toBe(200)
  })

  test('whose counter does not rise is refused: it may be a copy', async () => {
    const { passkey } = await register()
    expect((await signIn(passkey, page, 7)).status).toBe(200)
    expect(codeOf(await signIn(passkey, page, 7))).toBe('passkey_refused')
    expect(codeOf(await signIn(passkey, page, 3))).toBe('passkey_refused')
    expect((await signIn(passkey, page, 8)).status).toBe(200)
  })

  test('answers each challenge once, also when the answer is sent twice at the same time', async () => {
    const { passkey } = await register()
    const { guest, challenge, options } = await draftSignIn()
    const body = { challenge, response: signWithPasskey(passkey, options, page, 0) }
    const both = await Promise.all([1, 2].map(() => guest.send('POST', '/api/account/login/passkey', { body })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    const again = await guest.send('POST', '/api/account/login/passkey', { body })
    expect(codeOf(again)).toBe('passkey_expired')
    const made = await draft()
    const { response } = makePasskey(made.options, page)
    expect((await send(made.challenge, response)).status).toBe(200)
    expect(codeOf(await send(made.challenge, response))).toBe('passkey_expired')
  })

  test('answers a challenge within five minutes, of its own use and session', async () => {
    const { passkey } = await register()
    const { guest, challenge, options } = await draftSignIn()
    const made = await draft()
    const response = signWithPasskey(passkey, options, page)
    const swapped = { challenge: made.challenge, response: signWithPasskey(passkey, made.options, page) }
    expect(codeOf(await guest.send('POST', '/api/account/login/passkey', { body: swapped }))).toBe('passkey_expired')
    const other = await shop.signedIn(await addDealer(shop.database.pool, { passwordHash }))
    const key = makePasskey(made.options, page).response
    expect(codeOf(await send(made.challenge, key, other))).toBe('passkey_expired')
    time += 5 * 60_000 + 1
    expect(codeOf(await send(made.challenge, key))).toBe('passkey_expired')
    const late = await guest.send('POST', '/api/account/login/passkey', { body: { challenge, response } })
    expect(codeOf(late)).toBe('passkey_expired')
  })

  test('that was removed, whose user is disabled, or has another only way in, no longer signs in', async () => {
    const { passkey, id } = await register()
    const remove = (typed: string, by = visitor) =>
      by.send('POST', `/api/account/passkeys/${id}/removal`, { body: { password: typed } })
    const other = await shop.signedIn(await addDealer(shop.database.pool, { passwordHash }))
    expect(codeOf(await remove(password, other))).toBe('not_found')
    expect(codeOf(await other.send('PATCH', `/api/account/passkeys/${id}`, { body: { name: 'X' } }))).toBe('not_found')
    expect(codeOf(await remove('wrong'))).toBe('password_current_wrong')
    const renamed = await visitor.send('PATCH', `/api/account/passkeys/${id}`, { body: { name: ' Telefon ' } })
    expect(renamed.body).toMatchObject({ security: { passkeys: [{ name: 'Telefon' }] } })
    await shop.database.pool.execute('UPDATE users SET disabled_at = now() WHERE id = $1', [user.userId])
    expect(codeOf(await signIn(passkey))).toBe('account_disabled')
    await shop.database.pool.execute('UPDATE users SET disabled_at = NULL WHERE id = $1', [user.userId])
    await shop.database.pool.execute(
      `INSERT INTO identity_providers (dealer_id, name, issuer, client_id, is_active, is_required)
       VALUES ($1, 'Şirket', 'https://login.example', 'toptan', true, true)`,
      [user.dealer?.id],
    )
    expect(codeOf(await signIn(passkey))).toBe('password_off')
    await shop.database.pool.execute('DELETE FROM identity_providers')
    expect((await remove(password)).status).toBe(200)
    expect(codeOf(await signIn(passkey))).toBe('passkey_unknown')
    const events = await shop.database.pool.query<{ event: string }>(
      `SELECT data ->> 'event' AS event FROM outbox WHERE data ->> 'kind' = 'factor' AND (data ->> 'userId')::int = $1
        ORDER BY created_at`,
      [user.userId],
    )
    expect(events.map(({ event }) => event)).toEqual(['passkey_added', 'passkey_removed'])
  })

  test.each([{}, { id: 5 }, { id: 'x', response: null }, { id: 'x', rawId: 'x', response: { clientDataJSON: '%' } }])(
    'that is malformed is refused: %j',
    async (response) => {
      const { challenge, guest } = await draftSignIn()
      const body = { challenge, response }
      expect(codeOf(await guest.send('POST', '/api/account/login/passkey', { body }))).toBe('passkey_unknown')
      expect(codeOf(await send((await draft()).challenge, response))).toBe('passkey_refused')
    },
  )
})

test.each([
  ['https://bayi.example.com', ['https://bayi.example.com'], 'bayi.example.com'],
  ['https://www.example.com', ['https://bayi.example.com', 'https://www.example.com'], 'www.example.com'],
  // The request says where it comes from, which is not trusted.
  ['https://evil.example', ['https://bayi.example.com'], 'bayi.example.com'],
  ['http://bayi.example.com', ['http://bayi.example.com'], null],
  ['http://192.0.2.5', ['http://192.0.2.5'], null],
  ['https://[2001:db8::1]', ['https://[2001:db8::1]'], null],
])('at %s of %j passkeys belong to %s', (requested, publicUrls, rpId) => {
  const site = passkeySiteOf(requested, { publicUrls, fallback: 'http://localhost:3000', allowsLocal: false })
  expect(site?.rpId ?? null).toBe(rpId)
})

test('without a public address passkeys work on localhost, not at an address of the network', () => {
  const origins = { publicUrls: [], fallback: 'http://localhost:3000', allowsLocal: true }
  expect(passkeySiteOf('http://localhost:4711', origins)).toEqual({
    origin: 'http://localhost:4711',
    rpId: 'localhost',
  })
  expect(passkeySiteOf('http://127.0.0.1:4711', origins)).toBeNull()
})
