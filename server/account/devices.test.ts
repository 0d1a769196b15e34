import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import type { listDevices } from '#contract/shop/devices.ts'
import { hashPassword } from '#server/account/account.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { password } from '#testing/people.ts'
import { type Answer, codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer } from '#testing/store-rows.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
let shop: TestShop
let user: Actor

beforeAll(async () => {
  shop = await openTestShop()
  user = await addDealer(shop.database.pool, { passwordHash: await hashPassword(password) })
})
afterAll(() => shop.close())

const sessionOf = ({ cookies }: Answer) => cookies.find(({ name }) => name === 'toptan_session')?.value ?? ''

async function signIn(userAgent: string, { email } = user): Promise<TestVisitor> {
  const visitor = await shop.guest()
  const body = { username: email, password }
  const answer = await visitor.send('POST', '/api/account/login', { body, headers: { 'user-agent': userAgent } })
  return shop.withSession(sessionOf(answer))
}
const devicesOf = async (visitor: TestVisitor) =>
  ((await visitor.send('GET', '/api/account/devices')).body as Reply<typeof listDevices>).items

test('a user sees the browsers of the account and signs out of the others, one by one and all at once', async () => {
  const desk = await signIn(windows)
  const mobile = await signIn(iphone)
  expect(await devicesOf(desk)).toMatchObject([
    { isCurrent: true, browser: 'Chrome', system: 'Windows', address: '127.0.0.1' },
    { isCurrent: false, browser: 'Safari', system: 'iPhone' },
  ])
  const [own, other] = await devicesOf(desk)
  expect(codeOf(await desk.send('DELETE', `/api/account/devices/${own?.id}`))).toBe('own_device')
  await desk.send('DELETE', `/api/account/devices/${other?.id}`)
  expect((await mobile.send('GET', '/api/account/devices')).status).toBe(401)
  expect(codeOf(await desk.send('DELETE', `/api/account/devices/${other?.id}`))).toBe('not_found')

  const others = [await signIn(iphone), await signIn('')]
  expect(await devicesOf(desk)).toHaveLength(3)
  await desk.send('DELETE', '/api/account/devices')
  expect(await devicesOf(desk)).toMatchObject([{ isCurrent: true }])
  for (const ended of others) expect((await ended.send('GET', '/api/catalog/cart')).status).toBe(401)
})

test('sessions of others are unknown, and a new password keeps the browser that set it', async () => {
  const desk = await signIn(windows)
  const stranger = await shop.signedIn(await addDealer(shop.database.pool))
  const [own] = await devicesOf(desk)
  expect(codeOf(await stranger.send('DELETE', `/api/account/devices/${own?.id}`))).toBe('not_found')
  expect((await devicesOf(stranger)).map(({ id }) => id)).not.toContain(own?.id)
  const body = { currentPassword: password, password: 'yepyeni-parola-2', passwordVerify: 'yepyeni-parola-2' }
  const headers = { 'user-agent': windows }
  const answer = await desk.send('POST', '/api/catalog/account/settings', { body, headers })
  const [mail] = await shop.database.pool.query<{ data: object }>(
    "SELECT data FROM outbox WHERE data ->> 'kind' = 'changed' AND (data ->> 'userId')::integer = $1",
    [user.userId],
  )
  expect(mail?.data).toMatchObject({ device: 'Chrome · Windows', address: '127.0.0.1' })
  expect(await devicesOf(shop.withSession(sessionOf(answer)))).toMatchObject([
    { isCurrent: true, browser: 'Chrome', system: 'Windows' },
  ])
})

test('a user has at most a hundred sessions: a sign-in ends those that were not seen for longest', async () => {
  const { pool } = shop.database
  const person = await addDealer(pool, { passwordHash: await hashPassword(password) })
  const count = async (where: string) =>
    (
      await pool.one<{ count: number }>(`SELECT count(*)::int AS count FROM sessions WHERE user_id = $1 ${where}`, [
        person.userId,
      ])
    )?.count
  await pool.execute(
    `INSERT INTO sessions (id, user_id, expires_at, user_agent, address, last_seen_at)
     SELECT sha256(n::text::bytea), $1, now() + interval '1 day', 'row ' || n, '', now() - make_interval(hours => n)
       FROM generate_series(1, 150) n`,
    [person.userId],
  )
  const current = await signIn(windows, person)
  expect(await count('')).toBe(100)
  expect(await count("AND user_agent = 'row 150'")).toBe(0)
  expect(await count("AND user_agent = 'row 1'")).toBe(1)
  expect((await devicesOf(current))[0]).toMatchObject({ isCurrent: true })
})
