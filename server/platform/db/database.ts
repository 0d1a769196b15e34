import type { Config } from '#server/config.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { type Connection, createPool, type Pool } from './pool.ts'

export type Database = {
  pool: Pool
  connection: Connection
  /** 'embedded' | 'external' (DATABASE_URL): several server processes share a database only in the second case. */
  kind: 'embedded' | 'external'
  /** The embedded database was made by this start: the shop is empty. */
  created: boolean
  close(): Promise<void>
}

export type DatabaseOptions = {
  role: 'server' | 'command'
  log?: (line: string) => void
  max?: number
}

/** The shop's database, wherever it is. `close` ends the pool and, where nobody else uses it, PostgreSQL. */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { role, log = () => {}, max }: DatabaseOptions,
): Promise<Database> {
  // Connections that the closing itself ends are no news.
  let isClosing = false
  const tell = (error: Error) => {
    if (!isClosing) log(`Database connection: ${error.message}`)
  }
  const open = (connection: Connection) =>
    createPool(connection, {
      role,
      onError: tell,
      ...(max && { max }),
    })
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseUrl }
    const pool = open(connection)
    return { pool, connection, kind: 'external', created: false, close: () => pool.close() }
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, role, log })
  const pool = open(embedded.connection)
  return {
    pool,
    connection: embedded.connection,
    kind: 'embedded',
    created: embedded.created,
    async close() {
      isClosing = true
      await pool.close()
      await embedded.stop()
    },
  }
}
