import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDealer } from '#testing/store-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { attemptOf, claimAttempt, type OutcomeKind } from './idempotency.ts'

let database: TestDatabase
let actor: Actor
beforeAll(async () => {
  database = await createTestDatabase()
  actor = await addDealer(database.pool)
})
afterAll(() => database.drop())

const kinds: OutcomeKind[] = ['order', 'offer', 'faultReport']

test.each(kinds)(
  'claiming a key for %s returns in_progress while another request holds it past the lock timeout',
  async (kind) => {
    const { pool } = database
    const attempt = attemptOf(actor.userId, `held-key-${kind}`, [kind])
    const second = await pool.withClient(async (holder) => {
      await holder.query('BEGIN')
      const insert = 'INSERT INTO idempotency_keys (user_id, key, request_hash) VALUES ($1, $2, $3)'
      await holder.query(insert, [attempt?.userId, attempt?.key, attempt?.hash])
      const claimed = await transactionOrRefusal(pool, async (db) => {
        await db.execute("SET LOCAL lock_timeout = '20ms'")
        return claimAttempt(db, attempt, kind)
      })
      await holder.query('ROLLBACK')
      return claimed
    })
    expect(second).toEqual({ ok: false, code: 'in_progress' })
    expect(await transactionOrRefusal(pool, (db) => claimAttempt(db, attempt, kind))).toBeNull()
  },
)
