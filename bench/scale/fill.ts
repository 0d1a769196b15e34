import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

/** How much is written: rows, in all dealers. */
export type ScaleSize = { dealers: number; orders: number; linesEach: number; movements: number }

/** `$1` is the first number and `$2` the last one of a part. Dealers come in a fixed order that spreads them. */
const buyer = `JOIN (SELECT d.id AS dealer_id, min(u.id) AS user_id, row_number() OVER (ORDER BY d.id) - 1 AS place
                       FROM dealers d LEFT JOIN users u ON u.dealer_id = d.id GROUP BY d.id) b
                 ON b.place = n::bigint * 7919 % (SELECT count(*) FROM dealers)`

const writes = {
  dealers: `INSERT INTO dealers (code, name) SELECT 'OLCEK-' || n, 'Ölçek ' || n FROM generate_series($1::int, $2::int) n`,
  orders: `INSERT INTO orders (order_no, dealer_id, user_id, created_at, state, sent_to_erp_at, description, currency, rates,
                               subtotal, tax, total, total_try)
           SELECT 'O' || lpad(n::text, 9, '0'), b.dealer_id, coalesce(b.user_id, (SELECT min(id) FROM users)),
                  now() - n * interval '2 minutes', 'closed', now(), 'Ölçüm', 'TRY', '{"TRY": "1"}', 500, 100, 600, 600
             FROM generate_series($1::int, $2::int) n ${buyer}`,
  lines: `INSERT INTO order_lines (order_id, line_no, product_id, code, name, unit_id, unit, multiplier, quantity,
                                   price_value, price_currency, tax_rate, amount)
          SELECT o.id, k, p.id, p.code, p.name, p.default_unit_id, 'ADET', 1, 2, 62.5, 'TRY', 20, 125
            FROM generate_series($1::int, $2::int) n JOIN orders o ON o.order_no = 'O' || lpad(n::text, 9, '0')
            CROSS JOIN generate_series(1, $3::int) k
            JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM products WHERE default_unit_id IS NOT NULL) p
              ON p.place = (n * 31 + k * 977) % (SELECT count(*) FROM products WHERE default_unit_id IS NOT NULL)`,
  movements: `INSERT INTO account_movements (dealer_id, posted_on, document_no, kind, description, debit, credit, currency,
                                             reference)
              SELECT b.dealer_id, current_date - n / 2000, 'FTR' || n, CASE WHEN n % 3 = 0 THEN 'payment' ELSE 'invoice' END,
                     'Ölçüm hareketi', CASE WHEN n % 3 = 0 THEN 0 ELSE 600 END, CASE WHEN n % 3 = 0 THEN 1200 ELSE 0 END,
                     'TRY', 'olcek-' || n
                FROM generate_series($1::int, $2::int) n ${buyer}`,
} as const

export const scaleTables = {
  dealers: 'dealers',
  orders: 'orders',
  lines: 'order_lines',
  movements: 'account_movements',
}
export type ScaleKind = keyof typeof writes

/** Rows of one statement. */
const part = 100_000

/**
 * Writes the numbers from `first` to `last` of a kind, without triggers: programs are not told about them. Returns rows and
 * seconds, and the bytes of WAL.
 */
export async function fillScale(pool: Pool, kind: ScaleKind, [first, last]: [number, number], linesEach: number) {
  const table = scaleTables[kind]
  const started = performance.now()
  const start = await walOf(pool)
  let rows = 0
  for (let from = first; from <= last; from += part) {
    await transaction(pool, async (db) => {
      await db.execute('SET LOCAL statement_timeout = 0')
      await db.execute(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      const ends = [from, Math.min(last, from + part - 1)]
      rows += await db.execute(writes[kind], kind === 'lines' ? [...ends, linesEach] : ends)
      await db.execute('SET CONSTRAINTS ALL IMMEDIATE')
      await db.execute(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    })
  }
  await pool.withClient(async (client) => {
    await client.query('SET statement_timeout = 0')
    await client.query(`VACUUM ANALYZE ${table}`)
    await client.query('RESET statement_timeout')
  })
  return { rows, seconds: (performance.now() - started) / 1000, walBytes: (await walOf(pool)) - start }
}

async function walOf(pool: Pool): Promise<number> {
  const row = await pool.one<{ bytes: number }>("SELECT (pg_current_wal_lsn() - '0/0')::float8 AS bytes")
  return row?.bytes ?? 0
}
