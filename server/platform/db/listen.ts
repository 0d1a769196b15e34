import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clientConfig, type Connection } from './pool.ts'

export type Listener = { close(): Promise<void> }

const MAX_PAUSE = 5_000
const HEARTBEAT = 10_000

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
    const client = new pg.Client(clientConfig(connection, 'server'))
    const lost = new Promise<void>((done) => {
      client.on('error', () => done())
      client.on('end', done)
      stop.signal.addEventListener('abort', () => done(), { once: true })
    })
    client.on('notification', ({ channel, payload }) => onNotify(channel, payload ?? ''))
    try {
      await client.connect()
      for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
      await onReconnect()
      await Promise.race([lost, beat(client)])
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** A host that disappears does not close its connections: only an unanswered query reveals it. */
  async function beat(client: pg.Client): Promise<void> {
    while (!stop.signal.aborted) {
      await wait(HEARTBEAT)
      await client.query('SELECT')
    }
  }

  async function wait(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: stop.signal, ref: false }).catch(() => {})
  }

  return {
    async close() {
      stop.abort()
      await working
    },
  }
}
