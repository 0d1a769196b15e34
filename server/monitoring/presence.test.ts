import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { UpdateOnlineUsers } from '#contract/core/live.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { listRecentUsers } from '#server/account/account.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import type { LiveConnection } from '#server/monitoring/live/connection.ts'
import { openPresence, type Presence } from './presence.ts'

let database: TestDatabase
let here: Presence
let elsewhere: Presence
let dealer: Actor
let admin: Actor
const warn = vi.fn<(error: Error) => void>()

beforeAll(async () => {
  database = await createTestDatabase()
  dealer = await addDealer(database.pool)
  admin = await addAdmin(database.pool)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.execute('UPDATE users SET last_seen_at = NULL')
  here = openPresence(database.pool, warn)
  elsewhere = openPresence(database.pool, warn)
})
afterEach(async () => {
  await Promise.all([here.close(), elsewhere.close()])
  expect(warn).not.toHaveBeenCalled()
})

const question = { type: 'checkOnlineUsers', domain: 'localhost:3000' }

function connection(actor: Actor) {
  const sent: UpdateOnlineUsers[] = []
  const send = (message: object) => void sent.push(message as UpdateOnlineUsers)
  return { sent, of: { actor, send } as unknown as LiveConnection }
}
const seen = (userId: number, secondsAgo: number) =>
  database.pool.execute("UPDATE users SET last_seen_at = now() - $2 * interval '1 second' WHERE id = $1", [
    userId,
    secondsAgo,
  ])

test('a user connected to one process is online for an administrator connected to another', async () => {
  const person = connection(dealer)
  expect(elsewhere.onMessage(person.of, question)).toBe(true)
  await vi.waitFor(
    async () => {
      const staff = connection(admin)
      expect(here.onMessage(staff.of, question)).toBe(true)
      await vi.waitFor(() => expect(staff.sent).toHaveLength(1))
      expect(staff.sent[0]).toEqual({
        type: 'updateOnlineUsers',
        onlineUsers: [{ id: dealer.userId, name: expect.any(String), date: expect.any(String), status: 'online' }],
      })
    },
    { timeout: 60_000, interval: 500 },
  )
  expect(person.sent).toEqual([])
})

test('an administrator whose right was taken away gets no list on a connection that is still open', async () => {
  const staff = await addAdmin(database.pool)
  const { of, sent } = connection(staff)
  const setRole = (role: string) =>
    database.pool.execute('UPDATE users SET user_role = $2 WHERE id = $1', [staff.userId, role])
  await setRole('catalog')
  here.onMessage(of, question)
  // Queries are read in order on one connection: the next one is answered after this one was not.
  const other = connection(admin)
  here.onMessage(other.of, question)
  await vi.waitFor(() => expect(other.sent).toHaveLength(1), { timeout: 60_000 })
  expect(sent).toEqual([])
  await setRole('reports')
  await vi.waitFor(
    () => {
      here.onMessage(of, question)
      expect(sent.length).toBeGreaterThan(0)
    },
    { timeout: 60_000, interval: 500 },
  )
})

test('a user is online for 30 seconds, then offline, and removed after ten minutes', async () => {
  const statuses = async () => (await listRecentUsers(database.pool)).map(({ status }) => status)
  expect(await statuses()).toEqual([])
  await seen(dealer.userId, 29)
  expect(await statuses()).toEqual(['online'])
  await seen(dealer.userId, 31)
  expect(await statuses()).toEqual(['offline'])
  await seen(dealer.userId, 601)
  expect(await statuses()).toEqual([])
  await seen(admin.userId, 1)
  expect(await statuses()).toEqual([])
})

test('users are listed by company and name', async () => {
  await database.pool.execute("UPDATE users SET name = 'Ayşe Işık' WHERE id = $1", [dealer.userId])
  await seen(dealer.userId, 1)
  expect((await listRecentUsers(database.pool)).map(({ name }) => name)).toEqual([`${dealer.dealer?.name} · Ayşe Işık`])
})

test('a user stored a moment ago is not stored again', async () => {
  await seen(dealer.userId, 5)
  const before = await listRecentUsers(database.pool)
  here.onMessage(connection(dealer).of, question)
  await here.close()
  here = openPresence(database.pool, warn)
  here.onMessage(connection(dealer).of, question)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await listRecentUsers(database.pool)).toEqual(before)
})

test.each([
  null,
  'checkOnlineUsers',
  7,
  [],
  {},
  { type: 'checkOnlineUsers' },
  { ...question, domain: 'x'.repeat(256) },
])('rejects the message %j', (message) => {
  expect(here.onMessage(connection(admin).of, message)).toBe(false)
})
