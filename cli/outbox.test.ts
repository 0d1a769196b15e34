import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { holdEmails, releaseEmails } from '#server/platform/jobs/held-emails.ts'
import { describeHeld } from './outbox.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('emails are held only after a restore; what to type next follows their list', async () => {
  const { pool } = database
  await pool.execute("INSERT INTO outbox (id, name, data) VALUES (gen_random_uuid(), 'order-mail', '{}')")
  expect(await describeHeld(pool)).toBe('No emails are held.')
  await holdEmails(pool, { backup: 'toptan-20261129T000601Z', at: new Date('2026-11-29T00:06:01Z') })
  expect((await describeHeld(pool)).split('\n')).toEqual([
    expect.stringMatching(/^order-mail +1 from the backup, 0 since the restore$/),
    expect.stringMatching(/^"toptan outbox drop" .* "toptan outbox release" /),
  ])
  await pool.execute('DELETE FROM outbox')
  expect(await describeHeld(pool)).toMatch(/^No emails wait yet; new ones are held\.\n"toptan outbox release"/)
  await releaseEmails(pool)
  expect(await describeHeld(pool)).toBe('No emails are held.')
})
