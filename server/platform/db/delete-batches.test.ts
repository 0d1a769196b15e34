import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteBatches } from './delete-batches.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('removes everything that a statement finds, a batch at a time, and leaves the rest', async () => {
  const { pool } = database
  await pool.execute(
    "INSERT INTO login_failures (account, address, failed_at) SELECT 'a', '', now() - n * interval '1 day' FROM generate_series(1, 12) n",
  )
  const sizes: number[] = []
  const counting = {
    ...pool,
    execute: async (sql: string, params?: readonly unknown[]) => {
      const removed = await pool.execute(sql, params)
      sizes.push(removed)
      return removed
    },
  }
  const sql = `DELETE FROM login_failures WHERE ctid IN (SELECT ctid FROM login_failures WHERE failed_at < now() - make_interval(hours => $1) LIMIT $2)`
  expect(await deleteBatches(counting, sql, [60], 4)).toBe(10)
  expect(sizes).toEqual([4, 4, 2])
  expect(await pool.one('SELECT count(*)::int AS count FROM login_failures')).toEqual({ count: 2 })
})
