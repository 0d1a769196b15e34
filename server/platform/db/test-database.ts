import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Connection, createPool, type Pool, type PoolOptions } from './pool.ts'
import { withDatabase } from './other-database.ts'

export type TestDatabase = { pool: Pool; connection: Connection; url: string; drop(): Promise<void> }

type TestDatabaseOptions = PoolOptions & {
  /** Skips the migrations. */
  empty?: boolean
  /** For tests of plans: PostgreSQL chooses between plans for any parameters and for those of a call, as in a shop. */
  choosesPlans?: boolean
}

/** Creates a migrated, empty database for one test file; call `drop` in `afterAll`. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { server, template } = inject('testServer')
  const name = `toptan_test_${randomBytes(8).toString('hex')}`
  // Copying files takes half the time of writing each of their blocks to the log.
  const statements = [`CREATE DATABASE ${name} TEMPLATE ${options.empty ? 'template0' : template} STRATEGY file_copy`]
  // Otherwise each connection plans a statement at each of its first five calls, and most tests call it less often.
  if (!options.choosesPlans) statements.push(`ALTER DATABASE ${name} SET plan_cache_mode = force_generic_plan`)
  await onServer(server, statements)
  const connection = withDatabase(server, name)
  // A server's pool gives up after 1.5 s, which a busy machine may need for a connection.
  const pool = createPool(connection, { role: 'command', max: 10, ...options })
  return {
    pool,
    connection,
    url: urlOf(connection),
    async drop() {
      await pool.close()
      await onServer(server, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`])
    },
  }
}

/** The connection as a DATABASE_URL, for another process. */
export function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { user, password, host, port, database } = connection
  const login = password ? `${user}:${encodeURIComponent(password)}` : user
  return `postgres://${login}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

async function onServer(server: Connection, statements: readonly string[]): Promise<void> {
  const pool = createPool(server, { role: 'command', max: 1 })
  try {
    for (const sql of statements) await pool.execute(sql)
  } finally {
    await pool.close()
  }
}
