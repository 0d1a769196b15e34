import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clientConfig, type Connection } from './connection.ts'
import type { Db } from './pool.ts'

export type Listener = {
  /** The name of the connection at the database. */
  name: string
  /** Whether the connection is listening and has answered within the last seconds. */
  isLive(): boolean
  /**
   * Resolves when the notifications that were sent before the call have arrived. Without a connection, `onReconnect` has
   * run instead: anything may have changed.
   */
  settle(): Promise<void>
  close(): Promise<void>
}

const MAX_PAUSE = 5_000
const HEARTBEAT = 2_000
const MAX_SILENCE = 5_000
/** Milliseconds for which a change waits for its notifications. */
const MAX_WAIT = 1_000

const namePrefix = 'toptan-listen-'

/** Whether another process listens to this database. */
export async function hasOtherListeners(db: Db, { name }: Listener): Promise<boolean> {
  const other = await db.one(
    `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE $1 AND application_name <> $2 LIMIT 1`,
    [`${namePrefix}%`, name],
  )
  return other !== undefined
}

/**
 * Listens for NOTIFY on a dedicated connection. Notifications that are sent while it is disconnected are lost, so they
 * may only speed things up: `onReconnect` runs after every connection, the first one included, and reads the state
 * again.
 */
export function listen(
  connection: Connection,
  channels: readonly string[],
  onNotify: (channel: string, payload: string) => void,
  onReconnect: () => void | Promise<void>,
): Listener {
  const stop = new AbortController()
  const name = namePrefix + randomBytes(6).toString('hex')
  let answeredAt = Number.NEGATIVE_INFINITY
  let current: { ping(): Promise<void>; lose(): void } | undefined
  const working = keepListening()

  async function keepListening(): Promise<void> {
    for (let pause = 100; !stop.signal.aborted; pause = Math.min(MAX_PAUSE, pause * 2)) {
      const startedAt = performance.now()
      await listenOnce().catch(() => {})
      if (performance.now() - startedAt > MAX_PAUSE) pause = 100
      // Jitter: many processes lose the same database at the same moment.
      await wait(pause * (0.5 + Math.random()))
    }
  }

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({ ...clientConfig(connection, 'server'), application_name: name })
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
    client.on('error', () => lose())
    client.on('end', lose)
    stop.signal.addEventListener('abort', () => lose(), { once: true })
    const ping = oneAfterAnother(() => client.query('SELECT'))
    client.on('notification', ({ channel, payload }) => onNotify(channel, payload ?? ''))
    try {
      await client.connect()
      for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
      current = { ping, lose }
      await onReconnect()
      answeredAt = performance.now()
      await Promise.race([lost, beat(ping)])
    } finally {
      answeredAt = Number.NEGATIVE_INFINITY
      current = undefined
      await client.end().catch(() => {})
    }
  }

  /** A host that disappears does not close its connections: only an unanswered query reveals it. */
  async function beat(ping: () => Promise<void>): Promise<void> {
    while (!stop.signal.aborted) {
      await wait(HEARTBEAT)
      const sentAt = performance.now()
      await ping()
      if (!stop.signal.aborted) answeredAt = sentAt
    }
  }

  async function wait(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: stop.signal, ref: false }).catch(() => {})
  }

  return {
    name,
    isLive: () => performance.now() - answeredAt < MAX_SILENCE,
    async settle() {
      const used = current
      // The server sends notifications of what has been committed before its next answer.
      const isSettled = used !== undefined && (await inTime(used.ping()))
      if (isSettled || stop.signal.aborted) return
      used?.lose()
      await onReconnect()
    },
    async close() {
      stop.abort()
      await working
    },
  }
}

/** Calls that arrive while `work` runs share the next run: each one gets a run that starts after it. */
function oneAfterAnother(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = () => {
    running = work()
      .then(() => {})
      .finally(() => (running = undefined))
    return running
  }
  return () => {
    if (running === undefined) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}

async function inTime(answer: Promise<void>): Promise<boolean> {
  const limit = new AbortController()
  const answered = answer.then(
    () => true,
    () => false,
  )
  const late = sleep(MAX_WAIT, false, { signal: limit.signal }).catch(() => false)
  return Promise.race([answered, late]).finally(() => limit.abort())
}
