import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '#server/config.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { testSecret } from '#testing/shop.ts'
import { checkAddresses } from './database-addresses.ts'

let database: TestDatabase
let other: TestDatabase
beforeAll(async () => {
  ;[database, other] = await Promise.all([createTestDatabase({ empty: true }), createTestDatabase({ empty: true })])
})
afterAll(() => Promise.all([database.drop(), other.drop()]))

test.each([
  ['the same database', () => database.url, true],
  ['another database', () => other.url, false],
])('a pooler that leads to %s is reported, and a replica that is no standby', async (_what, pooled, isRight) => {
  const addresses = { DATABASE_URL: pooled(), DATABASE_DIRECT_URL: database.url, DATABASE_REPLICA_URL: database.url }
  const findings = await checkAddresses(parseConfig({ ...addresses, SESSION_SECRET: testSecret }), database.connection)
  expect(findings).toEqual([
    { isRight, text: `DATABASE_URL ${isRight ? 'leads' : 'does not lead'} to the database of DATABASE_DIRECT_URL` },
    { isRight: false, text: 'DATABASE_REPLICA_URL is not a standby of this database' },
  ])
})
