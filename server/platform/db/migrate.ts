import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clientConfig } from './connection.ts'
import { applyMigration } from './migration/apply-migration.ts'
import { type Applied, checkApplied, findPending } from './migration/find-pending.ts'
import { readMigrations } from './migration/migration-files.ts'
import { defaultPatience, type Patience } from './migration/patience.ts'
import { type Db, dbOn, type Pool } from './pool.ts'

export { MigrationError } from './migration/migration-files.ts'

// Arbitrary numbers.
const LOCK = 7_216_450
const START_LOCK = 7_216_451
const TRY_EVERY = 100

/** Runs work that prepares a database for its first start. Concurrent processes wait, however long it takes. */
export async function oneAtATime<Value>(pool: Pool, work: () => Promise<Value>): Promise<Value> {
  const client = new pg.Client(clientConfig(pool.connection, 'command'))
  client.on('error', () => {})
  await client.connect()
  try {
    await waitForLock(client, START_LOCK)
    return await work()
  } finally {
    await client.end()
  }
}

/** A statement that waits for a lock is a transaction, for whose end `CREATE INDEX CONCURRENTLY` would wait in turn. */
async function waitForLock(client: pg.Client, lock: number): Promise<void> {
  const tries = async () => {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lock])
    return rows[0]?.taken === true
  }
  while (!(await tries())) await sleep(TRY_EVERY)
}

type MigrateOptions = {
  /** The last migration that runs. */
  until?: number | undefined
  patience?: Patience
  log?: ((line: string) => void) | undefined
}

/**
 * Brings the database up to date. One process migrates; concurrent ones wait for it. The shop may run: a migration that cannot
 * get a lock soon gives way and tries again. Throws MigrationError if the database does not belong to this program.
 */
export async function migrate(
  pool: Pick<Pool, 'connection'>,
  folder: string,
  { until = Number.POSITIVE_INFINITY, patience = defaultPatience, log = () => {} }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder)
  // A dedicated client: it has no statement timeout, and the lock ends with its connection.
  const client = new pg.Client(clientConfig(pool.connection, 'command'))
  client.on('error', () => {})
  await client.connect()
  try {
    await waitForLock(client, LOCK)
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    const pending = await findPending(
      dbOn((query) => client.query(query)),
      migrations,
    )
    const wanted = pending.filter(({ version }) => version <= until)
    for (const migration of wanted) await applyMigration(client, migration, { patience, log })
    return { applied: wanted.map(({ name }) => name) }
  } finally {
    await client.end()
  }
}

/**
 * The names of migrations that have not run yet. Throws MigrationError if the database does not belong to this program. One that
 * a newer program has migrated belongs to it until a contract removes what it uses.
 */
export async function pendingMigrations(db: Db, folder: string): Promise<string[]> {
  const pending = await findPending(db, await readMigrations(folder))
  return pending.map(({ name }) => name)
}

/** Throws MigrationError if this program lacks one of the migrations that a backup had, or has another one in its place. */
export async function requireMigrations(applied: readonly Applied[], folder: string): Promise<void> {
  const migrations = await readMigrations(folder)
  for (const row of applied) checkApplied(row, migrations)
}
