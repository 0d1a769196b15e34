import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { freeze } from '#faults/processes.ts'
import { createApp } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'
import { type Embedded, startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { isUnavailable, NoAnswerError, UnknownOutcomeError } from '#server/platform/db/failure.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createPool, type Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { testSecret } from '#testing/shop.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let embedded: Embedded
let pool: Pool
let app: FastifyInstance

beforeAll(async () => {
  folder = await temporaryFolder()
  embedded = await startEmbedded({ dataDir: folder.path, fast: true })
  const command = createPool(embedded.connection, { role: 'command', max: 1 })
  await migrate(command, migrationsFolder).finally(() => command.close())
  pool = createPool(embedded.connection, { max: 3, hang: { interval: 20, suspectAfter: 40, answerWithin: 500 } })
  const { connection, kind, created } = { connection: embedded.connection, kind: 'embedded', created: true } as const
  app = await createApp({
    config: parseConfig({ DATA_DIR: join(folder.path, 'data'), LOG_LEVEL: 'silent', SESSION_SECRET: testSecret }),
    database: { pool, connection, kind, created, close: () => pool.close() },
    version: 'test',
    hasRateLimits: false,
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await pool.close()
  await embedded.stop()
  await folder.remove()
})

afterEach(() => thaw())

let thaw = () => {}

/** Stops every process of PostgreSQL; one whose connection is being opened is not in pg_stat_activity yet. */
function freezeDatabase(): void {
  const postmaster = embedded.pid()
  if (postmaster === undefined) throw new Error('PostgreSQL does not run.')
  thaw = freeze(postmaster)
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => error,
  )
const isAnswered = () => pool.one('SELECT 1 AS x').catch(() => null)

test('a frozen database fails what waits for it as soon as a probe gets no answer, and works again afterwards', async () => {
  await pool.execute('CREATE TABLE ticks (id int PRIMARY KEY)')
  const isOpen = Promise.withResolvers<void>()
  const isFrozen = Promise.withResolvers<void>()
  const committing = failure(
    transaction(pool, async (db) => {
      await db.execute('INSERT INTO ticks VALUES (1)')
      isOpen.resolve()
      await isFrozen.promise
    }),
  )
  await isOpen.promise
  freezeDatabase()
  isFrozen.resolve()
  // Statements on open connections, new connections, and the queue of a full pool.
  const waiting = Array.from({ length: 6 }, () => failure(pool.query('SELECT 1')))
  const errors = await Promise.all([committing, ...waiting])
  expect(errors.filter((error) => !isUnavailable(error))).toEqual([])
  expect(errors[0]).toBeInstanceOf(UnknownOutcomeError)
  // The driver's own timeouts did not end these: they take seconds.
  expect(errors.map(String).filter((text) => /timeout/i.test(text))).toEqual([])
  // Later work does not wait at all.
  expect(await failure(pool.query('SELECT 1'))).toBeInstanceOf(NoAnswerError)
  thaw()
  await expect.poll(isAnswered).toEqual({ x: 1 })
})

test('while the database is frozen, calls answer 503 with Retry-After and cached reads go on', async () => {
  const read = (url: string) => app.inject({ url, cookies: { toptan_guest: 'a'.repeat(24) } })
  const readSignedIn = (url: string) => app.inject({ url, cookies: { toptan_session: 'a'.repeat(43) } })
  expect((await read('/api/visitor')).statusCode).toBe(200)
  freezeDatabase()
  const answers = await Promise.all([
    readSignedIn('/api/visitor'),
    readSignedIn('/api/catalog/orders'),
    readSignedIn('/api/catalog/cart'),
    read('/api/catalog/product/1'),
  ])
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    answers.map(() => [503, '2']),
  )
  expect((await read('/api/visitor')).statusCode).toBe(200)
  expect((await read('/healthz')).statusCode).toBe(200)
  expect((await read('/readyz')).statusCode).toBe(503)
  thaw()
  await expect.poll(async () => (await read('/readyz')).statusCode).toBe(200)
})

test('a process whose connections are all held is not ready, and is again once they are free', async () => {
  const held = Promise.withResolvers<void>()
  const holders = Array.from({ length: 3 }, () => pool.withClient(() => held.promise))
  await expect.poll(() => pool.counts()).toMatchObject({ total: 3, idle: 0 })
  const health = await app.inject('/healthz')
  const busy = await app.inject('/readyz')
  held.resolve()
  await Promise.all(holders)
  expect([health.statusCode, busy.statusCode, busy.json()]).toEqual([200, 503, { ok: false, reason: 'database' }])
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})
