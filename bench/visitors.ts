import { createHash, randomBytes } from 'node:crypto'
import { csrfCookie } from '#contract/core/csrf.ts'
import { csrfTokenOf } from '#server/platform/http/secrets.ts'
import { sessionCookie } from '#server/visitor/visitor.ts'
import type { Pool } from '#server/platform/db/pool.ts'

export type BenchUser = { userId: number; cookie: string; csrf: string }

/** Orders of the bench are small: a dealer group with a minimum order amount would refuse them. */
const hasNoMinimum = "NOT EXISTS (SELECT FROM price_rules r WHERE r.kind = 'order_minimum' AND r.group_id = d.group_id)"

/** Signs in users of 50 dealers. */
export async function signInDealers(pool: Pool, secret: string, count: number): Promise<BenchUser[]> {
  await pool.execute(
    `INSERT INTO users (dealer_id, email, name, role)
     SELECT d.id, 'bench' || d.id || '-' || n || '@example.com', 'Ölçüm ' || n, 'dealer'
       FROM (SELECT id FROM dealers d
              WHERE disabled_at IS NULL AND ${hasNoMinimum} AND risk_limit <> 1 AND risk_mode = 'order' AND overdue_balance = 0
              ORDER BY risk_limit > 0, id LIMIT 50) d,
            generate_series(1, $1) n
     ON CONFLICT (email) DO NOTHING`,
    [Math.ceil(count / 50)],
  )
  const people = await pool.query<{ id: number }>(
    `SELECT u.id FROM users u JOIN dealers d ON d.id = u.dealer_id
      WHERE u.email LIKE 'bench%@example.com' AND ${hasNoMinimum} ORDER BY u.id LIMIT $1`,
    [count],
  )
  const users = await signIn(pool, secret, people)
  // No risk limit, so that measured users can order until the measurement ends.
  await pool.execute(
    'UPDATE dealers SET risk_limit = 0 WHERE id IN (SELECT dealer_id FROM users WHERE id = ANY ($1))',
    [users.map(({ userId }) => userId)],
  )
  return users
}

/** Signs in a user of a separate dealer, to whose history no other measurement adds. */
export async function signInHeavyBuyer(pool: Pool, secret: string): Promise<BenchUser> {
  await pool.execute("INSERT INTO dealers (code, name) VALUES ('BENCH', 'Ölçüm Ticaret') ON CONFLICT DO NOTHING")
  await pool.execute(
    `INSERT INTO users (dealer_id, email, name, role)
     SELECT id, 'veteran@example.com', 'Ölçüm', 'dealer' FROM dealers WHERE code = 'BENCH' ON CONFLICT DO NOTHING`,
  )
  const people = await pool.query<{ id: number }>("SELECT id FROM users WHERE email = 'veteran@example.com'")
  const [veteran] = await signIn(pool, secret, people)
  if (veteran === undefined) throw new Error('The veteran could not be made.')
  return veteran
}

/** Signs in existing users, in the order of their emails here. */
export async function signInByEmail(pool: Pool, secret: string, emails: readonly string[]): Promise<BenchUser[]> {
  const people = await pool.query<{ id: number }>(
    'SELECT u.id FROM unnest($1::text[]) WITH ORDINALITY e (email, place) JOIN users u ON u.email = e.email ORDER BY place',
    [emails],
  )
  return signIn(pool, secret, people)
}

/** Writes sessions directly to the table. */
async function signIn(pool: Pool, secret: string, people: readonly { id: number }[]): Promise<BenchUser[]> {
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

/** Signs in an administrator. */
export async function signInAdmin(pool: Pool, secret: string): Promise<BenchUser> {
  const cookie = randomBytes(32).toString('base64url')
  const sessionId = createHash('sha256').update(cookie).digest()
  const row = await pool.one<{ user_id: number }>(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT $1, min(id), now() + interval '1 day' FROM users WHERE role = 'admin' AND disabled_at IS NULL
     RETURNING user_id`,
    [sessionId],
  )
  return { userId: row?.user_id ?? 0, cookie, csrf: csrfTokenOf(secret, sessionId.toString('hex')) }
}

export function headersOf(user: BenchUser): Record<string, string> {
  return {
    cookie: `${sessionCookie}=${user.cookie}`,
    'x-csrf-token': user.csrf,
    'x-requested-with': 'XMLHttpRequest',
    'content-type': 'application/json',
  }
}

/** What a browser sends with every request. */
const encodings = { 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'tr-TR,tr;q=0.9' }

/** What a browser sends with a request of a page, besides its cookies. */
const browserHeaders = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  ...encodings,
}

/** The headers of a call of a signed-in user's browser. */
export function callOf(user: BenchUser): Record<string, string> {
  return { ...encodings, accept: 'application/json', ...headersOf(user) }
}

/** The headers of a signed-in user's browser. */
export function browserOf(user: BenchUser): Record<string, string> {
  return { ...browserHeaders, cookie: `${sessionCookie}=${user.cookie}; ${csrfCookie}=${user.csrf}` }
}

/** The headers of a guest's browser that has opened a page before. */
export function guestBrowser(secret: string): Record<string, string> {
  const guest = 'g'.repeat(24)
  return { ...browserHeaders, cookie: `toptan_guest=${guest}; ${csrfCookie}=${csrfTokenOf(secret, guest)}` }
}

/** Fills the carts of these users with products that have plenty of stock. */
export async function fillCarts(pool: Pool, users: readonly BenchUser[], lines = 5): Promise<void> {
  const ids = users.map(({ userId }) => userId)
  await pool.execute('INSERT INTO carts (user_id) SELECT unnest($1::int[]) ON CONFLICT (user_id) DO NOTHING', [ids])
  await pool.execute('DELETE FROM cart_lines USING carts WHERE carts.id = cart_id AND user_id = ANY ($1)', [ids])
  await pool.execute(
    `WITH stocked AS MATERIALIZED (
       SELECT id, default_unit_id, row_number() OVER (ORDER BY id) - 1 AS n FROM (
         SELECT p.id, p.default_unit_id
           FROM products p JOIN unit_prices up ON up.unit_id = p.default_unit_id AND up.sale_value > 0
           JOIN price_lists l ON l.id = up.price_list_id AND l.is_default
          WHERE p.is_active AND p.variant_names IS NULL
            AND (SELECT sum(quantity) FROM inventory i WHERE i.product_id = p.id) >
                100 * (SELECT multiplier FROM product_units u WHERE u.id = p.default_unit_id)
          ORDER BY p.id LIMIT 20000
       ) sold
     )
     INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity)
     SELECT c.id, s.id, s.default_unit_id, 1
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM carts WHERE user_id = ANY ($1)) c
       CROSS JOIN generate_series(0, $2::int - 1) k
       JOIN stocked s ON s.n = (c.n * 37 + k * 4001) % (SELECT count(*) FROM stocked)
     ON CONFLICT DO NOTHING`,
    [ids, lines],
  )
}
