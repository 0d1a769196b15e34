import pg from 'pg'
import { traced } from '#server/platform/tracing/trace.ts'
import { clientConfig, type Connection, localTimeouts, PooledClient, pooledConfig, type Role } from './connection.ts'
import { breaksConnection, isLostConnection, mayRunAgain, NoAnswerError } from './failure.ts'
import { type HangLimits, hangLimits, watchForHang } from './hang-watch.ts'
import { forgetNames, mayChange } from './statements.ts'

export type { Connection } from './connection.ts'

/** Runs queries. The pool and an open transaction both implement it. */
export type Db = {
  /** Pass `name` for fixed SQL that runs often: it is then prepared once per connection. Never name composed SQL. */
  query<Row extends object>(sql: string, params?: readonly unknown[], name?: string): Promise<Row[]>
  one<Row extends object>(sql: string, params?: readonly unknown[], name?: string): Promise<Row | undefined>
  /** Runs a change and returns the number of affected rows. */
  execute(sql: string, params?: readonly unknown[], name?: string): Promise<number>
}

export type Pool = Db & {
  /** For dedicated clients: LISTEN, migrations, the job queue. Never leads through a pooler. */
  connection: Connection
  /** Reserves one connection for one transaction. */
  withClient<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value>
  /** Reserves one connection with a session of its own: for temporary tables and locks that outlive a transaction. */
  withSession<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value>
  /** Sets what runs after each change, before its caller continues: waits for the notifications of the change. */
  afterChange(settle: () => Promise<void>): void
  /** Begins a transaction with the limits of the pool. */
  begin(client: pg.PoolClient): Promise<void>
  counts(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type PoolOptions = {
  /** A server fails fast; a command (import, migration) may run for minutes. */
  role?: Role
  /** The database itself, if the connection leads through a pooler in transaction mode. */
  direct?: Connection | undefined
  max?: number
  /** Called when an idle connection is lost; the process continues. */
  onError?: (error: Error) => void
  /** When a server finds the database hung. Commands wait. */
  hang?: HangLimits
}

export function createPool(connection: Connection, options: PoolOptions = {}): Pool {
  const role = options.role ?? 'server'
  const onError = options.onError ?? (() => {})
  const hang = options.hang ?? hangLimits
  const { direct } = options
  const isPooled = direct !== undefined
  const config = isPooled ? pooledConfig(connection, role) : clientConfig(connection, role)
  const pool = new pg.Pool({
    ...config,
    max: options.max ?? (role === 'server' ? 20 : 4),
    idleTimeoutMillis: 30_000,
    ...(isPooled && { Client: PooledClient }),
  })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    // A checked-out client also emits an error when the database dies; unhandled, it would end the process.
    client.on('error', onError)
    openedAt.set(client, performance.now())
    if (isPooled) forgetNames(client)
  })

  const openedAt = new WeakMap<pg.ClientBase, number>()
  let lostAt = 0
  const inUse = new Set<pg.Client>()
  const waiting = new Set<(error: Error) => void>()
  const watch = role === 'server' ? watchForHang(config, hang, { onHang, onError }) : null
  let sessions: Pool | undefined
  let settle = async () => {}

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

  const guarded = <Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> =>
    watch === null ? connectAnd(work) : watch.guard(() => connectAnd(work))

  /** Not one from before the last loss: a database that ends one connection mostly ends all. */
  async function connectNow(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await connect()
      if ((openedAt.get(client) ?? 0) >= lostAt) return client
      client.release(true)
    }
  }

  async function connectAnd<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
    const client = await connectNow()
    inUse.add(client)
    try {
      const value = await work(client)
      client.release()
      return value
    } catch (error) {
      if (isLostConnection(error)) lostAt = performance.now()
      client.release(breaksConnection(error))
      throw error
    } finally {
      inUse.delete(client)
    }
  }

  async function withClient<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
    const value = await guarded(work)
    await settle()
    return value
  }

  /** A connection of the pool may have ended since its last use: what has not run, runs again on another one. */
  async function run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const changes = mayChange(query)
    const once = () => guarded((client) => client.query(query))
    const result = await once().catch((error: unknown) => {
      if (!mayRunAgain(error, { changes })) throw error
      return once()
    })
    if (changes) await settle()
    return result
  }

  return {
    ...dbOn(run),
    connection: direct ?? connection,
    withClient,
    async withSession(work) {
      if (!isPooled) return withClient(work)
      sessions ??= createPool(direct, { ...options, direct: undefined, max: 4 })
      const value = await sessions.withClient(work)
      await settle()
      return value
    },
    afterChange(wait) {
      settle = wait
    },
    async begin(client) {
      await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED${isPooled ? localTimeouts(role) : ''}`)
    },
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await watch?.close()
      await sessions?.close()
      if (!pool.ended && !pool.ending) await pool.end()
    },
  }
}

/** Builds the query functions on top of a function that runs one statement. */
export function dbOn(run: (query: pg.QueryConfig) => Promise<pg.QueryResult>): Db {
  const send = (text: string, params?: readonly unknown[], name?: string) =>
    // The text without its values.
    traced('statement', name ?? 'sql', { 'db.system.name': 'postgresql', 'db.query.text': text }, () =>
      run({ text, ...(params && { values: [...params] }), ...(name && { name }) }),
    )
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
