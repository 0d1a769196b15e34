import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '#cli/root.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { endAbandoned } from '#server/platform/db/embedded/embedded.ts'
import { makeTestFolder } from '#server/platform/db/test-folder.ts'
import { findCardNumbers } from '#server/payments/start/test-cards.ts'
import { programPath } from '#testing/program.ts'
import { filesWithCards } from './card-data.ts'

/** A separate shop with its own data folder and port, started like an operator starts it. */
export type Shop = {
  url: string
  dataDir: string
  /** Runs `toptan …` on this shop's data and returns its output; throws when it fails. */
  toptan(...args: string[]): Promise<string>
  /** The same with standard input. */
  toptanWith(input: string, ...args: string[]): Promise<string>
  /** Stops the server; SIGKILL is a crash. Returns its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Starts the server, with additional environment variables. */
  start(env?: NodeJS.ProcessEnv): Promise<void>
  /** Resolves with the exit code when the server exits, null when it was killed. */
  ended(): Promise<number | null>
  /** Process id of the server; undefined while it does not run. */
  pid(): number | undefined
  /** The last lines that the server has written. */
  output(): string
  /** The shop's database, for inspection and changes. Close it before the shop is removed. */
  database(): Promise<Database>
  /** Removes the shop. Throws when its files or its log contain a card number. */
  remove(): Promise<void>
}

export type ShopOptions = {
  env?: NodeJS.ProcessEnv
  demo?: 'small' | 'medium' | 'none'
  /** The folder of another version of the program. */
  program?: string
}

export async function openShop({ env = {}, demo = 'small', program = root }: ShopOptions = {}): Promise<Shop> {
  const dataDir = await makeTestFolder()
  const port = await freePort()
  const own = { DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
  // Ignores the environment of this machine's own shop.
  const none = { DATABASE_URL: '', PUBLIC_URL: '', SESSION_SECRET: '', NODE_ENV: 'test' }
  const settings = { ...process.env, ...none, ...own, ...env }
  let server: Server | undefined
  const said: string[] = []
  const shop: Shop = {
    url: `http://localhost:${port}`,
    dataDir,
    toptan: (...args) => runToptan(program, args, settings),
    toptanWith: (input, ...args) => runToptan(program, args, settings, input),
    async start(more = {}) {
      server = launchServer(program, { ...settings, ...more })
      collectOutput(server, said)
      await inTime('open', said, openingOf(server, more.FAILPOINT !== undefined))
      await inTime('count its products', said, waitForCounts(shop.url))
    },
    end: (signal = 'SIGTERM') =>
      server === undefined ? Promise.resolve(0) : inTime(`end by ${signal}`, said, endProcess(server, signal)),
    ended: () => (server === undefined ? Promise.resolve(0) : inTime('end', said, exitOf(server))),
    pid: () => (server?.exitCode === null && server.signalCode === null ? server.pid : undefined),
    output: () => said.join('').slice(-4_000),
    database: () => openDatabase({ dataDir }, { role: 'command' }),
    async remove() {
      await shop.end()
      await endAbandoned(dataDir)
      const cards = [...(await filesWithCards(dataDir)), ...said.flatMap(findCardNumbers).map(() => 'its log')]
      await rm(dataDir, { recursive: true, force: true })
      if (cards.length > 0) throw new Error(`Card numbers stand in ${cards.join(', ')}.`)
    },
  }
  const isCopied = demo === 'small' && settings.DATABASE_URL === '' && (await copyStore(dataDir))
  if (demo !== 'none' && !isCopied) await shop.toptan('demo', '--size', demo, '--pause-erp')
  return shop
}

/** Folder of a loaded small demo store; copying it takes a tenth of the time of loading one. */
export const storeVariable = 'TOPTAN_TEST_STORE'

/** Makes this folder the source for shops that are opened from now on, in this process and its children. */
export async function keepStore(dataDir: string): Promise<void> {
  const store = `${dataDir}-store`
  if (await copyFolder(dataDir, store)) process.env[storeVariable] = store
}

export async function removeStore(): Promise<void> {
  const store = process.env[storeVariable]
  if (store !== undefined) await rm(store, { recursive: true, force: true })
}

async function copyStore(dataDir: string): Promise<boolean> {
  const store = process.env[storeVariable]
  return store !== undefined && (await copyFolder(`${store}/.`, dataDir))
}

/** Copies with owners, because the database may belong to another user; false when `cp` is missing. */
function copyFolder(from: string, to: string): Promise<boolean> {
  return new Promise((resolve) => {
    const copying = spawn('cp', ['-a', from, to], { stdio: 'ignore' })
    copying.once('error', () => resolve(false))
    copying.once('exit', (code) => resolve(code === 0))
  })
}

/** Tests bundle this version; another one runs from its sources. */
const commandLine = (program: string) => (program === root ? programPath('cli/toptan.ts') : 'cli/toptan.ts')

type Server = ReturnType<typeof launchServer>

/** Shops of journeys live for a minute: collecting garbage while they start is a tenth of their start. */
const fewCollections = '--min-semi-space-size=16'

function launchServer(program: string, env: NodeJS.ProcessEnv) {
  return spawn(process.execPath, [fewCollections, commandLine(program), 'start'], {
    cwd: program,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function collectOutput({ stdout, stderr }: Server, said: string[]): void {
  for (const stream of [stdout, stderr]) stream.on('data', (chunk: Buffer) => said.push(String(chunk)))
}

/** Resolves when the server reports that it is open; one that `mayCrash` may reach its failpoint before that. */
function openingOf(child: Server, mayCrash: boolean): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      if (output.includes('is running at')) resolve()
    })
    child.once('exit', (code) => {
      if (code === null && mayCrash) resolve()
      else reject(new Error(`The shop ended with code ${code}.`))
    })
  })
}

/** Milliseconds; long enough for a busy machine, and less than the limit of a test. */
const longestStep = 200_000

/** Fails with the last lines of the server when a step takes too long: the limit of a test would not name the step. */
async function inTime<Value>(step: string, said: readonly string[], work: Promise<Value>): Promise<Value> {
  const limit = new AbortController()
  const late = sleep(longestStep, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`The shop did not ${step} within ${longestStep / 1000} seconds.`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([work, late])
  } catch (cause) {
    throw new Error(`${String(cause)}\n${said.join('').slice(-4_000)}`, { cause })
  } finally {
    limit.abort()
  }
}

/** The shop opens before its filters have counts, which journeys need. */
async function waitForCounts(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/catalog/products?limit=1`).catch(() => undefined)
    const list = answer?.ok ? ((await answer.json()) as { isPreparing?: boolean }) : undefined
    // Other responses during a start are not waited for.
    if (!list?.isPreparing) return
    await sleep(50)
  }
}

function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)))
}

function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = exitOf(child)
  child.kill(signal)
  return exit
}

function runToptan(program: string, args: string[], env: NodeJS.ProcessEnv, input = ''): Promise<string> {
  const child = spawn(process.execPath, [commandLine(program), ...args], { cwd: program, env, stdio: 'pipe' })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk))
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`toptan ${args.join(' ')} ended with code ${code}:\n${output}`)),
    )
  })
}

/** Resolves when the shop runs background jobs, which is after it serves pages. */
export async function waitForQueue({ pool }: Database): Promise<void> {
  for (;;) {
    // A start renews the queue, which an earlier one has created.
    const found = await pool
      .query(
        `SELECT FROM pgboss.queue WHERE name = 'export' AND updated_on > (SELECT max(started_on) FROM pgboss.instance)`,
      )
      .catch(() => [])
    if (found.length > 0) return
    await sleep(50)
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
