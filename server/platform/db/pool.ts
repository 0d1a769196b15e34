import pg from 'pg'
import { breaksConnection, NoAnswerError } from './failure.ts'
import { type HangLimits, hangLimits, watchForHang } from './hang-watch.ts'
import { typeParsers } from './value-parsers.ts'

/** The address of a database: a connection string, or host (also a socket folder), port, user, password and name. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string }

/** Runs queries. The pool and an open transaction both implement it. */
export type Db = {
  /** Pass `name` for fixed SQL that runs often: it is then prepared once per connection. Never name composed SQL. */
  query<Row extends object>(sql: string, params?: readonly unknown[], name?: string): Promise<Row[]>
  one<Row extends object>(sql: string, params?: readonly unknown[], name?: string): Promise<Row | undefined>
  /** Runs a change and returns the number of affected rows. */
  execute(sql: string, params?: readonly unknown[], name?: string): Promise<number>
}

export type Pool = Db & {
  /** For dedicated clients: LISTEN, migrations, the job queue. */
  connection: Connection
  /** Reserves one connection for `work`, for example for a transaction. */
  withClient<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value>
  counts(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type PoolOptions = {
  /** A server fails fast; a command (import, migration) may run for minutes. */
  role?: 'server' | 'command'
  max?: number
  /** Called when an idle connection is lost; the process continues. */
  onError?: (error: Error) => void
  /** When a server finds the database hung. Commands wait. */
  hang?: HangLimits
}

const SERVER_TIMEOUTS = {
  connectionTimeoutMillis: 1_500,
  statement_timeout: 8_000,
  // The driver's own limit, for a host that disappeared without closing its connections.
  query_timeout: 9_000,
  lock_timeout: 4_000,
  idle_in_transaction_session_timeout: 10_000,
}

const COMMAND_TIMEOUTS = {
  connectionTimeoutMillis: 10_000,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 600_000,
}

export function createPool(connection: Connection, options: PoolOptions = {}): Pool {
  const role = options.role ?? 'server'
  const onError = options.onError ?? (() => {})
  const hang = options.hang ?? hangLimits
  const pool = new pg.Pool({
    ...clientConfig(connection, role),
    max: options.max ?? (role === 'server' ? 20 : 4),
    idleTimeoutMillis: 30_000,
  })
  pool.on('error', onError)
  // A checked-out client also emits an error when the database dies; unhandled, it would end the process.
  pool.on('connect', (client) => client.on('error', onError))

  const inUse = new Set<pg.Client>()
  const waiting = new Set<(error: Error) => void>()
  const watch = role === 'server' ? watchForHang(clientConfig(connection, role), hang, { onHang, onError }) : null

  /** Fails the statements under way as on a lost connection, and whatever waits for a connection. */
  function onHang(): void {
    for (const client of inUse) void client.end().catch(() => {})
    for (const reject of waiting) reject(new NoAnswerError())
    waiting.clear()
  }

  function connect(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      waiting.add(reject)
      pool.connect().then(
        (client) => (waiting.delete(reject) ? resolve(client) : client.release()),
        (error: Error) => waiting.delete(reject) && reject(error),
      )
    })
  }

  const withClient = <Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> =>
    watch === null ? connectAnd(work) : watch.guard(() => connectAnd(work))

  async function connectAnd<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
    const client = await connect()
    inUse.add(client)
    try {
      const value = await work(client)
      client.release()
      return value
    } catch (error) {
      client.release(breaksConnection(error))
      throw error
    } finally {
      inUse.delete(client)
    }
  }

  return {
    ...dbOn((query) => withClient((client) => client.query(query))),
    connection,
    withClient,
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await watch?.close()
      if (!pool.ended && !pool.ending) await pool.end()
    },
  }
}

/** Builds the query functions on top of a function that runs one statement. */
export function dbOn(run: (query: pg.QueryConfig) => Promise<pg.QueryResult>): Db {
  const send = (text: string, params?: readonly unknown[], name?: string) =>
    run({ text, ...(params && { values: [...params] }), ...(name && { name }) })
  return {
    async query<Row extends object>(sql: string, params?: readonly unknown[], name?: string) {
      const result = await send(sql, params, name)
      return result.rows as Row[]
    },
    async one<Row extends object>(sql: string, params?: readonly unknown[], name?: string) {
      const result = await send(sql, params, name)
      return result.rows[0] as Row | undefined
    },
    async execute(sql, params, name) {
      const result = await send(sql, params, name)
      return result.rowCount ?? 0
    },
  }
}

/** Options of one `pg` client, shared by the pool and by dedicated clients (LISTEN, migrations). */
export function clientConfig(connection: Connection, role: 'server' | 'command'): pg.ClientConfig {
  return {
    ...connection,
    ...(role === 'server' ? SERVER_TIMEOUTS : COMMAND_TIMEOUTS),
    application_name: `toptan-${role}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Turkey is at UTC+3 all year; an external server may use another time zone.
    options: '-c timezone=Europe/Istanbul',
    types: typeParsers,
  }
}
