import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'

let database: TestDatabase
let folder: string

const rows = 4_000
const impatient = { lockTimeout: 50, pause: 10, limit: 60_000 }

beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.execute('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  folder = await mkdtemp(join(tmpdir(), 'toptan-migrations-'))
  await add(
    '0001_goods.sql',
    `CREATE TABLE goods (id int PRIMARY KEY, name text, moves int NOT NULL DEFAULT 0);
     INSERT INTO goods SELECT n, 'n' || n FROM generate_series(1, ${rows}) n; ANALYZE goods;`,
  )
  const schema = ['0570_upgrades.sql', '0581_migration_progress.sql'].map((name) =>
    readFile(join(migrationsFolder, name), 'utf8'),
  )
  await add('0002_schema.sql', (await Promise.all(schema)).join('\n'))
  await migrate(database.pool, folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const add = (name: string, sql: string) => writeFile(join(folder, name), sql)
const addBatch = () =>
  add(
    '0003_moves.sql',
    `-- migration: batch of goods
     UPDATE goods SET moves = moves + 1 WHERE id IN (SELECT id FROM goods WHERE moves = 0 ORDER BY id LIMIT $1)`,
  )
const progress = () => database.pool.one<{ moved: number }>('SELECT moved, moved_table, total FROM migration_progress')
const moved = () => database.pool.query('SELECT moves, count(*)::int AS n FROM goods GROUP BY moves')

/** Whether a session waits for a lock; `pattern` is that of its statement. */
async function waits(pattern: string): Promise<boolean> {
  const found = await database.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
    [pattern],
  )
  return found.length > 0
}

test('rows are moved in batches, and the log says how far it is', async () => {
  await addBatch()
  const lines: string[] = []
  await migrate(database.pool, folder, { log: (line) => lines.push(line) })
  expect(await moved()).toEqual([{ moves: 1, n: rows }])
  expect(await progress()).toBeUndefined()
  expect(lines[0]).toBe(`0003_moves.sql: 1000 rows of at most ${rows}`)
  expect(lines.at(-1)).toBe(`0003_moves.sql: ${rows} rows`)
  expect(await migrate(database.pool, folder)).toEqual({ applied: [] })
})

test('after a kill in the middle of a batch, the next process moves the rest, and no row twice', async () => {
  await addBatch()
  await database.pool.withClient(async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM goods WHERE id = 2000 FOR UPDATE')
    const process = fork(join(import.meta.dirname, 'test-migrator.ts'), [database.url, folder])
    await expect.poll(() => waits('%UPDATE goods%')).toBe(true)
    process.kill('SIGKILL')
    await once(process, 'exit')
    await client.query('ROLLBACK')
  })
  expect(await progress()).toEqual({ moved: 1_000, moved_table: 'goods', total: rows })
  const lines: string[] = []
  await migrate(database.pool, folder, { log: (line) => lines.push(line) })
  expect(await moved()).toEqual([{ moves: 1, n: rows }])
  expect(lines[0]).toBe(`0003_moves.sql: 2000 rows of at most ${rows}`)
})

test('a batch that meets a locked row gives up its locks and tries again with fewer rows', async () => {
  await addBatch()
  await database.pool.withClient(async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM goods WHERE id = 1500 FOR UPDATE')
    const done = migrate(database.pool, folder, { patience: impatient })
    // Halved again and again, a batch ends before the locked row.
    await expect.poll(async () => (await progress())?.moved ?? 0).toBeGreaterThan(1_450)
    await client.query('ROLLBACK')
    await done
  })
  expect(await moved()).toEqual([{ moves: 1, n: rows }])
})

test('a long reading query delays a migration, and nobody waits behind the migration', async () => {
  await add('0003_column.sql', 'ALTER TABLE goods ADD COLUMN size int')
  const lines: string[] = []
  await database.pool.withClient(async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM goods LIMIT 1')
    const done = migrate(database.pool, folder, { patience: impatient, log: (line) => lines.push(line) })
    await expect.poll(() => lines.length).toBeGreaterThan(2)
    // Would be waiting for the migration if that waited for the long query.
    for (let i = 0; i < 20; i += 1) {
      await database.pool.execute(`SET lock_timeout = '30s'; UPDATE goods SET name = 'x' WHERE id = ${i}`)
    }
    await client.query('COMMIT')
    expect(await done).toEqual({ applied: ['0003_column.sql'] })
  })
  expect(lines[0]).toMatch(
    /^0003_column.sql waits for session \d+ \(toptan-command\), whose transaction is \d+ s old, and tries again\.$/,
  )
})

test('a migration that never gets its lock fails and says so', async () => {
  await add('0003_column.sql', 'ALTER TABLE goods ADD COLUMN size int')
  await database.pool.withClient(async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM goods LIMIT 1')
    const patience = { lockTimeout: 10, pause: 1, limit: 50 }
    await expect(migrate(database.pool, folder, { patience })).rejects.toThrow(
      'Migration 0003_column.sql failed and was undone: canceling statement due to lock timeout',
    )
    await client.query('COMMIT')
  })
})

test('an index is made while a transaction changes the table and a second process waits for its turn', async () => {
  await add('0003_index.sql', '-- migration: index\nCREATE INDEX CONCURRENTLY goods_name ON goods (name);\n')
  const runs = await database.pool.withClient(async (client) => {
    await client.query('BEGIN')
    await client.query("UPDATE goods SET name = 'y' WHERE id = 1")
    const both = [1, 2].map(() => migrate(database.pool, folder))
    await expect.poll(() => waits('CREATE INDEX CONCURRENTLY%')).toBe(true)
    await database.pool.execute("UPDATE goods SET name = 'z' WHERE id = 2")
    await client.query('COMMIT')
    return Promise.all(both)
  })
  expect(runs.flatMap(({ applied }) => applied)).toEqual(['0003_index.sql'])
  expect(await validIndexes()).toEqual(['goods_name', 'goods_pkey'])
})

test('an index that an interrupted attempt left incomplete is made again', async () => {
  await add('0003_index.sql', '-- migration: index\nCREATE UNIQUE INDEX CONCURRENTLY goods_moves ON goods (moves);\n')
  // The rows are not unique yet.
  await expect(migrate(database.pool, folder)).rejects.toThrow('could not create unique index')
  expect(await validIndexes()).toEqual(['goods_pkey'])
  await database.pool.execute('UPDATE goods SET moves = id')
  await migrate(database.pool, folder)
  expect(await validIndexes()).toEqual(['goods_moves', 'goods_pkey'])
})

async function validIndexes(): Promise<string[]> {
  const indexes = await database.pool.query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = 'goods'::regclass AND i.indisvalid ORDER BY 1`,
  )
  return indexes.map(({ name }) => name)
}
