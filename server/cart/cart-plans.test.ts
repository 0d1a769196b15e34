import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsRead } from '#testing/plans.ts'
import { addDealer, addProduct, fillCart } from '#testing/store-rows.ts'
import { createPool, type Pool } from '#server/platform/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { findSession } from '#server/account/queries.ts'
import { loadFingerprintLines } from './shown-lines.ts'

const carts = 2000
const sessionId = Buffer.alloc(32, 7)
let database: TestDatabase
/** One connection, so that every statement keeps its plan. */
let pool: Pool
let actor: Actor

beforeAll(async () => {
  database = await createTestDatabase({ choosesPlans: true })
  pool = createPool(database.pool.connection, { role: 'command', max: 1 })
  actor = await addDealer(pool)
  await pool.execute("INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')", [
    sessionId,
    actor.userId,
  ])
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})

/** How many rows of `cart_lines` a prepared statement reads under its cached plan. */
const linesRead = (statement: string, parameters: string) => rowsRead(pool, 'cart_lines', statement, parameters)

test('statements planned while no cart had lines read only the lines of their own cart afterwards', async () => {
  const product = await addProduct(pool, { price: 10, stock: 100 })
  await fillCart(pool, actor, [{ unitId: product.unitId, quantity: 1 }])
  await pool.execute(
    'INSERT INTO carts (guest_hash) SELECT sha256(n::text::bytea) FROM generate_series(1, $1::int) n',
    [carts],
  )
  const fillGuests = () =>
    pool.execute(
      `INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity)
       SELECT id, $1, $2, 1 FROM carts WHERE guest_hash IS NOT NULL ORDER BY id`,
      [product.id, product.unitId],
    )
  await fillGuests()
  // All lines but the last: the table keeps its size, and its statistics count almost no rows.
  await pool.execute('DELETE FROM cart_lines WHERE cart_id < (SELECT max(id) FROM carts)')
  await pool.execute('VACUUM ANALYZE carts')
  await pool.execute('VACUUM ANALYZE cart_lines')
  // The sixth execution of a prepared statement is the first one that can use a generic plan.
  for (let i = 0; i < 6; i += 1) {
    await findSession(pool, sessionId)
    await loadFingerprintLines(pool, actor.userId)
  }
  await pool.execute('DELETE FROM cart_lines')
  await fillGuests()
  expect(await linesRead('account_session', `'\\x${sessionId.toString('hex')}'`)).toBe(0)
  expect(await linesRead('cart_fingerprint_user_id', String(actor.userId))).toBe(0)
})
