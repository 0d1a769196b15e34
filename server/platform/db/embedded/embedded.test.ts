import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { forkOwner, startOwner, temporaryFolder } from './test-process.ts'

type Folder = Awaited<ReturnType<typeof temporaryFolder>>

let made: Folder
let folder: Folder
const dataDir = () => folder.path

/**
 * Copies a database that was created and stopped before into the folder: creating one takes longer than everything else
 * here.
 */
const copyMade = () => promisify(execFile)('cp', ['-a', `${made.path}/.`, dataDir()])

beforeAll(async () => {
  made = await temporaryFolder()
  await (await startEmbedded({ dataDir: made.path })).stop()
})
afterAll(() => made.remove())

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

async function ask<Row extends object>({ connection }: Pick<Embedded, 'connection'>, sql: string): Promise<Row[]> {
  const pool = createPool(connection, { max: 1 })
  return await pool.query<Row>(sql).finally(() => pool.close())
}

/** All postmasters that use a folder below this one, found by inspecting all processes. */
function postmasters(): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  const found = pids.filter((pid) => {
    const words = read(`/proc/${pid}/cmdline`).split('\0')
    return words[0]?.endsWith('/postgres') && words.some((word) => word.startsWith(dataDir()))
  })
  // A child has the command line of its postmaster until it sets a title of its own.
  return found.filter((pid) => !found.includes(Number(/^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1])))
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

test('creates a durable UTF-8 database once and finds it again', async () => {
  const first = await startEmbedded({ dataDir: dataDir() })
  expect(first).toMatchObject({ created: true, adopted: false })
  const [facts] = await ask(
    first,
    `SELECT current_setting('fsync') fsync, current_setting('synchronous_commit') sync, current_setting('jit') jit,
            current_setting('listen_addresses') addresses, current_setting('timezone') zone,
            pg_encoding_to_char(encoding) encoding, datlocprovider provider, datlocale locale
       FROM pg_database WHERE datname = current_database()`,
  )
  expect(facts).toEqual({
    fsync: 'on',
    sync: 'on',
    jit: 'off',
    addresses: '',
    zone: 'Europe/Istanbul',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
  })
  await ask(first, 'CREATE TABLE kept (x int)')
  await first.stop()
  expect(postmasters()).toEqual([])
  const second = await startEmbedded({ dataDir: dataDir() })
  expect(second).toMatchObject({ created: false, adopted: false })
  expect(await ask(second, 'SELECT * FROM kept')).toEqual([])
  await second.stop()
})

test('adopts the database that a killed server left running', async () => {
  await copyMade()
  const owner = await startOwner(dataDir())
  await ask(owner, 'CREATE TABLE kept AS SELECT 7 AS x')
  const [before] = postmasters()
  await owner.kill()
  expect(postmasters()).toEqual([before])
  const next = await startEmbedded({ dataDir: dataDir() })
  expect(next).toMatchObject({ adopted: true, created: false })
  expect(next.pid()).toBe(before)
  expect(await ask(next, 'SELECT x FROM kept')).toEqual([{ x: 7 }])
  await next.stop()
  expect(postmasters()).toEqual([])
})

test('replaces an orphan that does not respond, and never runs two', async () => {
  await copyMade()
  const owner = await startOwner(dataDir())
  await ask(owner, 'CREATE TABLE kept AS SELECT 7 AS x')
  await owner.kill()
  const [deaf = 0] = postmasters()
  process.kill(deaf, 'SIGSTOP')
  const next = await startEmbedded({ dataDir: dataDir() })
  expect(next.adopted).toBe(false)
  expect(postmasters()).toEqual([next.pid()])
  expect(next.pid()).not.toBe(deaf)
  expect(await ask(next, 'SELECT x FROM kept')).toEqual([{ x: 7 }])
  await next.stop()
})

test('refuses a second server with a clear message', async () => {
  await copyMade()
  const owner = await startOwner(dataDir())
  await expect(startEmbedded({ dataDir: dataDir() })).rejects.toThrow(/Another server is already running on/)
  expect(await ask(owner, 'SELECT 1 AS x')).toEqual([{ x: 1 }])
  await owner.close()
})

test('lets a command use the database of the running server and leaves it running', async () => {
  await copyMade()
  const owner = await startOwner(dataDir())
  const [before] = postmasters()
  const command = await openDatabase({ dataDir: dataDir() }, { role: 'command' })
  expect(await command.pool.query('SELECT 1 AS x')).toEqual([{ x: 1 }])
  await command.close()
  expect(postmasters()).toEqual([before])
  await owner.close()
  expect(postmasters()).toEqual([])
})

test('lets a command start the database for its own duration, and a server that starts in between keeps it', async () => {
  await copyMade()
  const command = await openDatabase({ dataDir: dataDir() }, { role: 'command' })
  const owner = await startOwner(dataDir())
  expect(owner.ok).toBe(true)
  await command.close()
  expect(await ask(owner, 'SELECT 1 AS x')).toEqual([{ x: 1 }])
  await owner.close()
  expect(postmasters()).toEqual([])
})

test('keeps the database for a command that is still working when the server stops', async () => {
  await copyMade()
  const owner = await startOwner(dataDir())
  const command = await openDatabase({ dataDir: dataDir() }, { role: 'command' })
  await owner.close()
  expect(await command.pool.query('SELECT 1 AS x')).toEqual([{ x: 1 }])
  await command.close()
  expect(postmasters()).toEqual([])
})

test('lets three processes that start at once share one postmaster', async () => {
  const owners = await Promise.all([
    startOwner(dataDir(), 'server'),
    startOwner(dataDir(), 'command'),
    startOwner(dataDir(), 'command'),
  ])
  expect(owners.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(owners.filter(({ created }) => created)).toHaveLength(1)
  expect(postmasters()).toHaveLength(1)
  await Promise.all(owners.map((owner) => owner.close()))
  expect(postmasters()).toEqual([])
})

test('ignores a postmaster.pid whose process id belongs to another program', async () => {
  await copyMade()
  const first = await startEmbedded({ dataDir: dataDir() })
  const file = join(dataDir(), 'postgres', 'cluster', 'postmaster.pid')
  const text = read(file)
  await first.stop()
  writeFileSync(file, text.replace(/^\d+/, String(process.pid)))
  const second = await startEmbedded({ dataDir: dataDir() })
  expect(await ask(second, 'SELECT 1 AS x')).toEqual([{ x: 1 }])
  await second.stop()
})

test('leaves no partial database when a start is killed during its creation', async () => {
  const inside = join(dataDir(), 'postgres')
  for (const patience of [150, 250, 400]) {
    const child = forkOwner(dataDir(), 'server')
    await setTimeout(patience)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const isWhole = existsSync(join(inside, 'cluster', 'global', 'pg_control'))
    expect(existsSync(join(inside, 'cluster'))).toBe(isWhole)
  }
  const next = await startEmbedded({ dataDir: dataDir() })
  expect(await ask(next, 'SELECT 1 AS x')).toEqual([{ x: 1 }])
  await next.stop()
  const again = await startEmbedded({ dataDir: dataDir() })
  expect(readdirSync(inside).filter((name) => name.startsWith('cluster.draft'))).toEqual([])
  await again.stop()
})
