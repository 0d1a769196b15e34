import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRow, insertStatement } from './insert-row.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
  await database.pool.execute(
    'CREATE TABLE notes (id int GENERATED ALWAYS AS IDENTITY, title text, pages int, tags text[], read_at timestamptz)',
  )
})
afterAll(() => database.drop())

test('inserts a row by column names and returns its id', async () => {
  const id = await insertRow(database.pool, 'notes', { pages: 3, title: 'Fiyatlar', tags: ['a', 'b'], read_at: null })
  expect(await database.pool.query('SELECT * FROM notes')).toEqual([
    { id, title: 'Fiyatlar', pages: 3, tags: ['a', 'b'], read_at: null },
  ])
})

test.each(['title; DROP TABLE notes', 'Title', 'a b', ''])('refuses %j as a name', (name) => {
  expect(() => insertStatement('notes', { [name]: 1 })).toThrow('is not a plain SQL identifier')
  expect(() => insertStatement(name, { title: 'x' })).toThrow('is not a plain SQL identifier')
})
