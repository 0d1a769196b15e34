import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { startJobs } from './jobs.ts'
import { enqueue } from './outbox.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('creates a job exactly if its transaction commits', async () => {
  const { pool } = database
  await expect(
    transaction(pool, async (db) => {
      await enqueue(db, 'undone', {})
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await transaction(pool, (db) => enqueue(db, 'kept', { n: 1 }))
  expect(await pool.query('SELECT name, data FROM outbox')).toEqual([{ name: 'kept', data: { n: 1 } }])
  await pool.execute('DELETE FROM outbox')
})

test('runs jobs enqueued before the start exactly once across two processes, and keeps jobs without a worker', async () => {
  const { pool } = database
  const numbers = Array.from({ length: 250 }, (_, i) => i)
  for (const n of numbers) await enqueue(pool, 'count', { n })
  await enqueue(pool, 'nobody', {})
  const done: number[] = []
  const keys = new Set<string>()
  const failures: Error[] = []
  const queues = await Promise.all([0, 1].map(() => startJobs(database, (error) => failures.push(error))))
  for (const queue of queues) {
    await queue.work('count', async (data, key) => {
      done.push((data as { n: number }).n)
      keys.add(key)
    })
  }
  await expect.poll(() => pool.query("SELECT FROM outbox WHERE name = 'count'")).toEqual([])
  // The queue assigns each job once; this checks that each job is in it once.
  const rows = await pool.query("SELECT data->>'n' AS n FROM pgboss.job WHERE name = 'count'")
  expect(rows).toHaveLength(250)
  await expect.poll(() => done.length).toBeGreaterThan(1)
  await Promise.all(queues.map((queue) => queue.close()))
  expect(new Set(done).size).toBe(done.length)
  expect(keys.size).toBe(done.length)
  expect(await pool.query("SELECT FROM outbox WHERE name = 'nobody'")).toHaveLength(1)
  expect(failures).toEqual([])
})

test('runs parallel jobs at the same time, completes each as soon as it has run, and retries only the failed ones', async () => {
  const { pool } = database
  for (const n of [1, 2, 3, 4, 5]) await enqueue(pool, 'parallel', { n })
  const failures: Error[] = []
  const queue = await startJobs(database, (error) => failures.push(error))
  const started = new Set<number>()
  const allStarted = Promise.withResolvers<void>()
  const isLastReleased = Promise.withResolvers<void>()
  await queue.workInParallel('parallel', async (data) => {
    const { n } = data as { n: number }
    if (started.add(n).size === 5) allStarted.resolve()
    await allStarted.promise
    if (n === 4) throw new Error('refused')
    if (n === 5) await isLastReleased.promise
  })
  const states = async () => {
    const rows = await pool.query<{ state: string }>(
      "SELECT state FROM pgboss.job WHERE name = 'parallel' ORDER BY (data->>'n')::int",
    )
    return rows.map(({ state }) => state)
  }
  // The fifth still runs. The failure of the fourth is recorded with the end of its batch, which may hold the fifth.
  await expect
    .poll(async () => (await states()).filter((_, i) => i !== 3))
    .toEqual(['completed', 'completed', 'completed', 'active'])
  isLastReleased.resolve()
  await expect.poll(states).toEqual(['completed', 'completed', 'completed', 'retry', 'completed'])
  await queue.close()
  expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('refused')])
})
