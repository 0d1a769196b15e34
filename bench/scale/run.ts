import type { Pool } from '#server/platform/db/pool.ts'
import { fillScale, type ScaleKind, type ScaleSize, scaleTables } from './fill.ts'

export type ScaleRow = { table: string; rows: number; heap: number; indexes: number; wal: number; perSecond: number }
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

/** Fills the tables in parts, and measures bytes and WAL of a row, and lookups after each part. */
export async function measureScale(pool: Pool, size: ScaleSize, log: (line: string) => void): Promise<Scale> {
  const timed = new Map<string, number[]>(Object.keys(lookups).map((name) => [name, []]))
  const rows: ScaleRow[] = []
  await fillScale(pool, 'dealers', [1, size.dealers], 0)
  let done = 0
  for (const share of shares) {
    rows.length = 0
    for (const kind of ['orders', 'lines', 'movements'] as const) {
      const whole = kind === 'movements' ? size.movements : size.orders
      const range: [number, number] = [Math.floor(whole * done) + 1, Math.floor(whole * share)]
      const made = await fillScale(pool, kind, range, size.linesEach)
      const row = await sizeOf(pool, kind, made)
      log(`${row.table}: ${row.rows} rows, ${row.perSecond.toFixed(0)} a second`)
      rows.push(row)
    }
    for (const [name, sql] of Object.entries(lookups)) timed.get(name)?.push(await timeOf(pool, sql))
    done = share
  }
  return { rows, shares, lookups: [...timed].map(([name, milliseconds]) => ({ name, milliseconds })) }
}

type Made = { rows: number; seconds: number; walBytes: number }

async function sizeOf(pool: Pool, kind: ScaleKind, { rows: added, seconds, walBytes }: Made): Promise<ScaleRow> {
  const table = scaleTables[kind]
  const size = await pool.one<{ rows: number; heap: number; indexes: number }>(
    `SELECT count(*)::int AS rows, pg_table_size('${table}') AS heap, pg_indexes_size('${table}') AS indexes FROM ${table}`,
  )
  const { rows = 1, heap = 0, indexes = 0 } = size ?? {}
  return {
    table,
    rows,
    heap: heap / rows,
    indexes: indexes / rows,
    wal: walBytes / Math.max(1, added),
    perSecond: added / seconds,
  }
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
  const percent = parts.map((share) => `at ${share * 100} %, ms`)
  return [
    '| table | rows | heap, bytes a row | indexes, bytes a row | WAL, bytes a row | rows written a second |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows.map(({ table, rows: count, heap, indexes, wal, perSecond }) =>
      row([table, count.toLocaleString('en-US'), ...[heap, indexes, wal, perSecond].map((each) => each.toFixed(0))]),
    ),
    '',
    `| lookup | ${percent.join(' | ')} |`,
    `|---|${parts.map(() => '---:').join('|')}|`,
    ...timed.map(({ name, milliseconds }) => row([name, ...milliseconds.map((each) => each.toFixed(1))])),
  ].join('\n')
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
