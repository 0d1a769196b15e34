import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from '#server/platform/db/pool.ts'

/** Every row of every table, as text by table. */
export async function dumpDatabase(pool: Pool): Promise<Map<string, string>> {
  const tables = await pool.query<{ schema: string; name: string }>(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  const dumps = new Map<string, string>()
  for (const { schema, name } of tables) {
    const rows = await pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM "${schema}"."${name}" t`)
    dumps.set(name, rows.map(({ text }) => text).join('\n'))
  }
  return dumps
}

/** The files of a folder and its subfolders, as one text. */
export async function readFiles(folder: string, isWanted = (_name: string) => true): Promise<string> {
  const parts: string[] = []
  for await (const { content } of filesOf(folder, isWanted)) parts.push(content)
  return parts.join('\n')
}

async function* filesOf(folder: string, isWanted: (name: string) => boolean): AsyncGenerator<NamedText> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile() && isWanted(entry.name)))
    yield { name, content: await readFile(join(parentPath, name), 'latin1') }
}

export type NamedText = { name: string; content: string }

/** The database's files and its write-ahead log since `start`, one by one; none if the server runs elsewhere. */
export async function* databaseFiles(pool: Pool, start: string): AsyncGenerator<NamedText> {
  await pool.execute('CHECKPOINT')
  const row = await pool.one<{ folder: string; oid: string; first: string; last: string }>(
    `SELECT current_setting('data_directory') AS folder, oid::text, pg_walfile_name($1) AS first,
            pg_walfile_name(pg_current_wal_insert_lsn()) AS last
       FROM pg_database WHERE datname = current_database()`,
    [start],
  )
  if (row === undefined) return
  yield* filesOf(join(row.folder, 'pg_wal'), (name) => name >= row.first && name <= row.last)
  yield* filesOf(join(row.folder, 'base', row.oid), () => true)
}

/** The place of the write-ahead log from which `databaseFiles` reads. */
export const walPosition = async (pool: Pool): Promise<string> =>
  (await pool.one<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn'))?.lsn ?? ''
