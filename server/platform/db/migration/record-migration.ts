import type pg from 'pg'
import type { Migration } from './migration-files.ts'

/** Records that a migration is done, in the open transaction if there is one. */
export async function recordMigration(client: pg.Client, migration: Migration): Promise<void> {
  const { version, name, checksum, oldestProgram } = migration
  const values = [version, name, checksum]
  await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', values)
  // The first migrations run before the column exists.
  if (oldestProgram === null) return
  await client.query('UPDATE schema_migrations SET oldest_program = $2 WHERE version = $1', [version, oldestProgram])
}
