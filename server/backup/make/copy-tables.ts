import type { Connection, Db } from '#server/platform/db/pool.ts'
import { copyOut } from '#server/platform/db/copy.ts'
import type { BackupTable, Manifest } from '#server/backup/manifest.ts'
import { type PartPlace, writePart } from '#server/backup/parts/part-files.ts'
import { rowSum } from '#server/backup/parts/row-sum.ts'
import { joinSnapshot, openClient, type SnapshotClient } from './snapshot.ts'

/** Tables that a backup leaves out: the list of backups, the mark of the database, snapshots of the index, what runs at the moment, and what the migrations write themselves. */
const leftOut = [
  'backups',
  'backup_alerts',
  'catalog_snapshots',
  'database_mark',
  'job_runs',
  'limit_counts',
  'migration_progress',
  'schema_migrations',
]

/** Connections that copy tables at the same time. More would slow the shop down. */
const copiers = 2

type TableRow = { name: string; columns: string[] }

/** The tables of the shop, the largest first, with the columns that are stored. */
export function listTables(db: Db): Promise<TableRow[]> {
  return db.query<TableRow>(
    `SELECT c.relname::text AS name,
            ARRAY(SELECT a.attname::text FROM pg_attribute a
                   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns
       FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1::text[])
      ORDER BY pg_table_size(c.oid) DESC, c.relname`,
    [leftOut],
  )
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ')

/** Copies all tables as they are in the snapshot, several at a time. */
export async function copyTables(
  connection: Connection,
  place: PartPlace,
  { db, snapshot }: { db: Db; snapshot: string },
): Promise<BackupTable[]> {
  const waiting = await listTables(db)
  const copied: BackupTable[] = []
  const work = async () => {
    const reader = await openClient(connection)
    try {
      await joinSnapshot(reader, snapshot)
      for (let table = waiting.shift(); table !== undefined; table = waiting.shift()) {
        copied.push(await copyTable(reader, place, table))
      }
    } finally {
      await reader.close()
    }
  }
  await Promise.all(Array.from({ length: copiers }, work))
  return copied.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function copyTable(reader: SnapshotClient, place: PartPlace, { name, columns }: TableRow): Promise<BackupTable> {
  const sql = `COPY ${quoted(name)} (${columnList(columns)}) TO STDOUT`
  return { name, columns, ...(await copyRows(reader, place, `tables/${name}.copy.zst`, sql)) }
}

async function copyRows({ client }: SnapshotClient, place: PartPlace, path: string, sql: string) {
  const sum = rowSum()
  const part = await writePart(place, path, copyOut(client, sql, sum.add), { isPacked: true })
  return { ...sum.result(), part }
}

/** Jobs that the queue has taken from the outbox and not finished, as rows of the outbox. Scheduled ones start by themselves. */
export async function copyJobs(reader: SnapshotClient, place: PartPlace): Promise<Manifest['jobs']> {
  const found = await reader.db.one<{ exists: boolean }>("SELECT to_regclass('pgboss.job') IS NOT NULL AS exists")
  const sql = found?.exists === true ? waitingJobsSql : 'SELECT id, name, data, created_at FROM outbox WHERE false'
  return copyRows(reader, place, 'jobs.copy.zst', `COPY (${sql}) TO STDOUT`)
}

export const jobColumns = ['id', 'name', 'data', 'created_at']
const waitingJobsSql = `SELECT id, name, data, created_on FROM pgboss.job
  WHERE state IN ('created', 'retry', 'active') AND name NOT IN (SELECT name FROM pgboss.schedule) AND data IS NOT NULL`

/** Sequences are not part of a snapshot: read last, they are beyond every row that was copied. */
export function readSequences(db: Db): Promise<Manifest['sequences']> {
  return db.query<Manifest['sequences'][number]>(
    `SELECT s.sequencename::text AS name, coalesce(s.last_value + s.increment_by, s.start_value)::text AS next,
            s.max_value::text AS max, s.sequencename LIKE '%\\_number' AS "isDocument"
       FROM pg_sequences s WHERE s.schemaname = 'public' ORDER BY s.sequencename`,
  )
}

export function readMigrations(db: Db): Promise<Manifest['migrations']> {
  return db.query<Manifest['migrations'][number]>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  )
}
