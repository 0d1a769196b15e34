import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPos } from '#demo/trade/pos.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { describeUnreadable } from './unreadable-values.ts'

const entered = 'the secret under which keys were entered'
const other = 'another secret of at least thirty-two letters'
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('keys of another SESSION_SECRET are counted by kind; with the former secret they can be read', async () => {
  const { pool } = database
  expect(await describeUnreadable(pool, other)).toBeNull()
  await insertPos(pool, entered)
  await pool.execute('UPDATE pos_accounts SET secrets = NULL WHERE id > (SELECT min(id) FROM pos_accounts)')
  expect(await describeUnreadable(pool, entered)).toBeNull()
  expect(await describeUnreadable(pool, [other, entered])).toBeNull()
  expect(await describeUnreadable(pool, other)).toBe(
    '1 key cannot be read with this SESSION_SECRET (POS accounts: 1). Set the secret under which they were entered, or enter them again.',
  )
})
