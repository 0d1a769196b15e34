import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { clientConfig, type Db, dbOn, type Pool } from './pool.ts'

type Migration = { version: number; name: string; checksum: string; sql: string }
type Applied = { version: number; name: string; checksum: string }

/** The migrations do not match the database. The message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

// Arbitrary numbers.
const LOCK = 7_216_450
const START_LOCK = 7_216_451
const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/

/** Runs work that prepares a database for its first start. Concurrent processes wait, however long it takes. */
export async function oneAtATime<Value>(pool: Pool, work: () => Promise<Value>): Promise<Value> {
  const client = new pg.Client(clientConfig(pool.connection, 'command'))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('SET lock_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [START_LOCK])
    return await work()
  } finally {
    await client.end()
  }
}

/** Brings the database up to date. One process migrates; concurrent ones wait for it. */
export async function migrate(pool: Pool, folder: string): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder)
  // A dedicated client: it has no statement timeout, and the lock ends with its connection.
  const client = new pg.Client(clientConfig(pool.connection, 'command'))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('SET lock_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query("SET lock_timeout = '60s'")
    await client.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    const pending = await findPending(
      dbOn((query) => client.query(query)),
      migrations,
    )
    for (const migration of pending) await apply(client, migration)
    return { applied: pending.map(({ name }) => name) }
  } finally {
    await client.end()
  }
}

/** The names of migrations that have not run yet. Throws if the database does not belong to this program. */
export async function pendingMigrations(db: Db, folder: string): Promise<string[]> {
  const pending = await findPending(db, await readMigrations(folder))
  return pending.map(({ name }) => name)
}

async function findPending(db: Db, migrations: Migration[]): Promise<Migration[]> {
  const found = await db.one<{ there: boolean }>(`SELECT to_regclass('schema_migrations') IS NOT NULL AS there`)
  if (!found?.there) return migrations
  const applied = await db.query<Applied>('SELECT version, name, checksum FROM schema_migrations ORDER BY version')
  for (const row of applied) checkApplied(row, migrations)
  const last = applied.at(-1)
  const pending = migrations.filter(({ version }) => !applied.some((row) => row.version === version))
  const late = pending.find(({ version }) => last && version < last.version)
  if (late)
    throw new MigrationError(`Migration ${late.name} stands before ${last?.name}, which the database already has.`)
  return pending
}

function checkApplied(row: Applied, migrations: Migration[]): void {
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

async function apply(client: pg.Client, { version, name, checksum, sql }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
      version,
      name,
      checksum,
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw new Error(
      `Migration ${name} failed and was undone: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)))
  const twice = migrations.find((migration, index) => migrations[index - 1]?.version === migration.version)
  if (twice) throw new MigrationError(`Two migrations have the number of ${twice.name}.`)
  return migrations
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const digits = FILE.exec(name)?.[1]
  if (!digits) throw new MigrationError(`${name} is not named like 0001_products.sql.`)
  // Git may convert line endings on Windows.
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return { version: Number(digits), name, checksum: createHash('sha256').update(sql).digest('hex'), sql }
}
