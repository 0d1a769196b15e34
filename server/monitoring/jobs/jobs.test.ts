import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type JobList, scheduleKinds, type ScheduleList } from '#contract/admin/jobs.ts'
import { driverOptions } from '#server/platform/db/connection.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { processName } from '#server/platform/jobs/job-runs.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import tr from '#locales/tr.json' with { type: 'json' }
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { describeFailure } from './job-reason.ts'

let shop: TestShop
let pool: Pool
let staff: TestVisitor
let jobs: Jobs
/** The work of the jobs; a test replaces it. */
let work: () => Promise<void> = async () => {}
let scheduled = async () => {}

const names = ['order-mail', 'card.remove', 'orders.mask-cards']

beforeAll(async () => {
  shop = await openTestShop()
  pool = shop.database.pool
  staff = await shop.signedIn(await addAdmin(pool))
  // Before the queue has made its tables.
  expect(await listed()).toMatchObject({ items: [], total: 0, bankSteps: 0 })
  expect(await repeated()).toEqual({ schedules: [], processes: [], migrations: [] })
  jobs = await startJobs(shop.database, () => {})
  for (const name of names) await jobs.work(name, () => work())
  await jobs.schedule('purge', '17 * * * *', () => scheduled())
})
afterAll(async () => {
  await jobs.close()
  await shop.close()
})
beforeEach(async () => {
  work = async () => {}
  await pool.execute('DELETE FROM outbox')
  await pool.withClient((client) => client.query("DELETE FROM pgboss.job WHERE state <> 'active'"))
})

const listed = async (query = '') => (await staff.send('GET', `/yonetim/jobs${query}`)).body as JobList
const repeated = async () => (await staff.send('GET', '/yonetim/job-schedules')).body as ScheduleList
const change = (what: 'retry' | 'remove', { name, id }: { name: string; id: string }) =>
  staff.send('POST', `/yonetim/jobs/${what}`, { body: { name, id } })
const fail = (message: string) => async () => {
  throw new Error(message)
}

/** The only job of the list, once it is in this state. */
async function only(state: string) {
  await expect.poll(async () => (await listed(`?state=${state}`)).items.map((job) => job.state)).toEqual([state])
  return (await listed(`?state=${state}`)).items[0] as JobList['items'][number]
}

test('a running job is listed with the process that runs it, and with its duration when it is done', async () => {
  const end = Promise.withResolvers<void>()
  work = () => end.promise
  await enqueue(pool, 'order-mail', { orderId: 1 })
  await only('running')
  await expect.poll(async () => (await listed()).items[0]?.process).toBe(processName)
  expect((await listed()).counts).toMatchObject({ running: 1, waiting: 0, done: 0 })
  end.resolve()
  const done = await only('done')
  expect(done.seconds).toBeGreaterThan(0)
  expect(done).toMatchObject({ name: 'order-mail', process: null, reason: null })
  expect(await listed()).toMatchObject({ items: [], total: 0, counts: { done: 1 }, kinds: ['order-mail'] })
})

