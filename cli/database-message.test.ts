import { expect, test } from 'vitest'
import { createPool } from '#server/platform/db/pool.ts'
import { createTestDatabase } from '#server/platform/db/test-database.ts'
import { withDatabase } from '#server/platform/db/other-database.ts'
import { databaseMessage } from './database-message.ts'

async function messageFor(connection: Parameters<typeof createPool>[0], sql = 'SELECT 1'): Promise<string | undefined> {
  const pool = createPool(connection, { role: 'command', max: 1 })
  const error: unknown = await pool.execute(sql).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  await pool.close()
  return error instanceof Error ? databaseMessage(error) : undefined
}

test('a server that cannot be reached', async () => {
  // Port 1 of this machine has no listener.
  expect(await messageFor({ connectionString: 'postgres://toptan@127.0.0.1:1/toptan' })).toBe(
    'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Is PostgreSQL running there? See DATABASE_URL.',
  )
  const both = Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:1')]), { code: 'ECONNREFUSED' })
  expect(databaseMessage(both)).toContain('cannot be reached: connect ECONNREFUSED ::1:1.')
})

test('errors of PostgreSQL name a remedy; other errors have no message', async () => {
  const database = await createTestDatabase({ empty: true })
  try {
    expect(await messageFor(withDatabase(database.connection, 'toptan_absent'))).toMatch(
      /database "toptan_absent" does not exist\. Correct DATABASE_URL/,
    )
    const denied = "DO $$ BEGIN RAISE 'permission denied for schema public' USING ERRCODE = '42501'; END $$"
    expect(await messageFor(database.connection, denied)).toMatch(
      /^PostgreSQL reports: permission denied for schema public\. .*ALTER DATABASE <database> OWNER TO <user>\.$/,
    )
    expect(await messageFor(database.connection, 'SELECT nonsense')).toBeUndefined()
  } finally {
    await database.drop()
  }
  expect(databaseMessage(new TypeError('x is not a function'))).toBeUndefined()
})
