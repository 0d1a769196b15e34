import type { Db, Pool } from '#server/platform/db/pool.ts'
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
            JOIN bench_goods p ON p.place = (n * 31 + k * 977) % (SELECT count(*) FROM bench_goods)`,
  movements: `INSERT INTO account_movements (dealer_id, posted_on, document_no, kind, description, debit, credit, currency,
                                             reference)
              SELECT b.dealer_id, current_date - n / 2000, 'FTR' || n, CASE WHEN n % 3 = 0 THEN 'payment' ELSE 'invoice' END,
                     'Ölçüm hareketi', CASE WHEN n % 3 = 0 THEN 0 ELSE 600 END, CASE WHEN n % 3 = 0 THEN 1200 ELSE 0 END,
                     'TRY', 'olcek-' || n
                FROM generate_series($1::int, $2::int) n ${buyer}`,
} as const

/** Products by their place, for lines of orders. */
export async function makeGoods(pool: Pool): Promise<void> {
  await transaction(pool, async (db) => {
    await db.execute(
      `CREATE UNLOGGED TABLE bench_goods AS SELECT id, code, name, default_unit_id, row_number() OVER (ORDER BY id) - 1 AS place
         FROM products WHERE default_unit_id IS NOT NULL`,
    )
    await db.execute('ALTER TABLE bench_goods ADD PRIMARY KEY (place)')
    await db.execute('ANALYZE bench_goods')
  })
}

export const dropGoods = (pool: Pool): Promise<number> => pool.execute('DROP TABLE bench_goods')

export const scaleTables = {
  dealers: 'dealers',
  orders: 'orders',
  lines: 'order_lines',
  movements: 'account_movements',
}
export type ScaleKind = keyof typeof writes

type Range = readonly [first: number, last: number]

/** Numbers of one statement. */
const part = 100_000
/** Statements side by side while there are no indexes. */
const writers = 8

/**
 * Writes the numbers from `first` to `last` of a kind with all indexes, as a shop does, but without triggers: programs are not
 * told about them. Returns rows and seconds, and the bytes of WAL.
 */
export async function fillScale(pool: Pool, kind: ScaleKind, range: Range, linesEach: number) {
  const table = scaleTables[kind]
  const started = performance.now()
  const start = await walOf(pool)
  let rows = 0
  for (const numbers of partsOf(range, part)) {
    await transaction(pool, async (db) => {
      await db.execute(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      rows += await insert(db, kind, numbers, linesEach)
      await db.execute('SET CONSTRAINTS ALL IMMEDIATE')
      await db.execute(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    })
  }
  const made = { rows, seconds: (performance.now() - started) / 1000, walBytes: (await walOf(pool)) - start }
  await pool.execute(`VACUUM ANALYZE ${table}`)
  return made
}

/**
 * Writes the same rows in a fraction of the time: foreign keys and indexes that nothing refers to are dropped before and made
 * again afterwards. If the fill is interrupted, they are missing.
 */
export async function fillFast(pool: Pool, kind: ScaleKind, range: Range, linesEach: number): Promise<void> {
  const table = scaleTables[kind]
  const constraints = await pool.query<{ name: string; definition: string }>(
    `SELECT coalesce(quote_ident(c.conname), '') AS name, coalesce(pg_get_constraintdef(c.oid), '') AS definition FROM pg_constraint c
      WHERE c.conrelid = $1::regclass AND (c.contype = 'f' OR c.contype = 'u' AND
            NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = c.conindid))
      ORDER BY c.contype DESC, 1`,
    [table],
  )
  const indexes = await pool.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, coalesce(pg_get_indexdef(i.indexrelid), '') AS definition FROM pg_index i
      WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
      ORDER BY 1`,
    [table],
  )
  await transaction(pool, async (db) => {
    for (const { name } of constraints) await db.execute(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    for (const { name } of indexes) await db.execute(`DROP INDEX ${name}`)
    await db.execute(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  })
  const parts = partsOf(range, part * 5)
  const write = async () => {
    for (let numbers = parts.shift(); numbers !== undefined; numbers = parts.shift()) {
      const own = numbers
      await transaction(pool, (db) => insert(db, kind, own, linesEach))
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  await transaction(pool, async (db) => {
    await db.execute("SET LOCAL maintenance_work_mem = '512MB'")
    for (const { definition } of indexes) await db.execute(definition)
    for (const { name, definition } of constraints) {
      await db.execute(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    }
    await db.execute(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  })
  await pool.execute(`VACUUM ANALYZE ${table}`)
}

const insert = (db: Db, kind: ScaleKind, numbers: Range, linesEach: number): Promise<number> =>
  db.execute(writes[kind], kind === 'lines' ? [...numbers, linesEach] : numbers)

function partsOf([first, last]: Range, size: number): Range[] {
  const count = Math.max(0, Math.ceil((last - first + 1) / size))
  return Array.from({ length: count }, (_, i) => [first + i * size, Math.min(last, first + (i + 1) * size - 1)])
}

async function walOf(pool: Pool): Promise<number> {
  const row = await pool.one<{ bytes: number }>("SELECT (pg_current_wal_lsn() - '0/0')::float8 AS bytes")
  return row?.bytes ?? 0
}
