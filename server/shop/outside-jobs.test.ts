import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type MailServer, openMailServer } from '#e2e/support/mail-server.ts'
import { parseConfig } from '#server/config.ts'
import { maskOrdersJob, orderMailJob } from '#server/orders/orders.ts'
import { cardRemovalJob } from '#server/payments/payments.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { codeOf, openTestShop, type TestShop, testSecret } from '#testing/shop.ts'
import { addAdmin, addDealer, addProduct, fillCart } from '#testing/store-rows.ts'
import { startShopJobs } from './jobs.ts'
import { startOutsideLoops } from './outside-loops.ts'

/** Loops beside the queue that were started. */
let startedLoops = 0
const startLoops: typeof startOutsideLoops = (...options) => {
  const loops = startOutsideLoops(...options)
  startedLoops += loops.length
  return loops
}

let mail: MailServer
let shop: TestShop
beforeAll(async () => {
  mail = await openMailServer()
  shop = await openTestShop({ env: { SMTP_URL: mail.url } })
  await shop.setSetting('storeEmail', 'satis@example.com')
})
afterAll(async () => {
  await shop?.close()
  await mail?.close()
})
afterEach(() => vi.unstubAllEnvs())

/** Runs the jobs of the process until a job that needs nobody outside, enqueued last, is done. */
async function runJobs(until: () => Promise<void>, smtpUrl: string | null = mail.url): Promise<void> {
  const { app, database, dataDir } = shop
  const env = {
    NODE_ENV: 'test',
    SESSION_SECRET: testSecret,
    DATA_DIR: dataDir,
    ...(smtpUrl !== null && { SMTP_URL: smtpUrl }),
  }
  const { files, payments } = app
  startedLoops = 0
  const shopDatabase = { ...database, kind: 'external' as const, created: false, close: async () => {} }
  const jobs = await startShopJobs(
    { config: parseConfig(env), database: shopDatabase, files, payments, startLoops },
    () => {},
  )
  await enqueue(database.pool, maskOrdersJob, {})
  try {
    await expect.poll(waiting, { timeout: 30_000 }).not.toContain(maskOrdersJob)
    await until()
  } finally {
    await jobs.close()
  }
}

const waiting = async () =>
  (await shop.database.pool.query<{ name: string }>('SELECT name FROM outbox ORDER BY name')).map(({ name }) => name)
/** Jobs of the queue itself, which runs have not ended. */
const open = async (name: string) => {
  const sql = "SELECT FROM pgboss.job WHERE name = $1 AND state <> 'completed'"
  return (await shop.database.pool.withClient((client) => client.query(sql, [name]))).rows.length
}

async function placeOrder(): Promise<void> {
  const { pool } = shop.database
  const { unitId } = await addProduct(pool, { stock: 1000, price: 100 })
  const actor = await addDealer(pool)
  await fillCart(pool, actor, [{ unitId, quantity: 1 }])
  const dealer = await shop.signedIn(actor)
  expect((await dealer.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(200)
}

/** An import source that is due, and the run of the schedule that starts it. */
async function makeSourceDue(): Promise<void> {
  const { pool } = shop.database
  const { userId } = await addAdmin(pool)
  await pool.execute(
    `INSERT INTO import_sources (name, url, every_hours, options, created_by, next_run_at)
     VALUES ('Kaynak', 'http://127.0.0.1:9/', 1, '{}', $1, now())`,
    [userId],
  )
}
const runSchedule = (name: string) =>
  shop.database.pool.withClient((client) => client.query('INSERT INTO pgboss.job (name) VALUES ($1)', [name]))

test('a copy without outside calls leaves its work where it is; the same shop does it once the switch is on', async () => {
  const { pool } = shop.database
  await placeOrder()
  await enqueue(pool, cardRemovalJob, { id: 0 })
  await makeSourceDue()
  const isSourceStarted = async () => (await pool.query('SELECT FROM import_source_runs')).length > 0
  vi.stubEnv('OUTSIDE_CALLS', 'off')
  await runJobs(async () => {
    await runSchedule('import-sources')
    await expect.poll(() => open('import-sources'), { timeout: 30_000 }).toBe(0)
  })
  expect(startedLoops).toBe(0)
  expect(mail.emails).toEqual([])
  expect(await waiting()).toEqual([cardRemovalJob, orderMailJob, orderMailJob])
  expect([await open(cardRemovalJob), await open(orderMailJob), await isSourceStarted()]).toEqual([0, 0, false])
  expect(await pool.query('SELECT FROM failed_emails')).toEqual([])

  vi.stubEnv('OUTSIDE_CALLS', 'on')
  await runJobs(async () => {
    await runSchedule('import-sources')
    await expect.poll(() => mail.emails.length, { timeout: 30_000 }).toBeGreaterThan(0)
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([])
    await expect.poll(isSourceStarted, { timeout: 30_000 }).toBe(true)
  })
  // Banks, pictures, webhooks and ERPs.
  expect(startedLoops).toBe(4)
})

test('without a mail server, emails become files on a copy, too', async () => {
  await placeOrder()
  vi.stubEnv('OUTSIDE_CALLS', 'off')
  await runJobs(async () => {
    await expect.poll(waiting, { timeout: 30_000 }).not.toContain(orderMailJob)
  }, null)
  expect(startedLoops).toBe(0)
})

test('a test email is refused with the reason', async () => {
  const staff = await shop.signedIn(await addAdmin(shop.database.pool))
  vi.stubEnv('OUTSIDE_CALLS', 'off')
  const body = { email: 'deneme@example.com' }
  expect(codeOf(await staff.send('POST', '/yonetim/mail-server/test', { body }))).toBe('outside_calls_off')
})
