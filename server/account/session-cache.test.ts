import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { type Listener, listen } from '#server/platform/db/listen.ts'
import type { Connection, Pool } from '#server/platform/db/pool.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { waitFor } from '#testing/shop.ts'
import { addAdmin, addColleague, addDealer } from '#testing/store-rows.ts'
import { loadSession, newSessionSecret, sessionIdOf } from './account.ts'
import { openSessionCache, type SessionCache, sessionChannel } from './session-cache.ts'

/** A process: its pool, its cache, and its connection for notifications through a proxy that can be cut. */
type TestProcess = { pool: Pool; cache: SessionCache; listener: Listener; proxy: Proxy; queries(): number }

let database: TestDatabase
let first: TestProcess
let second: TestProcess
const db = () => database.pool

beforeAll(async () => {
  database = await createTestDatabase()
  first = await openProcess(database.pool)
  second = await openProcess(createPool(database.connection, { role: 'command', max: 3 }))
})
afterAll(async () => {
  for (const { listener, proxy } of [first, second]) {
    await listener.close()
    await proxy.close()
  }
  await second.pool.close()
  await database.drop()
})

async function openProcess(pool: Pool): Promise<TestProcess> {
  const proxy = await openProxy(database.connection)
  const one = vi.spyOn(pool, 'one')
  const cache = openSessionCache(pool)
  const notify = (_channel: string, payload: string) => cache.forget(payload)
  const listener = listen(proxy.connection, [sessionChannel], notify, () => cache.forget())
  cache.follow(listener.isLive)
  pool.afterChange(listener.settle)
  await waitFor('the connection for notifications', async () => listener.isLive())
  const queries = () => one.mock.calls.filter(([, , name]) => name === 'account_session').length
  return { pool, cache, listener, proxy, queries }
}

type Proxy = { connection: Connection; cut(): Promise<void>; restore(): Promise<void>; close(): Promise<void> }

async function openProxy(connection: Connection): Promise<Proxy> {
  if (!('host' in connection)) throw new Error('The test database has no socket.')
  const folder = await temporaryFolder()
  const file = `.s.PGSQL.${connection.port}`
  const sockets = new Set<Socket>()
  let server: Server
  const restore = async () => {
    server = createServer((client) => {
      const target = connect(join(connection.host, file))
      client.pipe(target).pipe(client)
      for (const socket of [client, target]) sockets.add(socket.on('error', () => {}))
    })
    await new Promise<void>((done) => server.listen(join(folder.path, file), done))
  }
  const cut = async () => {
    const closed = new Promise((done) => server.close(done))
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await closed
  }
  await restore()
  const close = async () => {
    await cut()
    await folder.remove()
  }
  return { connection: { ...connection, host: folder.path }, cut, restore, close }
}

let dealer: Actor & { dealer: NonNullable<Actor['dealer']> }
let admin: Actor
let cookie: string

beforeEach(async () => {
  const owner = await addDealer(db())
  dealer = { ...owner, dealer: owner.dealer ?? expect.fail('The user has no dealer.') }
  admin = await addAdmin(db())
  cookie = await openSession(dealer)
})

async function openSession({ userId }: Actor): Promise<string> {
  const secret = newSessionSecret()
  await db().execute("INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')", [
    sessionIdOf(secret),
    userId,
  ])
  return secret
}

/** Has the session in the cache of every process. */
async function warm(session = cookie): Promise<void> {
  for (const { cache, queries } of [first, second]) {
    await waitFor('earlier notifications', async () => {
      await cache.load(session)
      const before = queries()
      await cache.load(session)
      return queries() === before
    })
  }
}

const run = (sql: string, ...params: unknown[]) => db().execute(sql, params)
const changeUser = (change: string) => run(`UPDATE users SET ${change} WHERE id = $1`, dealer.userId)
const changeDealer = (change: string) => run(`UPDATE dealers SET ${change} WHERE id = $1`, dealer.dealer.id)

test.each<[what: string, change: () => Promise<unknown>]>([
  ['a sign-out', () => run('DELETE FROM sessions WHERE id = $1', sessionIdOf(cookie))],
  ['the end of all sessions of a user', () => run('DELETE FROM sessions WHERE user_id = $1', dealer.userId)],
  ['an earlier expiry', () => run('UPDATE sessions SET expires_at = now() WHERE id = $1', sessionIdOf(cookie))],
  ['a disabled user', () => changeUser('disabled_at = now()')],
  ['a disabled dealer', () => changeDealer('disabled_at = now()')],
  ['another role', () => changeUser("user_role = 'viewer'")],
  ['no right to order', () => changeUser('can_order = false')],
  ['another name', () => changeUser("name = 'Ayşe Demir'")],
  ['another choice', () => changeUser(`choices = '{"locale": "en"}'`)],
  ['another discount', () => changeDealer('discount = 12.5')],
  ['agreed rates', () => changeDealer("rate_policy = 'invoice_day'")],
  ['a payer of the carrier', () => changeDealer("carrier_payer = 'recipient'")],
  ['a removed user', () => run('DELETE FROM users WHERE id = $1', dealer.userId)],
])('%s is in the next answer of its process, and of the others when they are notified', async (_what, change) => {
  await warm()
  const before = await loadSession(db(), cookie)
  await change()
  const after = await loadSession(db(), cookie)
  expect(after).not.toEqual(before)
  expect(await first.cache.load(cookie)).toEqual(after)
  await waitFor('the notification', async () => {
    return isDeepStrictEqual(await second.cache.load(cookie), after)
  })
  expect(await second.cache.load(cookie)).toEqual(after)
})

