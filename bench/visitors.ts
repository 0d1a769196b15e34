import { createHash, randomBytes } from 'node:crypto'
import { csrfTokenOf } from '#server/platform/http/secrets.ts'
import { sessionCookie } from '#server/platform/http/visit.ts'
import type { Pool } from '#server/platform/db/pool.ts'

export type BenchUser = { userId: number; cookie: string; csrf: string }

/** People of 50 dealers, each signed in: sessions are written straight into the table. */
export async function signInDealers(pool: Pool, secret: string, count: number): Promise<BenchUser[]> {
  await pool.execute(
    `INSERT INTO users (dealer_id, email, name, role)
     SELECT d.id, 'bench' || d.id || '-' || n || '@example.com', 'Ölçüm ' || n, 'dealer'
       FROM (SELECT id FROM dealers WHERE disabled_at IS NULL AND risk_limit <> 1 ORDER BY id LIMIT 50) d,
            generate_series(1, $1) n
     ON CONFLICT (email) DO NOTHING`,
    [Math.ceil(count / 50)],
  )
  const people = await pool.query<{ id: number }>(
    `SELECT id FROM users WHERE email LIKE 'bench%@example.com' ORDER BY id LIMIT $1`,
    [count],
  )
  const users = people.map(({ id }) => {
    const cookie = randomBytes(32).toString('base64url')
    const sessionId = createHash('sha256').update(cookie).digest()
    return { userId: id, cookie, sessionId, csrf: csrfTokenOf(secret, sessionId.toString('hex')) }
  })
  await pool.execute(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT id, user_id, now() + interval '1 day' FROM unnest($1::bytea[], $2::int[]) AS s (id, user_id)`,
    [users.map(({ sessionId }) => sessionId), users.map(({ userId }) => userId)],
  )
  return users
}

export function headersOf(user: BenchUser): Record<string, string> {
  return {
    cookie: `${sessionCookie}=${user.cookie}`,
    'x-csrf-token': user.csrf,
    'x-requested-with': 'XMLHttpRequest',
    'content-type': 'application/json',
  }
}

/** Fills the carts of these people with five lines each, drawn from well stocked products. */
export async function fillCarts(pool: Pool, users: readonly BenchUser[]): Promise<void> {
  const ids = users.map(({ userId }) => userId)
  await pool.execute('DELETE FROM carts WHERE user_id = ANY ($1)', [ids])
  await pool.execute('INSERT INTO carts (user_id) SELECT unnest($1::int[])', [ids])
  await pool.execute(
    `WITH stocked AS MATERIALIZED (
       SELECT id, default_unit_id, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS total FROM (
         SELECT p.id, p.default_unit_id
           FROM products p JOIN unit_prices up ON up.unit_id = p.default_unit_id AND up.sale_value > 0
           JOIN price_lists l ON l.id = up.price_list_id AND l.is_default
          WHERE p.is_active AND p.variant_names IS NULL
            AND (SELECT sum(quantity) FROM inventory i WHERE i.product_id = p.id) > 100
          ORDER BY p.id LIMIT 20000
       ) sold
     )
     INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity)
     SELECT c.id, s.id, s.default_unit_id, 1
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM carts WHERE user_id = ANY ($1)) c,
            generate_series(0, 4) k
       JOIN stocked s ON true
      WHERE s.n = (c.n * 37 + k * 4001) % s.total
     ON CONFLICT DO NOTHING`,
    [ids],
  )
}
