import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type pg from 'pg'
import { columnList, listTables, quoted, readMigrations, readSequences } from '#server/backup/make/copy-tables.ts'
import type { SnapshotClient } from '#server/backup/make/snapshot.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { setSequences } from '#server/backup/restore/load-database.ts'
import { copyIn, copyOut } from '#server/platform/db/copy.ts'

/** The first line of a fixture. The rows of all tables follow it, as COPY writes them. */
export type FixtureHead = {
  /** The commit of the version. */
  version: string
  migrations: Manifest['migrations']
  sequences: Manifest['sequences']
  tables: { name: string; columns: string[]; bytes: number }[]
}

/** Writes the data of a database. Its schema is that of its migrations, which never change. */
export async function writeFixture({ client, db }: SnapshotClient, version: string, path: string): Promise<void> {
  const parts: Buffer[] = []
  const tables: FixtureHead['tables'] = []
  for (const { name, columns } of await listTables(db)) {
    const rows = await buffer(copyOut(client, `COPY ${quoted(name)} (${columnList(columns)}) TO STDOUT`, () => {}))
    tables.push({ name, columns, bytes: rows.length })
    parts.push(rows)
  }
  const head: FixtureHead = {
    version,
    migrations: await readMigrations(db),
    sequences: await readSequences(db),
    tables,
  }
  const params = { [constants.ZSTD_c_compressionLevel]: 19 }
  await writeFile(
    path,
    zstdCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...parts]), { params }),
  )
}

export async function readFixture(path: string): Promise<{ head: FixtureHead; rows: Buffer }> {
  const content = zstdDecompressSync(await readFile(path))
  const end = content.indexOf('\n')
  return { head: JSON.parse(content.toString('utf8', 0, end)) as FixtureHead, rows: content.subarray(end + 1) }
}

/** Fills a database that has the migrations of the fixture. Needs a superuser: neither triggers nor foreign keys are checked. */
export async function loadFixture(
  { client, db }: SnapshotClient,
  { head, rows }: Awaited<ReturnType<typeof readFixture>>,
): Promise<void> {
  await db.execute("SET session_replication_role = 'replica'")
  // Migrations write rows too, such as roles.
  await db.execute(`TRUNCATE ${head.tables.map(({ name }) => quoted(name)).join(', ')}`)
  let start = 0
  for (const { name, columns, bytes } of head.tables) {
    await copyRows(
      client,
      `COPY ${quoted(name)} (${columnList(columns)}) FROM STDIN`,
      rows.subarray(start, start + bytes),
    )
    start += bytes
  }
  await setSequences(db, head.sequences, { documents: 0, others: 0 })
  await db.execute("SET session_replication_role = 'origin'")
}

function copyRows(client: pg.ClientBase, sql: string, rows: Buffer): Promise<void> {
  return copyIn(client, sql, Readable.from([rows]))
}
