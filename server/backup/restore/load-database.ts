import type { Db } from '#server/platform/db/pool.ts'
import { copyIn } from '#server/platform/db/copy.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { columnList, jobColumns, quoted } from '#server/backup/make/copy-tables.ts'
import type { SnapshotClient } from '#server/backup/make/snapshot.ts'
import type { BackupTable, Manifest } from '#server/backup/manifest.ts'
import { eachLine, type PartPlace, readPart } from '#server/backup/parts/part-files.ts'
import { rowSum } from '#server/backup/parts/row-sum.ts'

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Fills the tables of a database that has the migrations of the backup and no data of its own, in the open transaction. Triggers
 * do not run: what they would write is part of the backup. Foreign keys are checked at the end. Needs no superuser.
 */
export async function loadDatabase(target: SnapshotClient, place: PartPlace, manifest: Manifest): Promise<void> {
  const { db } = target
  const names = manifest.tables.map(({ name }) => quoted(name))
  const keys = await dropForeignKeys(db)
  for (const name of names) await db.execute(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  // Migrations write rows too, such as roles.
  await db.execute(`TRUNCATE ${names.join(', ')}`)
  for (const table of manifest.tables) await loadTable(target, place, table)
  await loadRows(target, { place, ...manifest.jobs, into: `outbox (${columnList(jobColumns)})` })
  for (const name of names) await db.execute(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  for (const { table, name, definition } of keys) {
    await db.execute(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`)
  }
}

async function dropForeignKeys(db: Db): Promise<ForeignKey[]> {
  const keys = await db.query<ForeignKey>(
    `SELECT c.conrelid::regclass::text AS "table", c.conname::text AS name, pg_get_constraintdef(c.oid) AS definition
       FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  )
  for (const { table, name } of keys) await db.execute(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`)
  return keys
}

function loadTable(target: SnapshotClient, place: PartPlace, { name, columns, ...rows }: BackupTable): Promise<void> {
  return loadRows(target, { place, ...rows, into: `${quoted(name)} (${columnList(columns)})` })
}

type LoadedRows = Manifest['jobs'] & { place: PartPlace; into: string }

async function loadRows({ client }: SnapshotClient, { place, part, rows, sum, into }: LoadedRows): Promise<void> {
  const found = rowSum()
  const source = readPart(place, part.path, { isPacked: true })
  const lines = source.pipe(eachLine(found.add))
  source.on('error', (error) => lines.destroy(error))
  await copyIn(client, `COPY ${into} FROM STDIN`, lines)
  const result = found.result()
  if (result.rows !== rows || result.sum !== sum) {
    throw new BackupError(`${part.path} has other rows than the backup says: ${result.rows} of ${rows}.`)
  }
}

/** By how many numbers sequences advance. Documents have numbers that people know. */
export const defaultGaps = { documents: 1_000, others: 1_000_000 }
export type Gaps = typeof defaultGaps

/** Sequences go on where they were, or `gap` numbers later, so that nothing gets a number that was given after the backup. */
export async function setSequences(
  db: Db,
  sequences: Manifest['sequences'],
  { documents, others }: Gaps,
): Promise<void> {
  for (const { name, next, max, isDocument } of sequences) {
    const wanted = BigInt(next) + BigInt(isDocument ? documents : others)
    // Half of what is left of a short sequence.
    const highest = BigInt(next) + (BigInt(max) - BigInt(next)) / 2n
    const value = wanted < highest ? wanted : highest
    // As if the number before had been given: `pg_sequences` does not show where an unused sequence stands.
    const [last, isUsed] = value > 1n ? [value - 1n, true] : [value, false]
    await db.execute('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), last.toString(), isUsed])
  }
}
