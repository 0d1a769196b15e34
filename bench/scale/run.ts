import type { Pool } from '#server/platform/db/pool.ts'
import { dropGoods, fillFast, fillScale, makeGoods, type ScaleKind, type ScaleSize, scaleTables } from './fill.ts'

/** `heap`, `indexes` and `wal` are bytes per row. `wal` and `perSecond` have one figure for each share of the size. */
export type ScaleRow = {
  table: string
  rows: number
  heap: number
  indexes: number
  wal: number[]
  perSecond: number[]
}
export type LookupRow = { name: string; milliseconds: number[] }
export type Scale = { rows: ScaleRow[]; lookups: LookupRow[]; shares: number[] }

/** Shares of the size at which lookups are timed: what a table's growth costs them. */
const shares = [0.1, 1]

/** What pages read of the growing tables, by the indexes that they use. `$1` is a dealer. */
const lookups = {
  'newest 25 orders of a dealer':
    'SELECT * FROM orders WHERE dealer_id = $1 ORDER BY created_at DESC, id DESC LIMIT 25',
  'lines of those orders': `SELECT l.* FROM order_lines l WHERE l.order_id IN
     (SELECT id FROM orders WHERE dealer_id = $1 ORDER BY created_at DESC, id DESC LIMIT 25)`,
  'statement of a dealer, a month': `SELECT * FROM account_movements
     WHERE dealer_id = $1 AND currency = 'TRY' AND posted_on > current_date - 30 ORDER BY posted_on, id`,
  'orders of a month, all dealers': `SELECT count(*), sum(total_try) FROM orders
     WHERE created_at > now() - interval '30 days' AND $1::int > 0`,
  'all orders, counted': 'SELECT count(*), sum(total_try) FROM orders WHERE $1::int > 0',
} as const

/** The last part of each share is written with all indexes, as a shop writes, and timed. */
const timedShare = 0.01

/** Whether an earlier run has filled the tables: movements are written last. */
export async function isFilled(pool: Pool, movements: number): Promise<boolean> {
  const last = await pool.one(
    'SELECT FROM dealers d JOIN account_movements m ON m.dealer_id = d.id AND m.reference = $1',
    [`olcek-${movements}`],
  )
  return last !== undefined
}

/** Fills the tables in parts, and measures bytes and WAL of a row, and lookups after each part. */
export async function measureScale(pool: Pool, size: ScaleSize, log: (line: string) => void): Promise<Scale> {
  const timed = new Map<string, number[]>(Object.keys(lookups).map((name) => [name, []]))
  const rows = new Map<ScaleKind, ScaleRow>()
  await fillScale(pool, 'dealers', [1, size.dealers], 0)
  await makeGoods(pool)
  let done = 0
  for (const share of shares) {
    for (const kind of ['orders', 'lines', 'movements'] as const) {
      const whole = kind === 'movements' ? size.movements : size.orders
      const last = Math.floor(whole * share)
      const timedFrom = last - Math.ceil(whole * timedShare) + 1
      const started = performance.now()
      await fillFast(pool, kind, [Math.floor(whole * done) + 1, timedFrom - 1], size.linesEach)
      log(`${scaleTables[kind]} to ${timedFrom - 1}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
      const made = await fillScale(pool, kind, [timedFrom, last], size.linesEach)
      const row = await sizeOf(pool, scaleTables[kind])
      const { wal = [], perSecond = [] } = rows.get(kind) ?? {}
      rows.set(kind, {
        ...row,
        wal: [...wal, made.walBytes / Math.max(1, made.rows)],
        perSecond: [...perSecond, made.rows / made.seconds],
      })
      log(`${row.table}: ${row.rows} rows, ${(made.rows / made.seconds).toFixed(0)} a second`)
    }
    for (const [name, sql] of Object.entries(lookups)) timed.get(name)?.push(await timeOf(pool, sql))
    done = share
  }
  await dropGoods(pool)
  return {
    rows: [...rows.values()],
    shares,
    lookups: [...timed].map(([name, milliseconds]) => ({ name, milliseconds })),
  }
}

async function sizeOf(pool: Pool, table: string) {
  const size = await pool.one<{ rows: number; heap: number; indexes: number }>(
    `SELECT count(*)::int AS rows, pg_table_size('${table}') AS heap, pg_indexes_size('${table}') AS indexes FROM ${table}`,
  )
  const { rows = 1, heap = 0, indexes = 0 } = size ?? {}
  return { table, rows, heap: heap / rows, indexes: indexes / rows }
}

/** The median of lookups for dealers that are spread over all, in milliseconds. */
async function timeOf(pool: Pool, sql: string): Promise<number> {
  const dealers = await pool.query<{ id: number }>('SELECT id FROM dealers ORDER BY md5(id::text) LIMIT 21')
  const times: number[] = []
  for (const { id } of dealers) {
    const started = performance.now()
    await pool.query(sql, [id])
    times.push(performance.now() - started)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/** The figures as two tables of Markdown. */
export function scaleText({ rows, lookups: timed, shares: parts }: Scale): string {
  const percent = (what: string) => parts.map((share) => `${what} at ${share * 100} %`)
  const figures = (values: readonly number[], digits: number) => values.map((value) => value.toFixed(digits))
  const head = (cells: readonly string[]) => [row(cells), row(cells.map((_, i) => (i === 0 ? '---' : '---:')))]
  return [
    ...head([
      'table',
      'rows',
      'heap, bytes a row',
      'indexes, bytes a row',
      ...percent('WAL, bytes a row,'),
      ...percent('rows a second,'),
    ]),
    ...rows.map(({ table, rows: count, heap, indexes, wal, perSecond }) =>
      row([table, count.toLocaleString('en-US'), ...figures([heap, indexes, ...wal, ...perSecond], 0)]),
    ),
    '',
    ...head(['lookup', ...percent('ms,')]),
    ...timed.map(({ name, milliseconds }) => row([name, ...figures(milliseconds, 1)])),
  ].join('\n')
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
