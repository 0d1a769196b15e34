import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { saveFailedEmail } from '#server/monitoring/emails/failed-email-rows.ts'
import { openJobMetrics } from './job-metrics.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('jobs are counted by state, and emails that could not be delivered; before the first job all are 0', async () => {
  const { pool } = database
  const registry = new Registry()
  openJobMetrics(registry, pool)
  const figures = async () =>
    (await registry.metrics()).split('\n').filter((line) => /^(?:jobs\{|emails_failed )/.test(line))
  const jobs = await startJobs(database, () => {})
  await jobs.close()
  const none = ['jobs{state="waiting"} 0', 'jobs{state="running"} 0', 'jobs{state="retry"} 0', 'jobs{state="failed"} 0']
  expect(await figures()).toEqual([...none, 'emails_failed 0'])
  await pool.execute(
    "INSERT INTO outbox (id, name, data) SELECT gen_random_uuid(), name, '{}' FROM unnest(ARRAY['order-mail', 'note-mail']) name",
  )
  const failed = { name: 'order-mail', data: {}, recipient: 'a@example.com', error: '550' }
  await saveFailedEmail(pool, { jobId: '00000000-0000-4000-8000-000000000001', ...failed })
  expect(await figures()).toEqual(['jobs{state="waiting"} 2', ...none.slice(1), 'emails_failed 1'])
})
