import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { describeUpgrade } from './upgrade-plan.ts'

let database: TestDatabase
let folder: string

const now = new Date('2026-11-30T12:00:00Z')

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'toptan-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  await database.pool.execute('INSERT INTO brands (code, name, slug) SELECT n, n, n FROM generate_series(1, 300) n')
  await database.pool.execute('ANALYZE brands, orders')
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const add = (name: string, sql: string) => writeFile(join(folder, name), sql)
const setRows = (rows: number) =>
  database.pool.execute("UPDATE pg_class SET reltuples = $1 WHERE relname IN ('orders', 'brands')", [rows])
async function sentences(kind: 'embedded' | 'external' = 'embedded'): Promise<string[] | undefined> {
  const lines = await describeUpgrade({ pool: database.pool, kind }, { dataDir: folder }, { now, folder })
  return lines?.map(({ level, text }) => `${level}: ${text}`)
}

test('nothing is said when the database is up to date', async () => {
  expect(await sentences()).toBeUndefined()
})

test('each migration is named with its kind, its tables and their rows, and an estimate; a missing backup is weak', async () => {
  await add('9001_names.sql', 'ALTER TABLE brands ADD COLUMN title text; CREATE TABLE makers (id int);')
  await add('9002_index.sql', '-- migration: index\nCREATE INDEX CONCURRENTLY a ON orders (note);')
  await add(
    '9003_moves.sql',
    "-- migration: batch of orders\nUPDATE orders SET note = '' WHERE id IN (SELECT 1 LIMIT $1);",
  )
  await setRows(1_200_000)
  expect(await sentences('external')).toEqual([
    'note: An upgrade runs 3 migrations, about 3 min in all:',
    'note:   9001_names.sql · quick · brands (1,200,000 rows) · less than a second',
    'note:   9002_index.sql · index · orders (1,200,000 rows) · about 4 s',
    'note:   9003_moves.sql · batch · orders (1,200,000 rows) · about 3 min',
    'note: The upgrade needs about 84 MB of disk space for the database; check its server.',
    'weak: There is no backup of this shop. Make one first: "toptan backup".',
    'note: The shop may run meanwhile: run "toptan migrate", then restart one process after the other.',
  ])
})

test('an interrupted batch is estimated by its own speed, and a contract by what has to be stopped first', async () => {
  await add('9004_contract.sql', '-- migration: contract after 9001\nALTER TABLE brands DROP COLUMN slug;')
  await setRows(1_000_000)
  await database.pool.execute(
    'INSERT INTO migration_progress (version, moved, milliseconds) VALUES (9003, 800000, 20000)',
  )
  const lines = (await sentences()) ?? []
  expect(lines[3]).toBe(
    'note:   9003_moves.sql · batch · orders (1,000,000 rows) · 800,000 rows are moved already · about 5 s',
  )
  expect(lines[4]).toBe('note:   9004_contract.sql · contract · brands (1,000,000 rows) · less than a second')
  expect(lines[5]).toMatch(/^ok: The upgrade needs about 70 MB of disk space for the database; \d+ MB are free\.$/)
  expect(lines.at(-1)).toContain('first run every process with the previous version')
})

test('a backup of today is enough, one of the day before yesterday is not', async () => {
  const made = (at: string) =>
    database.pool.execute(
      "INSERT INTO backups (name, state, started_at, finished_at) VALUES ($1::text, 'done', $1::text::timestamptz, now())",
      [at],
    )
  await made('2026-11-28T12:00:00Z')
  expect(await sentences()).toContain('weak: The newest backup is 48 hours old. Make one first: "toptan backup".')
  await made('2026-11-30T03:00:00Z')
  expect(await sentences()).toContain('ok: The newest backup is 9 hours old.')
})
