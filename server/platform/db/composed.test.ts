import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sqlFor } from './composed.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { transaction } from './transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('composes by the schema and runs on the pool or inside a transaction', async () => {
  const names = sqlFor.selectFrom('schema_migrations').select('name').orderBy('version').limit(1)
  const [first] = await run(database.pool, names)
  expect(first?.name).toMatch(/^0001_/)
  await transaction(database.pool, async (db) => {
    await run(db, sqlFor.deleteFrom('schema_migrations').where('version', '=', 1))
    const [next] = await run(db, names)
    expect(next?.name).not.toBe(first?.name)
  })
})
