import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import { listen } from '#server/platform/db/listen.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { temporaryFolder } from './test-process.ts'
import { transaction } from '#server/platform/db/transaction.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let embedded: Embedded

beforeAll(async () => {
  folder = await temporaryFolder()
  embedded = await startEmbedded({ dataDir: folder.path })
})
afterAll(async () => {
  await embedded.stop()
  await folder.remove()
})

test('restarts PostgreSQL after kill -9 under load without losing an acknowledged transaction', async () => {
  const pool = createPool(embedded.connection, { max: 6 })
  await pool.execute('CREATE TABLE entry (id int PRIMARY KEY)')
  const acknowledged: number[] = []
  const failures: unknown[] = []
  let number = 0
  const over = new AbortController()
  const write = async () => {
    while (!over.signal.aborted) {
      number += 1
      const id = number
      await transaction(pool, (db) => db.execute('INSERT INTO entry VALUES ($1)', [id])).then(
        () => acknowledged.push(id),
        (error) => failures.push(error),
      )
      await setTimeout(2)
    }
  }
  const writers = [write(), write(), write(), write()]
  for (let cycle = 0; cycle < 2; cycle += 1) {
    const count = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(count + 20)
    const before = embedded.pid()
    process.kill(before ?? 0, 'SIGKILL')
    await expect.poll(() => embedded.pid() !== undefined && embedded.pid() !== before).toBe(true)
  }
  const count = acknowledged.length
  await expect.poll(() => acknowledged.length).toBeGreaterThan(count + 20)
  over.abort()
  await Promise.all(writers)
  const rows = await pool.query<{ id: number }>('SELECT id FROM entry')
  const stored = new Set(rows.map(({ id }) => id))
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.filter((error) => !isUnavailable(error))).toEqual([])
  await pool.close()
})

test('reconnects a listener after PostgreSQL was killed and reports it', async () => {
  const lastResponseAt: string[] = []
  let connects = 0
  const listener = listen(
    embedded.connection,
    ['prices'],
    (channel, payload) => lastResponseAt.push(`${channel} ${payload}`),
    () => {
      connects += 1
    },
  )
  const pool = createPool(embedded.connection, { max: 1 })
  const notify = (payload: string) => pool.query('SELECT pg_notify($1, $2)', ['prices', payload])
  await expect.poll(() => connects).toBe(1)
  await notify('one')
  await expect.poll(() => lastResponseAt).toEqual(['prices one'])
  process.kill(embedded.pid() ?? 0, 'SIGKILL')
  await expect.poll(() => connects).toBeGreaterThan(1)
  await notify('two')
  await expect.poll(() => lastResponseAt).toContain('prices two')
  await listener.close()
  await pool.close()
})

test('uses DATABASE_URL instead of the embedded database', async () => {
  const { connection } = embedded
  if (!('host' in connection)) throw new Error('The embedded database has a host.')
  const databaseUrl = `postgres://${connection.user}@/${connection.database}?host=${encodeURIComponent(connection.host)}&port=${connection.port}`
  const database: Database = await openDatabase({ dataDir: folder.path, databaseUrl }, { role: 'server' })
  expect(database.kind).toBe('external')
  expect(await database.pool.one('SELECT 1 AS x')).toEqual({ x: 1 })
  await database.close()
  expect(embedded.pid()).toBeDefined()
})
