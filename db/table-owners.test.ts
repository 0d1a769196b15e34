import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#cli/root.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composedWrites, tableOwners } from './table-owners.ts'

let database: TestDatabase
let writes: { path: string; table: string }[]

beforeAll(async () => {
  database = await createTestDatabase()
  writes = await findWrites()
})
afterAll(() => database.drop())

const WRITE =
  /(?:(?:insertRow|insertStatement|deleteBatches)\((?:\s*(?:db|pool),)?\s*'|(?:INSERT INTO|DELETE FROM|MERGE INTO|TRUNCATE|COPY|(?<!FOR |FOR NO KEY |DO |THEN )UPDATE)\s+(?:ONLY\s+)?)([a-z_]+|\$\{[^}]*\})/g

/** The tables that the SQL in a source text changes; a name that is composed at run time as it is written, `${table}`. */
function tablesWrittenBy(source: string): string[] {
  return [...new Set([...source.matchAll(WRITE)].map(([, table = '']) => table))]
}

async function findWrites(): Promise<{ path: string; table: string }[]> {
  const found: { path: string; table: string }[] = []
  for await (const path of glob('server/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/test-[^/]*$/.test(path)) continue
    const source = await readFile(join(root, path), 'utf8')
    found.push(...tablesWrittenBy(source).map((table) => ({ path, table })))
  }
  return found
}

test('every table has one owning feature', async () => {
  const tables = await database.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  )
  expect(Object.keys(tableOwners).sort()).toEqual(tables.map(({ name }) => name).sort())
})

test('a table is written by its owner alone', () => {
  const byName = writes.filter(({ table }) => table in tableOwners)
  const composed = Object.entries(composedWrites).flatMap(([path, tables]) => tables.map((table) => ({ path, table })))
  const foreign = [...byName, ...composed].filter(
    ({ path, table }) => !path.startsWith(`server/${tableOwners[table]}/`),
  )
  expect(foreign).toEqual([])
  expect(new Set(byName.map(({ table }) => table)).size).toBeGreaterThan(50)
})

test('files that compose the name of a table list the tables that they write', () => {
  const composing = writes.filter(({ table }) => table.startsWith('$')).map(({ path }) => path)
  expect([...new Set(composing)].sort()).toEqual(Object.keys(composedWrites).sort())
})

test.each([
  ['INSERT INTO users (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET name = $1', ['users']],
  ['UPDATE ONLY users SET name = $1', ['users']],
  ['WITH gone AS (DELETE FROM carts RETURNING id) UPDATE users u SET name = $1', ['carts', 'users']],
  ['MERGE INTO stock USING given ON true WHEN MATCHED THEN UPDATE SET n = 1', ['stock']],
  ['TRUNCATE users', ['users']],
  ['COPY users FROM STDIN', ['users']],
  ['INSERT INTO ${table} (name)', ['${table}']],
  ["insertRow(db, 'users', { name })", ['users']],
  ["insertStatement('users', { name })", ['users']],
  ["deleteBatches(pool, 'users', 'id < 0')", ['users']],
  ['SELECT id FROM users FOR UPDATE OF users', []],
  ['SELECT id FROM users FOR NO KEY UPDATE', []],
])('finds the tables that %j writes', (sql, tables) => {
  expect(tablesWrittenBy(sql)).toEqual(tables)
})