test('a failed job has its reason, its next try, and no address of a person; it is run again at once', async () => {
  work = fail('connect ECONNREFUSED 127.0.0.1:25 for ayse@example.com')
  await enqueue(pool, 'order-mail', { orderId: 1 })
  const failed = await only('retry')
  expect(failed).toMatchObject({ reason: 'connection', failures: 1, detail: expect.stringContaining('a…@example.com') })
  expect(Date.parse(failed.nextTryAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  // So that the queue does not try by itself during the test.
  await pool.withClient((client) => client.query("UPDATE pgboss.job SET start_after = now() + interval '1 hour'"))
  work = async () => {}
  expect((await change('retry', failed)).status).toBe(200)
  await only('done')
  const audit = await staff.send('GET', '/yonetim/audit?noun=job&action=retry')
  expect(audit.body).toMatchObject({ items: [{ nounId: 'order-mail', after: { job: failed.id } }] })
})

test('a job that was given up is run again with all of its tries', async () => {
  const id = randomUUID()
  await pool.withClient((client) =>
    client.query(
      `INSERT INTO pgboss.job (id, name, data, state, retry_count, retry_limit, completed_on, output)
       VALUES ($1, 'order-mail', '{}', 'failed', 14, 14, now(), '{"value": {"message": "job heartbeat timeout"}}')`,
      [id],
    ),
  )
  expect(await only('failed')).toMatchObject({ reason: 'process', failures: 15, nextTryAt: null })
  work = fail('again')
  await change('retry', { name: 'order-mail', id })
  await expect.poll(async () => (await listed()).items[0]?.detail).toBe('again')
  expect(await only('retry')).toMatchObject({ reason: 'other' })
})

test('a job that waits is removed, one that runs is not', async () => {
  const id = randomUUID()
  await pool.execute("INSERT INTO outbox (id, name, data) VALUES ($1, 'list-mail', '{}')", [id])
  expect(await listed('?kind=list-mail')).toMatchObject({ items: [{ id, state: 'waiting' }], total: 1 })
  expect((await change('remove', { name: 'list-mail', id })).status).toBe(200)
  expect((await listed()).total).toBe(0)
  expect((await change('remove', { name: 'list-mail', id })).status).toBe(404)

  const end = Promise.withResolvers<void>()
  work = () => end.promise
  await enqueue(pool, 'order-mail', {})
  const running = await only('running')
  expect((await change('remove', running)).status).toBe(404)
  expect((await change('retry', running)).status).toBe(404)
  end.resolve()
  await only('done')
})

test('steps at banks are neither run again nor removed, and duties are not removed', async () => {
  for (const [what, name] of [
    ['retry', 'card.remove'],
    ['remove', 'card.remove'],
    ['remove', 'orders.mask-cards'],
    ['remove', 'purge'],
  ] as const) {
    const answer = await change(what, { name, id: randomUUID() })
    expect([answer.status, codeOf(answer)]).toEqual([409, 'job_locked'])
  }
})

test('payments about which a bank is asked are counted, and are no jobs', async () => {
  const { dealer, userId } = await addDealer(pool)
  await pool.execute(
    `WITH account AS (INSERT INTO pos_accounts (code, name, adapter, mode) VALUES ('test', 'Test', 'nestpay', 'own_form') RETURNING id)
     INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment, base_amount, amount, inquire_at)
     SELECT 'TEST0000000000000009', 'account', 'account:1', 'unknown', $1, $2, id, 1, 10, 10, now() + interval '1 hour' FROM account`,
    [dealer?.id, userId],
  )
  expect(await listed()).toMatchObject({ items: [], bankSteps: 1 })
})

test('a schedule has its last run, the process that ran it, and its next start', async () => {
  // As its clock does: the worker hears of the job at once.
  const boss = new PgBoss({ ...driverOptions(pool.connection), max: 1, supervise: false, schedule: false })
  await boss.start()
  await boss.send('purge')
  await boss.stop({ graceful: false })
  await expect.poll(async () => (await repeated()).schedules[0]?.last?.state).toBe('done')
  const { schedules, processes } = await repeated()
  expect(schedules).toMatchObject([
    { name: 'purge', minute: 17, fromHour: 0, toHour: 23, last: { process: processName } },
  ])
  expect(new Date(schedules[0]?.nextAt ?? 0).getUTCMinutes()).toBe(17)
  expect(processes).toMatchObject([{ name: processName, running: expect.any(Number) }])
})

test('an update of the database that moves rows shows how far it is, how long it takes, and whether it goes on', async () => {
  await pool.execute(
    `INSERT INTO migration_progress (version, moved_table, total, moved, milliseconds, updated_at)
     VALUES (9001, 'orders', 1000000, 250000, 30000, now()), (9002, 'carts', 10, 20, 1, now() - interval '2 minutes'),
            (9003, NULL, NULL, 0, 0, now())`,
  )
  expect((await repeated()).migrations).toMatchObject([
    { version: 9001, table: 'orders', moved: 250_000, total: 1_000_000, secondsLeft: 90, isMoving: true },
    // An estimate may be too low.
    { version: 9002, table: 'carts', moved: 20, total: 20, secondsLeft: 0, isMoving: false },
    { version: 9003, table: '', moved: 0, total: 0, secondsLeft: null, isMoving: true },
  ])
  await pool.execute('DELETE FROM migration_progress')
  expect((await repeated()).migrations).toEqual([])
})

test('all repeated work is known, and has a name in words', () => {
  const source = readFileSync('server/shop/jobs.ts', 'utf8')
  const repeatedWork = [...source.matchAll(/(?:jobs|outside)\.schedule\('([^']+)'/g)].map(([, name = '']) => name)
  expect(repeatedWork.length).toBeGreaterThan(20)
  expect(repeatedWork.toSorted()).toEqual([...scheduleKinds].toSorted())
  expect(scheduleKinds.filter((name) => !(name in tr.administration.jobs.kinds))).toEqual([])
})

test('pages of jobs are as long as the list allows', async () => {
  await pool.execute(`INSERT INTO outbox (name, data) SELECT 'list-mail', '{}' FROM generate_series(1, 30)`)
  const [first, second] = [await listed(), await listed('?page=2')]
  expect([first.items.length, second.items.length, first.total, first.pages]).toEqual([25, 5, 30, 2])
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(30)
})

test.each([
  ['connect ECONNREFUSED 10.0.0.1:443', 'connection'],
  ['The call timed out after 8000 ms', 'timeout'],
  ['Invalid login: 535 Authentication failed', 'refused'],
  ['job heartbeat timeout', 'process'],
  ['canceling statement due to statement timeout', 'database'],
  ["ENOSPC: no space left on device, write '/data/x'", 'disk'],
  ['Cannot read properties of undefined', 'other'],
])('%s is the reason %s', (message, reason) => {
  expect(describeFailure(message).reason).toBe(reason)
})

test('messages of failures show no card number and no whole address', () => {
  expect(describeFailure('4508034508034509 of satis@example.com').detail).not.toMatch(/4508034508034509|satis@/)
})
