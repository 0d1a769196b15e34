import type { Db } from '#server/platform/db/pool.ts'
import { type Migration, MigrationError } from './migration-files.ts'

export type Applied = { version: number; name: string; checksum: string }
type Row = Applied & { oldest_program: number | null }

/** The migrations that have not run. Throws MigrationError if the database does not belong to a program with these. */
export async function findPending(db: Db, migrations: readonly Migration[]): Promise<Migration[]> {
  const found = await db.one<{ there: boolean }>(`SELECT to_regclass('schema_migrations') IS NOT NULL AS there`)
  if (!found?.there) return [...migrations]
  // Databases of earlier versions lack the column.
  const applied = await db.query<Row>(
    `SELECT version, name, checksum, (to_jsonb(m) ->> 'oldest_program')::int AS oldest_program
       FROM schema_migrations m ORDER BY version`,
  )
  const newest = migrations.at(-1)?.version ?? 0
  for (const row of applied) {
    if (row.version > newest) requireCompatible(row, newest)
    else checkApplied(row, migrations)
  }
  const last = applied.at(-1)
  const pending = migrations.filter(({ version }) => !applied.some((row) => row.version === version))
  const late = pending.find(({ version }) => last && version < last.version)
  if (late)
    throw new MigrationError(`Migration ${late.name} stands before ${last?.name}, which the database already has.`)
  return pending
}

/** Throws MigrationError if a newer program has removed what a program whose last migration is `newest` uses. */
function requireCompatible({ name, oldest_program: oldest }: Row, newest: number): void {
  if (oldest === null || oldest <= newest) return
  throw new MigrationError(
    `The database is newer than this program and lacks what it uses since ${name}. Update the program.`,
  )
}

export function checkApplied(row: Applied, migrations: readonly Migration[]): void {
  const own = migrations.find(({ version }) => version === row.version)
  if (!own) {
    throw new MigrationError(`The database is newer than this program: it has ${row.name}. Update the program.`)
  }
  if (own.checksum !== row.checksum || own.name !== row.name) {
    throw new MigrationError(
      `Migration ${row.name} was changed after the database had run it. Restore the file and write a new migration.`,
    )
  }
}
