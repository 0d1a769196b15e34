import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FailedEmails } from '#contract/admin/failed-emails.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { removeJobsWith } from '#server/platform/jobs/stored-jobs.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { emailJob } from './email-job.ts'
import { purgeFailedEmails } from './failed-email-rows.ts'

let shop: TestShop
let pool: Pool
let staff: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  pool = shop.database.pool
  staff = await shop.signedIn(await addAdmin(pool))
})
afterAll(() => shop.close())
beforeEach(() => pool.execute('DELETE FROM failed_emails'))

const listed = async (query = '') => (await staff.send('GET', `/yonetim/failed-emails${query}`)).body as FailedEmails
const retry = (id: string | null) => staff.send('POST', '/yonetim/failed-emails/retry', { body: { id } })

/** A job that sends an email to one recipient, through a server that refuses while `isDown`. */
function jobOf(server: { isDown: boolean }, name = 'order-mail') {
  const mailer: Mailer = {
    async send({ to }) {
      if (server.isDown) throw new Error(`550 5.1.1 <${to}>: unknown user`)
    },
    close() {},
  }
  return emailJob({ pool, mailer }, name, (watched, _data, key) =>
    watched.send({ to: 'satin.alma@example.com', subject: '-', text: '-', key }),
  )
}

test('an email is listed from its first failure, with a masked recipient, until it is delivered', async () => {
  const server = { isDown: true }
  const [send, key] = [jobOf(server), randomUUID()]
  for (const attempt of [1, 2]) {
    await expect(send({ orderId: 7 }, key)).rejects.toThrow('550')
    expect((await listed()).items).toMatchObject([
      {
        id: key,
        kind: 'order-mail',
        recipient: 's…@example.com',
        error: '550 5.1.1 <s…@example.com>: unknown user',
        failures: attempt,
      },
    ])
  }
  server.isDown = false
  await send({ orderId: 7 }, key)
  expect(await listed()).toMatchObject({ items: [], total: 0 })
})

test('an email that fails before its recipient is known is listed without one', async () => {
  const broken = emailJob({ pool, mailer: { send: async () => {}, close() {} } }, 'note-mail', async () => {
    throw new Error('no such note')
  })
  await expect(broken({}, randomUUID())).rejects.toThrow('no such note')
  expect((await listed()).items).toMatchObject([{ kind: 'note-mail', recipient: '', error: 'no such note' }])
})

test('one email or all of them are enqueued again under their ids', async () => {
  const send = jobOf({ isDown: true })
  const keys = [randomUUID(), randomUUID(), randomUUID()]
  for (const key of keys) await send({ key }, key).catch(() => {})
  await pool.execute('DELETE FROM outbox')
  expect((await retry(keys[1] ?? null)).body).toEqual({ count: 1 })
  expect(await pool.query('SELECT id, name, data FROM outbox')).toEqual([
    { id: keys[1], name: 'order-mail', data: { key: keys[1] } },
  ])
  expect((await listed()).total).toBe(2)
  expect((await retry(null)).body).toEqual({ count: 2 })
  expect((await listed()).total).toBe(0)
  expect(await pool.query('SELECT FROM outbox')).toHaveLength(3)
  expect((await retry(null)).body).toEqual({ count: 0 })
  expect(codeOf(await retry(randomUUID()))).toBe('not_found')
})

test('nothing is sent to the address that a removed user has', async () => {
  const sent: string[] = []
  const mailer: Mailer = { send: async ({ to }) => void sent.push(to), close() {} }
  const send = emailJob({ pool, mailer }, 'order-mail', async (watched, _data, key) => {
    for (const to of ['removed-7@users.invalid', 'satin.alma@example.com'])
      await watched.send({ to, subject: '-', text: '-', key })
  })
  await send({}, randomUUID())
  expect(sent).toEqual(['satin.alma@example.com'])
})

test('an email that the queue waits to retry is sent at once, exactly one more time', async () => {
  const key = randomUUID()
  const server = { isDown: true }
  let deliveries = 0
  const send = jobOf(server, 'waiting-mail')
  await pool.execute('DELETE FROM outbox')
  await pool.execute(`INSERT INTO outbox (id, name, data) VALUES ($1, 'waiting-mail', '{}')`, [key])
  const jobs = await startJobs(shop.database, () => {})
  await jobs.workInParallel('waiting-mail', async (data, id) => {
    await send(data, id)
    deliveries += 1
  })
  await expect.poll(async () => (await listed()).items.map(({ id }) => id)).toEqual([key])
  const stateOf = async () =>
    (await pool.query<{ state: string }>("SELECT state FROM pgboss.job WHERE name = 'waiting-mail'")).map(
      ({ state }) => state,
    )
  await expect.poll(stateOf).toEqual(['retry'])
  await pool.execute("UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE name = 'waiting-mail'")
  server.isDown = false
  expect((await retry(key)).body).toEqual({ count: 1 })
  await expect.poll(stateOf).toEqual(['completed'])
  expect(deliveries).toBe(1)
  expect((await listed()).total).toBe(0)
  await jobs.close()
})

test('a job that is removed while it runs sends nothing, and is not listed as failed', async () => {
  const sent: string[] = []
  const mailer: Mailer = { send: async ({ to }) => void sent.push(to), close() {} }
  const [running, failing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended: string[] = []
  const jobs = await startJobs(shop.database, () => {})
  for (const [name, release] of [
    ['sent-mail', running],
    ['refused-mail', failing],
  ] as const) {
    const handler = emailJob({ pool, mailer }, name, async (watched, data, key) => {
      ended.push('started')
      await release.promise
      if (name === 'refused-mail') throw new Error('451 not now')
      await watched.send({ to: (data as { email: string }).email, subject: '-', text: '-', key })
    })
    await jobs.workInParallel(name, async (data, key) => {
      await handler(data, key)
      ended.push(name)
    })
    await enqueue(pool, name, { email: 'ayse@example.com' })
  }
  await expect.poll(() => ended).toEqual(['started', 'started'])
  await transaction(pool, (db) => removeJobsWith(db, 'ayse@example.com'))
  running.resolve()
  failing.resolve()
  await expect.poll(() => ended.toSorted()).toEqual(['refused-mail', 'sent-mail', 'started', 'started'])
  expect(sent).toEqual([])
  expect((await listed()).total).toBe(0)
  await jobs.close()
})

test('failures of more than 30 days ago are removed', async () => {
  await pool.execute(
    `INSERT INTO failed_emails (job_id, name, data, recipient, error, failed_at)
     SELECT gen_random_uuid(), 'order-mail', '{}', '', '-', now() - days * interval '1 day' FROM unnest('{29,31}'::integer[]) days`,
  )
  await purgeFailedEmails(pool)
  expect((await listed()).total).toBe(1)
})
