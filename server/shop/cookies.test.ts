import { afterEach, describe, expect, test } from 'vitest'
import { addPeople, password } from '#testing/people.ts'
import { codeOf, type Cookie, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
afterEach(() => shop.close())

/** A guest who made a choice, filled a cart and signed in: every cookie that the program knows. */
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
  test('are out of reach for scripts and other sites', async () => {
    const cookies = await allCookies({})
    expect(new Set(cookies.map(({ name }) => name))).toEqual(
      new Set(['toptan_guest', 'toptan_choices', 'toptan_cart', 'toptan_session']),
    )
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' })
      expect(cookie).not.toHaveProperty('domain')
      expect(cookie).not.toHaveProperty('secure')
      if (cookie.value !== '') expect(cookie).toMatchObject({ httpOnly: true })
    }
  })

  test('over https are Secure and bound to this host', async () => {
    const cookies = await allCookies({ PUBLIC_URL: 'https://bayi.example.com' })
    for (const cookie of cookies) {
      expect(cookie.name).toMatch(/^__Host-toptan_/)
      expect(cookie).toMatchObject({ path: '/', secure: true })
      expect(cookie).not.toHaveProperty('domain')
    }
    const { headers } = await shop.app.inject('/healthz')
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
  })
})

describe('a session', () => {
  const cookieOf = (cookies: Cookie[]) => cookies.find(({ name }) => name === 'toptan_session')?.value ?? ''

  test('is a new one at each sign-in: one that was planted before, or had before, is worth nothing', async () => {
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

  test('ends with signing out, and its token with it', async () => {
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

  test('that has ended is told from none: the page hears of it, and what it sends leads to signing in', async () => {
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
    // Longer than the session itself, or nobody could tell its end.
    expect(cookies.find(({ name }) => name === 'toptan_session')).toMatchObject({ maxAge: 60 * 24 * 3600 })
    const row = await shop.database.pool.one("SELECT 1 FROM sessions WHERE expires_at > now() + interval '31 days'")
    expect(row).toBeUndefined()
    guest.cookies['toptan_session'] = cookieOf(cookies)
    expect(await hasEnded(guest)).toBe(false)
  })

  test('of a signed choice cannot be forged', async () => {
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
  })
})
