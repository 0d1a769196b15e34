import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { type Connection, createPool, type Pool } from './pool.ts'

export type Database = {
  pool: Pool
  /** For dedicated clients; never leads through a pooler. */
  connection: Connection
  /** 'embedded' or 'external' (DATABASE_URL). Only an external database is shared by several server processes. */
  /** A standby for reads; closed by its user. */
  standby?: Pool | undefined
  kind: 'embedded' | 'external'
  /** This start created the embedded database: the shop is empty. */
  created: boolean
  close(): Promise<void>
}

export type DatabaseOptions = {
  role: 'server' | 'command'
  log?: (line: string) => void
  max?: number
}

/** Opens the shop's database. `close` ends the pool and stops an embedded PostgreSQL that no other process uses. */
export async function openDatabase(
  config: {
    dataDir: string
    databaseUrl?: string | undefined
    databaseDirectUrl?: string | undefined
    databaseReplicaUrl?: string | undefined
  },
  { role, log = () => {}, max }: DatabaseOptions,
): Promise<Database> {
  // Connections that end because of `close` are not reported.
  let isClosing = false
  const reportLoss = (error: Error) => {
    if (!isClosing) log(`Database connection: ${error.message}`)
  }
  const open = (connection: Connection, direct?: Connection) =>
    createPool(connection, {
      role,
      direct,
      onError: reportLoss,
      ...(max && { max }),
    })
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseDirectUrl ?? config.databaseUrl }
    // Commands use temporary tables and run for minutes.
    const isPooled = role === 'server' && config.databaseDirectUrl !== undefined
    const pool = isPooled ? open({ connectionString: config.databaseUrl }, connection) : open(connection)
    const { databaseReplicaUrl: replica } = config
    const standby = role === 'server' && replica !== undefined ? open({ connectionString: replica }) : undefined
    return { pool, connection, standby, kind: 'external', created: false, close: () => pool.close() }
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