test('changed permissions of an own role are in the next answer', async () => {
  await run(
    `WITH role AS (INSERT INTO user_roles (dealer_id, name, permissions) VALUES ($1, 'Depo', '{order}') RETURNING id)
     UPDATE users SET user_role = NULL, own_role_id = role.id FROM role WHERE users.id = $2`,
    dealer.dealer.id,
    dealer.userId,
  )
  await warm()
  await run("UPDATE user_roles SET permissions = '{order,prices}' WHERE dealer_id = $1", dealer.dealer.id)
  const session = await first.cache.load(cookie)
  expect([...(session?.actor.permissions ?? [])].toSorted()).toEqual(['order', 'prices'])
})

test('staff loses its permissions at once when the store requires a second factor, and has them again with one', async () => {
  const session = await openSession(admin)
  await warm(session)
  await run(`INSERT INTO settings (key, value) VALUES ('staffSecondFactor', '"1"')`)
  expect(await first.cache.load(session)).toMatchObject({ actor: { needsFactor: true, permissions: new Set() } })
  await run("INSERT INTO totp_factors (user_id, secret, last_used_step) VALUES ($1, 'x', 0)", admin.userId)
  expect(await first.cache.load(session)).toMatchObject({ actor: { needsFactor: false } })
  await run("DELETE FROM settings WHERE key = 'staffSecondFactor'")
})

test('a session that an administrator impersonates a user with follows both users', async () => {
  const session = await openSession(admin)
  await warm(session)
  await run('UPDATE sessions SET viewed_user_id = $2 WHERE id = $1', sessionIdOf(session), dealer.userId)
  expect(await first.cache.load(session)).toMatchObject({ actor: { userId: dealer.userId } })
  await warm(session)
  await run("UPDATE users SET name = 'Yönetici' WHERE id = $1", admin.userId)
  expect(await first.cache.load(session)).toMatchObject({ actor: { impersonator: { name: 'Yönetici' } } })
  await warm(session)
  await changeUser('disabled_at = now()')
  expect(await first.cache.load(session)).toMatchObject({ actor: { userId: admin.userId, impersonator: null } })
  await run('UPDATE users SET disabled_at = now() WHERE id = $1', admin.userId)
  expect(await first.cache.load(session)).toBeNull()
})

test('a representative stops working for a dealer when it is no longer assigned', async () => {
  const session = await openSession(admin)
  const seat = await addColleague(db(), dealer.dealer)
  await run(
    'UPDATE users SET representative_id = $2, removed_at = now(), disabled_at = now() WHERE id = $1',
    seat.userId,
    admin.userId,
  )
  await run('INSERT INTO representative_dealers (dealer_id, user_id) VALUES ($1, $2)', dealer.dealer.id, admin.userId)
  await run('UPDATE sessions SET viewed_user_id = $2 WHERE id = $1', sessionIdOf(session), seat.userId)
  await warm(session)
  expect(await first.cache.load(session)).toMatchObject({ actor: { representative: { userId: admin.userId } } })
  await run('DELETE FROM representative_dealers WHERE user_id = $1', admin.userId)
  expect(await first.cache.load(session)).toMatchObject({ actor: { userId: admin.userId, representative: null } })
})

test('every request asks the database while notifications do not arrive, and learns what it missed', async () => {
  await warm()
  await second.proxy.cut()
  await waitFor('the lost connection', async () => !second.listener.isLive())
  const before = second.queries()
  for (const count of [1, 2, 3]) {
    await second.cache.load(cookie)
    expect(second.queries()).toBe(before + count)
  }
  await changeUser("name = 'Ayşe Demir'")
  expect(await second.cache.load(cookie)).toMatchObject({ actor: { name: 'Ayşe Demir' } })
  await second.proxy.restore()
  await waitFor('the connection', async () => second.listener.isLive())
  expect(await second.cache.load(cookie)).toMatchObject({ actor: { name: 'Ayşe Demir' } })
  await warm()
})

test('a session that changes while it is read is not cached', async () => {
  const real = createPool(database.connection, { role: 'command', max: 1 })
  vi.mocked(first.pool.one).mockImplementationOnce(async (sql, params, name) => {
    const row = await real.one(sql, params, name)
    await changeUser("name = 'Ayşe Demir'")
    return row
  })
  await first.cache.load(cookie)
  expect(await first.cache.load(cookie)).toMatchObject({ actor: { name: 'Ayşe Demir' } })
  await real.close()
})

test('is read again, and written as seen, when it was last seen a minute ago', async () => {
  const seen = "UPDATE sessions SET last_seen_at = now() - interval '61 seconds' WHERE id = $1"
  await run(seen, sessionIdOf(cookie))
  await first.cache.load(cookie)
  const age = await db().one<{ age: number }>(
    'SELECT extract(epoch FROM now() - last_seen_at)::float8 AS age FROM sessions WHERE id = $1',
    [sessionIdOf(cookie)],
  )
  expect(age?.age).toBeLessThan(60)
})

test.each([
  ['expires', 'expires_at'],
  ['is due to be written as seen', 'last_seen_at'],
])('is cached no longer than until it %s', async (_what, column) => {
  const time = column === 'expires_at' ? "now() + interval '30 seconds'" : "now() - interval '30 seconds'"
  await run(`UPDATE sessions SET ${column} = ${time} WHERE id = $1`, sessionIdOf(cookie))
  await warm()
  const before = first.queries()
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now')
  try {
    // The connection for notifications is alive all the time.
    first.cache.follow(() => true)
    clock.mockReturnValue(now + 20_000)
    await first.cache.load(cookie)
    expect(first.queries()).toBe(before)
    clock.mockReturnValue(now + 31_000)
    await first.cache.load(cookie)
    expect(first.queries()).toBe(before + 1)
  } finally {
    clock.mockRestore()
    first.cache.follow(first.listener.isLive)
  }
})
