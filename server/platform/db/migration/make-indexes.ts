import type pg from 'pg'
import type { Migration } from './migration-files.ts'
import { recordMigration } from './record-migration.ts'
import { statementsOf } from './statements-of.ts'

const indexName = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY ([a-z0-9_]+) ON /

/**
 * Makes indexes while the shop changes the table. PostgreSQL waits for all transactions that are older, which blocks nobody.
 * What an interrupted attempt left is unusable and is removed first.
 */
export async function makeIndexes(client: pg.Client, migration: Migration, log: (line: string) => void): Promise<void> {
  await client.query('SET lock_timeout = 0')
  for (const statement of statementsOf(migration.sql)) {
    const name = indexName.exec(statement)?.[1]
    if (name !== undefined && (await isThere(client, name))) continue
    const startedAt = performance.now()
    log(`${migration.name}: ${name === undefined ? statement : `making the index ${name}`} …`)
    await client.query(statement)
    log(`${migration.name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }
  await recordMigration(client, migration)
}

/** Removes an index that is not complete. */
async function isThere(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  )
  if (rows[0]?.indisvalid === false) await client.query(`DROP INDEX CONCURRENTLY ${name}`)
  return rows[0]?.indisvalid ?? false
}
