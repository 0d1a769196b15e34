import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDatabase } from '#server/platform/db/other-database.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { checkRights } from './database-rights.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ empty: true, max: 1 })
})
afterAll(() => database.drop())

test('the superuser of a UTF8 database has all that the shop needs', async () => {
  expect(await checkRights(database.pool)).toEqual([])
})

test('another encoding is a problem, with the statement that makes the right database', async () => {
  const name = `${await nameOf(database)}_ascii`
  await database.pool.execute(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'
    LOCALE_PROVIDER libc`)
  const ascii = createPool(withDatabase(database.connection, name), { role: 'command', max: 1 })
  try {
    expect(await checkRights(ascii)).toEqual([
      {
        level: 'problem',
        text: expect.stringMatching(
          new RegExp(`^The encoding of the database ${name} is SQL_ASCII, .*ENCODING 'UTF8' LOCALE 'C'`),
        ),
      },
    ])
  } finally {
    await ascii.close()
    await database.pool.execute(`DROP DATABASE ${name}`)
  }
})

test('a user who may not make tables learns the statement that lets it; not to make databases is a note', async () => {
  const name = await nameOf(database)
  const user = `${name}_user`
  const { pool } = database
  await pool.execute(`CREATE ROLE ${user}`)
  const asUser = async () => {
    await pool.execute(`SET ROLE ${user}`)
    return checkRights(pool).finally(() => pool.execute('RESET ROLE'))
  }
  try {
    const note = { level: 'note', text: expect.stringContaining(`ALTER ROLE ${user} CREATEDB`) }
    const ownership = `ALTER DATABASE ${name} OWNER TO ${user}`
    expect(await asUser()).toEqual([{ level: 'problem', text: expect.stringContaining(ownership) }, note])
    await pool.execute(ownership)
    expect(await asUser()).toEqual([note])
    await pool.execute(`ALTER ROLE ${user} CREATEDB`)
    expect(await asUser()).toEqual([])
  } finally {
    await pool.execute(`ALTER DATABASE ${name} OWNER TO CURRENT_USER`)
    await pool.execute(`DROP ROLE ${user}`)
  }
})

async function nameOf({ pool }: TestDatabase): Promise<string> {
  const row = await pool.one<{ name: string }>('SELECT current_database() AS name')
  return row?.name ?? ''
}
