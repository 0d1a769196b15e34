import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { type ReadPart, readTogether, type WritePart, writeTogether } from './together.ts'
import { transaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.execute('CREATE TABLE boxes (id integer PRIMARY KEY, quantity integer NOT NULL)')
})
beforeEach(() => database.pool.execute('TRUNCATE boxes'))
afterAll(() => database.drop())

const boxes = () => database.pool.query('SELECT id, quantity FROM boxes ORDER BY id')

const added = (id: number, quantity: number): WritePart => ({
  name: 'add',
  ctes: { added: 'INSERT INTO boxes (id, quantity) VALUES ($1, $2)' },
  params: [id, quantity],
})
const taken = (ids: number[], quantity: number): WritePart => ({
  name: 'take',
  ctes: {
    wanted: 'SELECT unnest($1::integer[]) AS id',
    taken: `UPDATE boxes s SET quantity = s.quantity - $2 FROM wanted w
             WHERE s.id = w.id AND s.quantity >= $2 RETURNING s.id`,
  },
  params: [ids, quantity],
  expect: { cte: 'taken', rows: ids.length },
})

test('several changes are made by one statement, each with its own parameters', async () => {
  await writeTogether(database.pool, [])
  await writeTogether(database.pool, [added(1, 5)])
  await writeTogether(database.pool, [added(2, 7), taken([1], 2)])
  expect(await boxes()).toEqual([
    { id: 1, quantity: 3 },
    { id: 2, quantity: 7 },
  ])
})

test('a change that misses rows undoes the transaction', async () => {
  await writeTogether(database.pool, [added(1, 1)])
  const work = transaction(database.pool, (db) => writeTogether(db, [added(2, 7), taken([1], 2)]))
  await expect(work).rejects.toThrow('taken changed 0 rows and not 1.')
  expect(await boxes()).toEqual([{ id: 1, quantity: 1 }])
})

test('the rows of several statements are read as one, in their order', async () => {
  await writeTogether(database.pool, [added(1, 5)])
  await writeTogether(database.pool, [added(2, 7)])
  const over = (quantity: number): ReadPart<{ id: number }> => {
    return { sql: 'SELECT id FROM boxes WHERE quantity > $1 ORDER BY id DESC', params: [quantity] }
  }
  expect(await readTogether(database.pool, 'boxes', { all: over(0), few: over(6), none: over(7) })).toEqual({
    all: [{ id: 2 }, { id: 1 }],
    few: [{ id: 2 }],
    none: [],
  })
})
