import type { Pool } from '#server/platform/db/pool.ts'
import type { BenchUser } from './visitors.ts'

export const orderCount = 10_000
export const offerCount = 2_000
export const movementCount = 50_000
const linesEach = 8

/**
 * Writes a long history for the dealer of one user: orders, offers and account movements of the last years. Replaces
 * the history of an earlier run.
 */
export async function writeHistory(pool: Pool, { userId }: BenchUser): Promise<void> {
  await pool.execute("DELETE FROM orders WHERE order_no LIKE 'BENCH%'")
  await pool.execute("DELETE FROM offers WHERE offer_no LIKE 'BENCH%'")
  await pool.execute("DELETE FROM account_movements WHERE reference LIKE 'BENCH%'")
  await writeOrders(pool, userId)
  await writeOffers(pool, userId)
  await writeMovements(pool, userId)
  // As in a shop that has run for years.
  for (const table of ['orders', 'order_lines', 'offers', 'offer_items', 'account_movements']) {
    await pool.execute(`VACUUM ANALYZE ${table}`)
  }
}

const dealerOf = '(SELECT dealer_id FROM users WHERE id = $1)'

/** Some products, numbered from 0; each line takes another one. */
const goods = `goods AS MATERIALIZED (
  SELECT p.id, p.code, p.name, p.default_unit_id AS unit_id, row_number() OVER (ORDER BY p.id) - 1 AS n
    FROM products p WHERE p.is_active AND p.variant_names IS NULL ORDER BY p.id LIMIT 5000)`
const goodOf = (number: string, line: string) => `g.n = (${number} * 31 + ${line} * 977) % (SELECT count(*) FROM goods)`

async function writeOrders(pool: Pool, userId: number): Promise<void> {
  await pool.execute(
    `WITH ${goods}, made AS (
       INSERT INTO orders (order_no, dealer_id, user_id, created_at, state, is_cancel, cancelled_at, sent_to_erp_at, description,
                           currency, rates, subtotal, tax, total, total_try)
       SELECT 'BENCH' || lpad(n::text, 6, '0'), ${dealerOf}, $1, at,
              CASE WHEN n % 50 = 0 THEN 'cancelled' ELSE 'confirmed' END, n % 50 = 0, CASE WHEN n % 50 = 0 THEN at END,
              CASE WHEN n % 50 > 0 THEN at END, 'Ölçüm', 'TRY', '{"TRY": "1"}', 1000 + n, 200, 1200 + n, 1200 + n
         FROM generate_series(1, $2::int) n, LATERAL (SELECT now() - n * interval '3 hours' AS at) t
       RETURNING id, substr(order_no, 6)::int AS n
     )
     INSERT INTO order_lines (order_id, line_no, product_id, code, name, unit_id, unit, multiplier, quantity, price_value,
                              price_currency, tax_rate, amount)
     SELECT m.id, k, g.id, g.code, g.name, g.unit_id, 'ADET', 1, 2, 62.5, 'TRY', 20, 125
       FROM made m CROSS JOIN generate_series(1, $3::int) k JOIN goods g ON ${goodOf('m.n', 'k')}`,
    [userId, orderCount, linesEach],
  )
}

async function writeOffers(pool: Pool, userId: number): Promise<void> {
  await pool.execute(
    `WITH ${goods}, made AS (
       INSERT INTO offers (offer_no, dealer_id, user_id, created_at, description, currency, rates, customer_name,
                           customer_company, customer_email)
       SELECT 'BENCH' || lpad(n::text, 6, '0'), ${dealerOf}, $1, now() - n * interval '12 hours', 'Ölçüm', 'TRY',
              '{"TRY": "1"}', 'Müşteri ' || n % 300, 'Şirket ' || n % 300, 'musteri' || n % 300 || '@example.com'
         FROM generate_series(1, $2::int) n
       RETURNING id, substr(offer_no, 6)::int AS n
     )
     INSERT INTO offer_items (offer_id, line_no, product_id, unit_id, code, name, unit, multiplier, quantity, price_value,
                              price_currency, tax_rate, profit)
     SELECT m.id, k, g.id, g.unit_id, g.code, g.name, 'ADET', 1, 2, 62.5, 'TRY', 20, -5
       FROM made m CROSS JOIN generate_series(1, $3::int) k JOIN goods g ON ${goodOf('m.n', 'k')}`,
    [userId, offerCount, linesEach],
  )
}

/** Alternating invoices and payments; the newest two hundred invoices are unpaid. */
async function writeMovements(pool: Pool, userId: number): Promise<void> {
  await pool.execute(
    `INSERT INTO account_movements (dealer_id, posted_on, due_on, document_no, kind, description, debit, credit, currency,
                                    reference, unpaid)
     SELECT ${dealerOf}, day, CASE WHEN n % 2 = 0 THEN day + 30 END, 'BNF' || lpad(n::text, 7, '0'),
            CASE WHEN n % 2 = 0 THEN 'invoice' ELSE 'payment' END,
            CASE WHEN n % 2 = 0 THEN 'Mal satış faturası ' ELSE 'Havale ' END || n % 1000,
            CASE WHEN n % 2 = 0 THEN 1000 + n % 700 ELSE 0 END, CASE WHEN n % 2 = 0 THEN 0 ELSE 1000 + n % 700 END, 'TRY',
            'BENCH' || n, CASE WHEN n % 2 = 0 AND n <= 400 THEN 1000 + n % 700 ELSE 0 END
       FROM generate_series(1, $2::int) n, LATERAL (SELECT current_date - n / 30 AS day) d`,
    [userId, movementCount],
  )
  await pool.execute(
    `INSERT INTO dealer_balances (dealer_id, currency, balance, as_of)
     SELECT dealer_id, currency, sum(debit - credit), current_date FROM account_movements WHERE dealer_id = ${dealerOf}
      GROUP BY 1, 2
     ON CONFLICT (dealer_id, currency) DO UPDATE SET balance = excluded.balance`,
    [userId],
  )
}
