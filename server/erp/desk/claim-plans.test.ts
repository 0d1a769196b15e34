import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/platform/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { rowsRead } from '#testing/plans.ts'
import { claimDocument } from './documents.ts'

const waiting = 600
let database: TestDatabase
/** One connection: it has the prepared statements. */
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase({ choosesPlans: true })
  pool = createPool(database.pool.connection, { role: 'command', max: 1 })
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})

test('claiming a document reads each document that waits at most twice, however many there are', async () => {
  const connection = await pool.one<{ id: number }>(
    `INSERT INTO erp_connections (name, kind, settings, mapping, expanded_seq, is_active)
     VALUES ('Logo', 'logo', '{}', '{}', 0, true) RETURNING id`,
  )
  if (connection === undefined) throw new Error('no connection')
  await pool.execute(
    `INSERT INTO erp_outgoing (connection_id, kind, subject_id, next_at)
     SELECT $1, kind, n, now() - make_interval(secs => $2::int - n)
       FROM generate_series(1, $2::int) n, unnest('{order,cancellation,refund}'::text[]) kind`,
    [connection.id, waiting],
  )
  await pool.execute('ANALYZE erp_outgoing')
  // No such order exists: the claim is rolled into the error, and the statement is prepared.
  await expect(claimDocument(pool, connection.id)).rejects.toThrow('There is no order 1.')
  expect(await rowsRead(pool, 'erp_outgoing', 'erp_claim', String(connection.id))).toBeLessThan(2 * 3 * waiting + 10)
})
