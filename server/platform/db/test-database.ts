import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Connection, createPool, type Pool, type PoolOptions } from './pool.ts'
import { withDatabase } from './other-database.ts'

export type TestDatabase = { pool: Pool; connection: Connection; url: string; drop(): Promise<void> }

/** Creates a migrated, empty database for one test file; call `drop` in `afterAll`. `empty` skips the migrations. */
export async function createTestDatabase(options: PoolOptions & { empty?: boolean } = {}): Promise<TestDatabase> {
  const { server, template } = inject('testServer')
  const name = `toptan_test_${randomBytes(8).toString('hex')}`
  // Copying files takes half the time of writing each of their blocks to the log.
  await onServer(
    server,
    `CREATE DATABASE ${name} TEMPLATE ${options.empty ? 'template0' : template} STRATEGY file_copy`,
  )
  const connection = withDatabase(server, name)
  // A server's pool gives up after 1.5 s, which a busy machine may need for a connection.
  const pool = createPool(connection, { role: 'command', max: 10, ...options })
  return {
    pool,
    connection,
    url: urlOf(connection),
    async drop() {
      await pool.close()
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
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

async function onServer(server: Connection, sql: string): Promise<void> {
  const pool = createPool(server, { role: 'command', max: 1 })
  await pool.execute(sql).finally(() => pool.close())
}
