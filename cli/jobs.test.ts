import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { run } from './jobs.ts'

let database: TestDatabase
let queue: Jobs
beforeAll(async () => {
  database = await createTestDatabase()
  queue = await startJobs(database, () => {})
  for (const name of ['order-mail', 'card.remove']) await queue.schedule(name, '0 0 1 1 *', async () => {})
  // From here on no process takes jobs.
  await queue.close()
})
afterAll(() => database.drop())

const printed = { log: '', error: '' }
beforeEach(async () => {
  vi.stubEnv('DATABASE_URL', database.url)
  for (const kind of ['log', 'error'] as const) {
    printed[kind] = ''
    vi.spyOn(console, kind).mockImplementation((line) => void (printed[kind] += `${line}\n`))
  }
  await database.pool.execute('DELETE FROM outbox')
  await database.pool.withClient((client) => client.query('DELETE FROM pgboss.job'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

type Made = { name?: string; state?: string; message?: string; at?: string }

/** Adds a finished job to the queue and returns its id. It is due long after the test, until it is run again. */
async function add({ name = 'order-mail', state = 'failed', message = 'connect ECONNREFUSED 127.0.0.1:25', at }: Made) {
  const id = randomUUID()
  await database.pool.withClient((client) =>
    client.query(
      `INSERT INTO pgboss.job (id, name, data, state, retry_count, retry_limit, completed_on, start_after, output)
       VALUES ($1, $2, '{}', $3, 14, 14, $4, '2099-12-01T09:00:00Z', jsonb_build_object('message', $5::text))`,
      [id, name, state, at ?? '2026-11-30T08:00:00Z', message],
    ),
  )
  return id
}

async function stateOf(id: string): Promise<unknown> {
  const sql =
    'SELECT state, retry_count < retry_limit AS "hasTries", start_after <= now() AS "isDue" FROM pgboss.job WHERE id = $1'
  return (await database.pool.withClient((client) => client.query(sql, [id]))).rows[0]
}
const isRunAgain = { state: 'retry', hasTries: true, isDue: true }

test('shows each queue with its numbers, and the last failures with their reasons', async () => {
  const older = await add({ message: 'ayse@example.com: connect ECONNREFUSED 127.0.0.1:25' })
  const newer = await add({ state: 'retry', message: 'no space left on device', at: '2026-11-30T08:05:00Z' })
  await enqueue(database.pool, 'export', {})
  expect(await run([])).toBe(0)
  const lines = printed.log
    .trimEnd()
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, '  '))
  expect(lines).toEqual([
    'queue  running  failed  to retry  waiting  done (24 h)',
    'export  0  0  0  1  0',
    'order-mail  0  1  1  0  0',
    '',
    'The last failures:',
    `${newer}  order-mail  2026-11-30T08:05:00.000Z  15 failed attempts. Next attempt: 2099-12-01T09:00:00.000Z`,
    '  The disk is full. no space left on device',
    `${older}  order-mail  2026-11-30T08:00:00.000Z  15 failed attempts. Not retried any more`,
    '  The other side could not be reached. a…@example.com: connect ECONNREFUSED 127.0.0.1:25',
  ])
})

test('says that there are no jobs', async () => {
  await run([])
  expect(printed.log).toBe('No jobs wait, run or failed, and none was done in the last 24 hours.\n')
})

test('prints the same facts as JSON', async () => {
  const id = await add({})
  expect(await run(['--json'])).toBe(0)
  expect(JSON.parse(printed.log)).toMatchObject({
    queues: [{ name: 'order-mail', failed: 1, retry: 0, waiting: 0, running: 0, done: 0 }],
    failures: [{ id, name: 'order-mail', state: 'failed', reason: 'connection', failures: 15 }],
    bankSteps: 0,
  })
})

test('runs only the job with the given id again, with all of its tries, and records it in the audit log', async () => {
  const [first, second] = [await add({}), await add({})]
  expect(await run(['retry', first])).toBe(0)
  expect(printed.log).toBe('1 job runs again within seconds, if the shop is running.\n')
  expect([await stateOf(first), await stateOf(second)]).toMatchObject([isRunAgain, { state: 'failed' }])
  const audited = await database.pool.query("SELECT action, noun_id, after FROM audit_log WHERE noun = 'job'")
  expect(audited).toMatchObject([{ action: 'retry', noun_id: 'order-mail', after: { job: first } }])
})

test('runs all failed jobs of a queue again, however many pages of the list they take', async () => {
  const ids = await Promise.all(Array.from({ length: 103 }, () => add({})))
  const waits = await add({ state: 'retry' })
  const other = await add({ name: 'card.remove' })
  expect(await run(['retry', 'order-mail'])).toBe(0)
  expect(printed.log).toBe('104 jobs run again within seconds, if the shop is running.\n')
  for (const id of [...ids, waits]) expect(await stateOf(id)).toEqual(isRunAgain)
  expect(await stateOf(other)).toMatchObject({ state: 'failed' })
})

test('runs no step at a bank again', async () => {
  const id = await add({ name: 'card.remove' })
  expect(await run(['retry', id])).toBe(1)
  expect(printed.error).toContain('The shop asks the bank first')
  expect(await stateOf(id)).toMatchObject({ state: 'failed' })
})

test.each([randomUUID(), 'order-mail'])('names what it does not find: %s', async (subject) => {
  expect(await run(['retry', subject])).toBe(1)
  expect(printed.error).toContain(`No failed job has the id ${subject}`)
})

test.each([[['retry']], [['drop']], [['retry', 'a', 'b']], [['retry', 'a', '--json']]])('refuses %j', async (args) => {
  expect(await run(args)).toBe(2)
  expect(printed.error).toContain('toptan jobs retry <id|queue>')
})
