import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { spawnAs } from './child.ts'
import { connectionOf, DATABASE, ensureCluster, lastLine } from './cluster.ts'
import type { Place, Log } from './place.ts'
import { clientConfig, type Connection } from '#server/platform/db/pool.ts'
import { findPostmaster, isAlive, type Postmaster, stopPostmaster } from './postmaster.ts'
import { postmasterArguments } from './postmaster-settings.ts'
import { EmbeddedError } from './embedded-error.ts'

export type Running = { postmaster: Postmaster; connection: Connection; adopted: boolean; created: boolean }

export type StartOptions = { fast: boolean; say: Log }

type Answer = 'ready' | 'busy' | 'silent'

const LONGEST_RECOVERY = 300_000
const SHORT_START = 4_000
const LONGEST_SILENCE = 4_000
const LONGEST_LEAVING = 15_000
const SOCKET_PORT = 5432
const isWindows = process.platform === 'win32'
// What an old PostgreSQL leaves behind for a moment after a kill -9: its backends are still going.
const STILL_LEAVING = /shared memory block|lock file|still in use|Address already in use/i

/** Adopts the postmaster that is there, or starts one. The caller holds the start lock. */
export async function ensureRunning(place: Place, options: StartOptions): Promise<Running> {
  const found = findPostmaster(place)
  if (found) {
    const connection = await connectionOf(place, found.port)
    if (await answers(connection, found)) {
      await ensureDatabase(connection)
      return { postmaster: found, connection, adopted: true, created: false }
    }
    options.say('The database that was running does not answer: it is stopped and started again.')
    await stopPostmaster(place, found, 3)
  }
  const { created } = await ensureCluster(place, { sync: !options.fast })
  const postmaster = await startPatiently(place, options)
  const connection = await connectionOf(place, postmaster.port)
  await ensureDatabase(connection)
  return { postmaster, connection, adopted: false, created }
}

async function startPatiently(place: Place, options: StartOptions): Promise<Postmaster> {
  const deadline = performance.now() + LONGEST_LEAVING
  for (;;) {
    const outcome = await startOnce(place, options)
    if (typeof outcome !== 'string') return outcome
    if (performance.now() > deadline || !STILL_LEAVING.test(outcome)) {
      throw new EmbeddedError(`The database did not start: ${lastLine(outcome)} (its log: ${place.logFolder})`)
    }
    await sleep(200)
  }
}

/** The postmaster, or what it said before it ended. */
async function startOnce(place: Place, { fast, say }: StartOptions): Promise<Postmaster | string> {
  const port = isWindows ? await freePort() : SOCKET_PORT
  const connection = await connectionOf(place, port)
  const attempt = launch(place, port, fast)
  const begun = performance.now()
  let patience = SHORT_START
  while (!attempt.hasEnded()) {
    if ((await probe(connection)) === 'ready') {
      attempt.letGo()
      return findPostmaster(place) ?? 'It ended at once.'
    }
    const waited = performance.now() - begun
    if (waited > LONGEST_RECOVERY) return `${attempt.output()}\nFATAL: no answer for too long`
    if (waited > patience) {
      say('The database is recovering …')
      patience = LONGEST_RECOVERY
    }
    await sleep(20)
  }
  return attempt.output()
}

function launch(place: Place, port: number, fast: boolean) {
  const settings = postmasterArguments(place, port, fast)
  const quoted = settings.map((word) => `"${word}"`).join(' ')
  // On Windows pg_ctl drops the administrator's rights, which postgres refuses to have.
  const [program, args]: [string, string[]] = isWindows
    ? [place.programs.pgCtl, ['start', '-w', '-D', place.cluster, '-o', quoted]]
    : [place.programs.postgres, settings]
  // Its own session: Ctrl-C at the terminal is for us, and we end it in order.
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
    // pg_ctl ends when PostgreSQL runs.
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

/** Recovery after a crash is an answer too ("starting up"); silence is not. */
async function answers(connection: Connection, { pid }: Postmaster): Promise<boolean> {
  const begun = performance.now()
  let heard = begun
  while (isAlive(pid) && performance.now() - begun < LONGEST_RECOVERY) {
    const answer = await probe(connection)
    if (answer === 'ready') return true
    if (answer === 'busy') heard = performance.now()
    if (performance.now() - heard > LONGEST_SILENCE) return false
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
