import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

export const orderCount = 500_000
/** Orders are 3 minutes apart, 480 a day: the first one was placed almost three years ago. */
const minutesApart = 3
export const linesEach = 4
const lineCount = orderCount * linesEach

/** Age of an order in days. */
const age = `(${orderCount} - n) * ${minutesApart} / 1440.0`
/** A shop that is up to date: orders of the last hours wait, some are late, every 50th was cancelled. */
const state = `CASE WHEN n % 50 = 0 THEN 'cancelled' WHEN ${age} < 0.2 THEN 'received' WHEN ${age} < 0.3 THEN 'awaiting_approval'
                    WHEN ${age} < 2 THEN 'confirmed' WHEN ${age} < 6 AND n % 25 = 1 THEN 'confirmed'
                    WHEN ${age} < 5 THEN 'shipped' ELSE 'closed' END`

const buyers = `buyers AS MATERIALIZED (
  SELECT id, dealer_id, row_number() OVER (ORDER BY id) - 1 AS place
    FROM users WHERE dealer_id IS NOT NULL)`
const goods = `goods AS MATERIALIZED (
  SELECT id, code, name, default_unit_id AS unit_id, row_number() OVER (ORDER BY id) - 1 AS place
    FROM products WHERE is_active AND variant_names IS NULL AND default_unit_id IS NOT NULL ORDER BY id LIMIT 50000)`

const statements: readonly string[] = [
  `WITH ${buyers}
   INSERT INTO orders (order_no, dealer_id, user_id, created_at, state, is_cancel, cancelled_at, sent_to_erp_at, description,
                       currency, rates, subtotal, tax, total, total_try)
   SELECT 'P' || lpad(n::text, 9, '0'), b.dealer_id, b.id, now() - ${age} * interval '1 day', ${state}, n % 50 = 0,
          CASE WHEN n % 50 = 0 THEN now() END, CASE WHEN n % 50 > 0 AND ${age} > 1 THEN now() END, 'Ölçüm', 'TRY',
          '{"TRY": "1"}', 500, 100, 600, 600
     FROM generate_series(1, ${orderCount}) n JOIN buyers b ON b.place = n::bigint * 7919 % (SELECT count(*) FROM buyers) ORDER BY n`,
  // Half of the lines are of a fifth of the products.
  `WITH ${goods}
   INSERT INTO order_lines (order_id, line_no, product_id, code, name, unit_id, unit, multiplier, quantity, price_value,
                            price_currency, tax_rate, amount)
   SELECT o.id, k, g.id, g.code, g.name, g.unit_id, 'ADET', 1, 2, 62.5, 'TRY', 20, 125
     FROM (SELECT id, substr(order_no, 2)::integer AS n FROM orders WHERE order_no ~ '^P[0-9]{9}$') o
     CROSS JOIN generate_series(1, ${linesEach}) k
     JOIN goods g ON g.place = (o.n * 31 + k * 977) % CASE WHEN k % 2 = 0 THEN 50000 ELSE 10000 END
    ORDER BY o.id, k`,
  `INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason, order_id, created_at)
   SELECT l.product_id, (SELECT min(id) FROM warehouses), -2, 'order', o.id, o.created_at
     FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.order_no ~ '^P[0-9]{9}$' ORDER BY o.id, l.line_no`,
  // A few of the products of today are sold out; lines of the last orders wait for them and for others.
  `UPDATE inventory SET quantity = 0 WHERE product_id IN
     (SELECT product_id FROM order_lines WHERE order_id > (SELECT max(id) - 200 FROM orders) AND line_no = 1)`,
  `UPDATE order_lines SET back_order = 1 WHERE order_id > (SELECT max(id) - 5000 FROM orders) AND line_no = 1`,
  `INSERT INTO failed_emails (job_id, name, data, recipient, error)
   SELECT gen_random_uuid(), 'order-mail', '{}', 's…@example.com', '451 4.7.1' FROM generate_series(1, 2000)`,
]

const tables = ['orders', 'order_lines', 'stock_movements', 'inventory', 'failed_emails']

/**
 * Fills the shop with half a million orders of the last years, with their lines and movements. Does nothing if it is
 * filled already. Triggers are off: programs are not told about these orders.
 */
export async function fillOrders(pool: Pool, log: (line: string) => void): Promise<void> {
  const found = await pool.one("SELECT 1 AS one FROM orders WHERE order_no = 'P000000001'")
  if (found !== undefined) return
  log(`Writing ${orderCount} orders with ${lineCount} lines …`)
  await transaction(pool, async (db) => {
    await db.execute('SET LOCAL statement_timeout = 0')
    for (const table of tables) await db.execute(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    for (const sql of statements) await db.execute(sql)
    await db.execute('SET CONSTRAINTS ALL IMMEDIATE')
    for (const table of tables) await db.execute(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  })
  await pool.withClient(async (client) => {
    await client.query('SET statement_timeout = 0')
    for (const table of tables) await client.query(`VACUUM ANALYZE ${table}`)
    await client.query('RESET statement_timeout')
  })
}
