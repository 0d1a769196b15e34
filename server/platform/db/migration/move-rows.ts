import type pg from 'pg'
import { failpoint } from '#server/platform/failpoint.ts'
import type { Migration } from './migration-files.ts'
import { type Patience, patientTransaction } from './patience.ts'
import { recordMigration } from './record-migration.ts'

const firstSize = 1_000
const maxSize = 20_000
/** Milliseconds that a batch may hold the locks of its rows, and between two lines of the log. */
const target = 500
const logEvery = 5_000

/**
 * Repeats the statement, which changes at most $1 rows, until it changes none. Each batch is a transaction with its progress:
 * after a kill, the next process goes on where this one was.
 */
export async function moveRows(
  client: pg.Client,
  migration: Migration,
  { patience, log }: { patience: Patience; log: (line: string) => void },
): Promise<void> {
  const { version, name, sql, table } = migration
  const total = await estimatedRows(client, table ?? '')
  await client.query(
    'INSERT INTO migration_progress (version, moved_table, total) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [version, table, total],
  )
  let size = firstSize
  let loggedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    const startedAt = performance.now()
    const batch = async () => {
      const { rowCount } = await client.query(sql, [size])
      const moved = await addProgress(client, version, rowCount ?? 0, performance.now() - startedAt)
      if (rowCount === 0) await finish(client, migration)
      return { isDone: rowCount === 0, moved }
    }
    const { isDone, moved } = await patientTransaction(client, patience, batch, async () => {
      size = Math.max(1, Math.floor(size / 2))
    })
    failpoint('migration.batch')
    if (isDone || performance.now() - loggedAt > logEvery) {
      log(`${name}: ${moved} rows${isDone ? '' : ` of at most ${total}`}`)
      loggedAt = performance.now()
    }
    if (isDone) return
    const elapsed = performance.now() - startedAt
    size = elapsed < target / 2 ? Math.min(maxSize, size * 2) : elapsed > target * 2 ? Math.ceil(size / 2) : size
  }
}

/** Returns how many rows were moved altogether. */
async function addProgress(client: pg.Client, version: number, rows: number, milliseconds: number): Promise<number> {
  const { rows: found } = await client.query<{ moved: number }>(
    `UPDATE migration_progress SET moved = moved + $2, milliseconds = milliseconds + $3, updated_at = clock_timestamp()
      WHERE version = $1 RETURNING moved`,
    [version, rows, Math.round(milliseconds)],
  )
  return found[0]?.moved ?? 0
}

async function finish(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('DELETE FROM migration_progress WHERE version = $1', [migration.version])
  await recordMigration(client, migration)
}

/** As of the last ANALYZE. */
async function estimatedRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    'SELECT greatest(reltuples, 0)::bigint AS rows FROM pg_class WHERE oid = to_regclass($1)',
    [table],
  )
  return rows[0]?.rows ?? 0
}
