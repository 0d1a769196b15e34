import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { spawnAs } from './child.ts'
import { connectionOf, DATABASE, ensureCluster, lastLine } from './cluster.ts'
import type { Place, Log } from './place.ts'
import { clientConfig, type Connection } from '#server/platform/db/connection.ts'
import { findPostmaster, isAlive, type Postmaster, stopPostmaster } from './postmaster.ts'
import { postmasterArguments } from './postmaster-settings.ts'
import { makeRoom } from './disk-space.ts'
import { EmbeddedError } from './embedded-error.ts'

export type Running = { postmaster: Postmaster; connection: Connection; adopted: boolean; created: boolean }

export type StartOptions = { fast: boolean; log: Log }

type Answer = 'ready' | 'busy' | 'silent'

const MAX_RECOVERY = 300_000
const SHORT_START = 4_000
const MAX_SILENCE = 4_000
const MAX_SHUTDOWN = 15_000
const SOCKET_PORT = 5432
const isWindows = process.platform === 'win32'
// Errors that occur for a moment after a kill -9, while the backends of the old PostgreSQL are still ending.
const OLD_SERVER_ENDING = /shared memory block|lock file|still in use|Address already in use/i

/** Adopts the running postmaster, or starts one. The caller holds the start lock. */
export async function ensureRunning(place: Place, options: StartOptions): Promise<Running> {
  const found = findPostmaster(place)
  if (found) {
    const connection = await connectionOf(place, found.port)
    if (await answers(connection, found)) {
      await ensureDatabase(connection)
      return { postmaster: found, connection, adopted: true, created: false }
    }
    options.log('The database that was running does not answer: it is stopped and started again.')
    await stopPostmaster(place, found, 3)
  }
  const { created } = await ensureCluster(place, { sync: !options.fast })
  await makeRoom(place)
  const postmaster = await startPatiently(place, options)
  const connection = await connectionOf(place, postmaster.port)
  await ensureDatabase(connection)
  return { postmaster, connection, adopted: false, created }
}

async function startPatiently(place: Place, options: StartOptions): Promise<Postmaster> {
  const deadline = performance.now() + MAX_SHUTDOWN
  for (;;) {
    const outcome = await startOnce(place, options)
    if (typeof outcome !== 'string') return outcome
    if (performance.now() > deadline || !OLD_SERVER_ENDING.test(outcome)) {
      throw new EmbeddedError(`The database did not start: ${lastLine(outcome)} (its log: ${place.logFolder})`)
    }
    await sleep(200)
  }
}

/** Returns the postmaster, or its output if it ended. */
async function startOnce(place: Place, { fast, log }: StartOptions): Promise<Postmaster | string> {
  const port = isWindows ? await freePort() : SOCKET_PORT
  const connection = await connectionOf(place, port)
  const attempt = launch(place, port, fast)
  const startedAt = performance.now()
  let patience = SHORT_START
  while (!attempt.hasEnded()) {
    if ((await probe(connection)) === 'ready') {
      attempt.letGo()
      return findPostmaster(place) ?? 'It ended at once.'
    }
    const waited = performance.now() - startedAt
    if (waited > MAX_RECOVERY) return `${attempt.output()}\nFATAL: no answer for too long`
    if (waited > patience) {
      log('The database is recovering …')
      patience = MAX_RECOVERY
    }
    await sleep(20)
  }
  return attempt.output()
}

function launch(place: Place, port: number, fast: boolean) {
  const settings = postmasterArguments(place, port, fast)
  const quoted = settings.map((word) => `"${word}"`).join(' ')
  // On Windows pg_ctl drops administrator rights, with which postgres refuses to run.
  const [program, args]: [string, string[]] = isWindows
    ? [place.programs.pgCtl, ['start', '-w', '-D', place.cluster, '-o', quoted]]
    : [place.programs.postgres, settings]
  // In its own session: Ctrl-C in the terminal reaches only this process, which stops PostgreSQL in order.
  const child = spawnAs(place.user, program, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  let ended = false
  child.stderr?.on('data', (chunk) => {
    output = `${output}${String(chunk)}`.slice(-8_000)
  })
  child.on('error', (error) => {
    output = error.message
    ended = true
  })
  child.on('close', (code) => {
    // pg_ctl exits once PostgreSQL runs.
    ended = !isWindows || code !== 0
  })
  return {
    output: () => output,
    hasEnded: () => ended,
    letGo() {
      child.unref()
      child.stderr?.destroy()
    },
  }
}

/** Recovery after a crash counts as a response ("starting up"); silence does not. */
async function answers(connection: Connection, { pid }: Postmaster): Promise<boolean> {
  const startedAt = performance.now()
  let lastResponseAt = startedAt
  while (isAlive(pid) && performance.now() - startedAt < MAX_RECOVERY) {
    const answer = await probe(connection)
    if (answer === 'ready') return true
    if (answer === 'busy') lastResponseAt = performance.now()
    if (performance.now() - lastResponseAt > MAX_SILENCE) return false
    await sleep(50)
  }
  return false
}

async function probe(connection: Connection): Promise<Answer> {
  const client = new pg.Client({ ...maintenance(connection), connectionTimeoutMillis: 1_500 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    return error instanceof pg.DatabaseError ? 'busy' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

async function ensureDatabase(connection: Connection): Promise<void> {
  const client = new pg.Client(maintenance(connection))
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}

function maintenance(connection: Connection): pg.ClientConfig {
  return { ...clientConfig(connection, 'command'), database: 'postgres' }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
