import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteBatches } from './delete-batches.ts'
import type { Db } from './pool.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { transaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.execute('DELETE FROM login_failures')
  await database.pool.execute(
    "INSERT INTO login_failures (account, address, failed_at) SELECT 'a', '', now() - n * interval '1 day' FROM generate_series(1, 12) n",
  )
})

const count = async () =>
  (await database.pool.one<{ count: number }>('SELECT count(*)::int AS count FROM login_failures'))?.count
const tooOld = 'failed_at < now() - make_interval(hours => $1)'

/** Calls `each` after a statement with the number of rows that it removed. */
const watched = (each: (removed: number) => Promise<void>): Db => ({
  ...database.pool,
  execute: async (sql, params) => {
    const removed = await database.pool.execute(sql, params)
    await each(removed)
    return removed
  },
})

test('removes everything that a condition finds, a batch at a time and the oldest first, and leaves the rest', async () => {
  const sizes: number[] = []
  const oldest: number[] = []
  const db = watched(async (removed) => {
    sizes.push(removed)
    const row = await database.pool.one<{ days: number }>(
      'SELECT extract(day FROM now() - min(failed_at))::int AS days FROM login_failures',
    )
    oldest.push(row?.days ?? 0)
  })
  expect(await deleteBatches(db, 'login_failures', tooOld, { params: [60], by: 'failed_at', batch: 4 })).toBe(10)
  expect(sizes).toEqual([4, 4, 2])
  expect(oldest).toEqual([8, 4, 2])
  expect(await count()).toBe(2)
})

test('a batch is committed before the next one begins', async () => {
  let batches = 0
  const db = watched(async () => {
    if (++batches === 2) throw new Error('The process ends here.')
  })
  await expect(deleteBatches(db, 'login_failures', tooOld, { params: [60], batch: 4 })).rejects.toThrow('ends here')
  expect(await count()).toBe(12 - 8)
})

test('a row that somebody renews while it is being removed stays', async () => {
  const { pool } = database
  let removal: Promise<number> | undefined
  await transaction(pool, async (db) => {
    await db.execute("UPDATE login_failures SET failed_at = now() WHERE failed_at < now() - interval '11 days'")
    removal = deleteBatches(pool, 'login_failures', tooOld, { params: [60] })
    // Until the removal waits for the row.
    for (let waits = 0; waits === 0; ) {
      const row = await pool.one<{ waits: number }>(
        "SELECT count(*)::int AS waits FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
      waits = row?.waits ?? 0
    }
  })
  expect(await removal).toBe(8)
  expect(await count()).toBe(4)
})
