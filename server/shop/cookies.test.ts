import { afterEach, describe, expect, test } from 'vitest'
import { addPeople, password } from '#testing/people.ts'
import { seal } from '#server/platform/http/secrets.ts'
import { codeOf, type Cookie, openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
afterEach(() => shop.close())

/** Every cookie of the program: a guest makes a choice, fills a cart and signs in. */
async function allCookies(env: Record<string, string>): Promise<Cookie[]> {
  shop = await openTestShop({ env })
  const people = await addPeople(shop)
  const first = await shop.app.inject('/api/visitor')
  const guest = await shop.guest()
  const chosen = await guest.send('POST', '/api/catalog/settings', { body: { key: 'locale', value: 'en' } })
  await shop.setSetting('guestCarts', '1')
  const added = await guest.send('POST', `/api/catalog/cart/${people.product.id}`, {
    body: { quantity: 1, productValue: people.product.unitId },
  })
  const signedIn = await guest.send('POST', '/api/account/login', { body: { username: people.dealer.email, password } })
  const visitor = await shop.signedIn(people.dealer)
  const signedOut = await visitor.send('POST', '/api/account/logout')
  return [
    ...(first.cookies as Cookie[]),
    ...chosen.cookies,
    ...added.cookies,
    ...signedIn.cookies,
    ...signedOut.cookies,
  ]
}

describe('cookies', () => {
  test('cannot be read by scripts or sent by other sites', async () => {
    const cookies = await allCookies({})
    expect(new Set(cookies.map(({ name }) => name))).toEqual(
      new Set(['toptan_guest', 'toptan_choices', 'toptan_cart', 'toptan_device', 'toptan_session']),
    )
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' })
      expect(cookie).not.toHaveProperty('domain')
      expect(cookie).not.toHaveProperty('secure')
      if (cookie.value !== '') expect(cookie).toMatchObject({ httpOnly: true })
    }
  })

  test('are Secure and bound to the host over https', async () => {
    const cookies = await allCookies({ PUBLIC_URL: 'https://bayi.example.com' })
    for (const cookie of cookies) {
      expect(cookie.name).toMatch(/^__Host-toptan_/)
      expect(cookie).toMatchObject({ path: '/', secure: true })
      expect(cookie).not.toHaveProperty('domain')
    }
    const { headers } = await shop.app.inject('/healthz')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})

describe('sessions', () => {
  const cookieOf = (cookies: Cookie[]) => cookies.find(({ name }) => name === 'toptan_session')?.value ?? ''

  test('are new at each sign-in: a planted or earlier session cookie becomes invalid', async () => {
    shop = await openTestShop()
    const people = await addPeople(shop)
    const body = { username: people.dealer.email, password }
    const planted = await shop.guest()
    planted.cookies['toptan_session'] = 'planted-by-somebody-else-planted-by-somebody'
    const first = cookieOf((await planted.send('POST', '/api/account/login', { body })).cookies)
    expect(first).not.toBe('planted-by-somebody-else-planted-by-somebody')
    // 128 bits or more.
    expect(first.length).toBeGreaterThanOrEqual(22)
    expect((await planted.send('GET', '/api/catalog/cart')).status).toBe(401)

    const visitor = await shop.signedIn(people.dealer)
    const before = visitor.cookies['toptan_session']
    const second = cookieOf((await visitor.send('POST', '/api/account/login', { body })).cookies)
    expect(second).not.toBe(before)
    expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(401)
    visitor.cookies['toptan_session'] = second
    expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(200)
  })

  test('end with signing out, and so do their CSRF tokens', async () => {
    shop = await openTestShop()
    const people = await addPeople(shop)
    const visitor = await shop.signedIn(people.dealer)
    expect((await visitor.send('POST', '/api/account/logout')).status).toBe(200)
    expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(401)
    const choice = { body: { key: 'locale', value: 'en' } }
    expect((await visitor.send('POST', '/api/catalog/settings', choice)).status).toBe(401)
    delete visitor.cookies['toptan_session']
    expect((await visitor.send('POST', '/api/catalog/settings', choice)).status).toBe(403)
  })

  test('are reported to the page when they have ended, and its calls lead to signing in', async () => {
    shop = await openTestShop()
    const people = await addPeople(shop)
    const hasEnded = async (visitor: TestVisitor) =>
      ((await visitor.send('GET', '/api/visitor')).body as { hasSessionEnded: boolean }).hasSessionEnded
    const [guest, visitor] = [await shop.guest(), await shop.signedIn(people.dealer)]
    expect([await hasEnded(guest), await hasEnded(visitor)]).toEqual([false, false])
    await shop.database.pool.execute("UPDATE sessions SET expires_at = now() - interval '1 second'")
    expect([await hasEnded(guest), await hasEnded(visitor)]).toEqual([false, true])
    const add = { body: { quantity: 1, productValue: people.product.unitId } }
    const answer = await visitor.send('POST', `/api/catalog/cart/${people.product.id}`, add)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'not_signed_in'])
    const body = { username: people.dealer.email, password }
    const { cookies } = await guest.send('POST', '/api/account/login', { body })
    // The cookie outlives its session, so that the end can be reported.
    expect(cookies.find(({ name }) => name === 'toptan_session')).toMatchObject({ maxAge: 60 * 24 * 3600 })
    const row = await shop.database.pool.one("SELECT 1 FROM sessions WHERE expires_at > now() + interval '31 days'")
    expect(row).toBeUndefined()
    guest.cookies['toptan_session'] = cookieOf(cookies)
    expect(await hasEnded(guest)).toBe(false)
  })

  test('reject forged choices: they are signed', async () => {
    shop = await openTestShop()
    const guest = await shop.guest()
    const { cookies } = await guest.send('POST', '/api/catalog/settings', {
      body: { key: 'productListView', value: 'grid' },
    })
    const sealed = cookies.find(({ name }) => name === 'toptan_choices')?.value ?? ''
    const view = async (value: string) => {
      guest.cookies['toptan_choices'] = value
      return ((await guest.send('GET', '/api/visitor')).body as { view: string }).view
    }
    const forged = Buffer.from('{"productListView":"grid"}').toString('base64url')
    expect(await view(sealed)).toBe('grid')
    expect(await view(`${forged}.${sealed.split('.')[1]}x`)).toBe('list')
    expect(await view(`${forged}.`)).toBe('list')
    expect(await view(forged)).toBe('list')
    // The shop signed it, but these are no choices.
    expect(await view(seal(testSecret, { for: 'second-step', userId: 1, productListView: 'wide' }))).toBe('list')
  })
})
