import pg from 'pg'
import { clientConfig, type Connection } from '#server/platform/db/connection.ts'
import { type Db, dbOn } from '#server/platform/db/pool.ts'

/** A connection of its own: it may be idle for as long as the backup takes. */
export type SnapshotClient = { client: pg.Client; db: Db; close(): Promise<void> }

/** Opens a connection whose texts look the same whatever the settings of the database are. */
export async function openClient(connection: Connection): Promise<SnapshotClient> {
  const client = new pg.Client({
    ...clientConfig(connection, 'command'),
    idle_in_transaction_session_timeout: 0,
    options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c bytea_output=hex -c extra_float_digits=1',
  })
  // A lost connection fails the statement that runs.
  client.on('error', () => {})
  await client.connect()
  return { client, db: dbOn((query) => client.query(query)), close: () => client.end() }
}

/** Begins a transaction that reads one state of the database. Returns its name for other connections. */
export async function beginSnapshot({ db }: SnapshotClient): Promise<string> {
  await db.execute('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const row = await db.one<{ name: string }>('SELECT pg_export_snapshot() AS name')
  return row?.name ?? ''
}

export async function joinSnapshot({ db }: SnapshotClient, name: string): Promise<void> {
  await db.execute('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await db.execute(`SET TRANSACTION SNAPSHOT '${name}'`)
}
