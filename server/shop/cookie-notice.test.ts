import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '#contract/core/visitor.ts'
import { addPeople, password, type People } from '#testing/people.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let people: People

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
})
afterAll(() => shop.close())

const accept = (visitor: TestVisitor, body: unknown = { allowCookies: true }) =>
  visitor.send('POST', '/api/catalog/cookies', { body })
const hasRecord = async (visitor: TestVisitor) =>
  ((await visitor.send('GET', '/api/visitor')).body as Visitor).hasCookieRecord

/** Stores the cookies of a response, as a browser does. */
function storeCookies(visitor: TestVisitor, { cookies }: Awaited<ReturnType<TestVisitor['send']>>): void {
  for (const { name, value } of cookies) visitor.cookies[name] = value
}

describe('accepting the cookie notice', () => {
  test('is recorded in the browser for a year', async () => {
    const guest = await shop.guest()
    expect(await hasRecord(guest)).toBe(false)
    const answer = await accept(guest)
    expect(answer.body).toEqual({ ok: true })
    expect(answer.cookies).toMatchObject([
      { name: 'toptan_cookies', value: '1', maxAge: 365 * 24 * 3600, path: '/', sameSite: 'Lax', httpOnly: true },
    ])
    storeCookies(guest, answer)
    expect(await hasRecord(guest)).toBe(true)
    expect(await hasRecord(await shop.guest())).toBe(false)
  })

  test('is stored with the signed-in user and applies on other devices', async () => {
    const dealer = await shop.signedIn(people.dealer)
    expect(await hasRecord(dealer)).toBe(false)
    expect((await accept(dealer)).cookies.map(({ name }) => name)).toContain('toptan_cookies')
    expect(await hasRecord(await shop.signedIn(people.dealer))).toBe(true)
    expect(await hasRecord(await shop.signedIn(people.noRight))).toBe(false)
  })

  test('before signing in applies afterwards, together with the other choices', async () => {
    const guest = await shop.guest()
    storeCookies(guest, await accept(guest))
    storeCookies(guest, await guest.send('POST', '/api/catalog/settings', { body: { key: 'locale', value: 'en' } }))
    storeCookies(
      guest,
      await guest.send('POST', '/api/account/login', { body: { username: people.other.email, password } }),
    )
    delete guest.cookies['toptan_cookies']
    expect((await guest.send('GET', '/api/visitor')).body).toMatchObject({
      user: { email: people.other.email },
      locale: 'en',
      hasCookieRecord: true,
    })
  })

  test.each([{ allowCookies: false }, { allowCookies: 'true' }, {}, [], null])(
    'rejects any value but true: %j',
    async (body) => {
      const guest = await shop.guest()
      const answer = await accept(guest, body)
      expect({ code: codeOf(answer), set: answer.cookies }).toEqual({ code: 'validation_failed', set: [] })
    },
  )

  test('is not possible through the settings call', async () => {
    const guest = await shop.guest()
    const answer = await guest.send('POST', '/api/catalog/settings', { body: { key: 'allowCookies', value: true } })
    expect(codeOf(answer)).toBe('setting_unknown')
  })
})

describe('the language', () => {
  const sentence = async (headers: Record<string, string>, cookies: Record<string, string> = {}) => {
    const guest = await shop.guest()
    Object.assign(guest.cookies, cookies)
    const { body } = await guest.send('GET', '/api/visitor', { headers })
    return (body as Visitor).locale
  }

  test.each([
    ['nothing', {}, 'tr'],
    ['Turkish first', { 'accept-language': 'tr-TR,en;q=0.5' }, 'tr'],
    ['English first', { 'accept-language': 'en-GB,tr;q=0.5' }, 'en'],
    ['another language first', { 'accept-language': 'de,en' }, 'tr'],
  ])('of a visitor whose browser accepts %s', async (_what, headers, locale) => {
    expect(await sentence(headers)).toBe(locale)
  })

  test('is the chosen one, whatever the browser accepts; calls of a page use the page’s language', async () => {
    const guest = await shop.guest()
    const { cookies } = await guest.send('POST', '/api/catalog/settings', { body: { key: 'locale', value: 'en' } })
    const chosen = { toptan_choices: cookies.find(({ name }) => name === 'toptan_choices')?.value ?? '' }
    const script = { 'x-requested-with': 'XMLHttpRequest' }
    expect(await sentence({ 'accept-language': 'tr' }, chosen)).toBe('en')
    expect(await sentence({ ...script, 'accept-language': 'tr-TR,tr' }, chosen)).toBe('en')
    expect(await sentence({ ...script, 'accept-language': 'tr' }, chosen)).toBe('tr')
  })
})
