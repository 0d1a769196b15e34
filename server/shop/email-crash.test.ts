import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDealer, addProduct, fillCart } from '#testing/store-rows.ts'
import { type MailServer, openMailServer } from '#e2e/support/mail-server.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { programPath } from '#testing/program.ts'

let shop: TestShop
let mail: MailServer
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let dealer: TestVisitor
let offerId: number
let fill: () => Promise<void>

beforeAll(async () => {
  ;[shop, mail, folder] = await Promise.all([openTestShop(), openMailServer(), temporaryFolder()])
  const { pool } = shop.database
  const { unitId } = await addProduct(pool, { stock: 1000, price: 100 })
  const actor = await addDealer(pool)
  dealer = await shop.signedIn(actor)
  fill = () => fillCart(pool, actor, [{ unitId, quantity: 1 }])
  await shop.setSetting('storeEmail', 'satis@example.com')
  await fill()
  const made = await dealer.send('POST', '/api/catalog/cart/offer', { body: {} })
  const { id, orderNo } = made.body as { id: number; orderNo: string }
  offerId = id
  const customer = { [orderNo]: { email: 'musteri@ornek.com.tr' } }
  await dealer.send('PATCH', '/api/catalog/offer/update/customer', { body: customer })
})
afterAll(() => Promise.all([shop.close(), mail.close(), folder.remove()]))

/** Places an order and sends an offer: two emails for the one, one for the other. Returns the keys of their jobs. */
async function writeEmails(): Promise<string[]> {
  await fill()
  expect((await dealer.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(200)
  expect((await dealer.send('PATCH', `/api/catalog/offer/mail/${offerId}`)).status).toBe(200)
  const rows = await shop.database.pool.query<{ id: string }>('SELECT id FROM outbox')
  return rows.map(({ id }) => id).toSorted()
}

/** Processes that a failed test left running. */
const processes = new Set<ChildProcess>()
afterEach(() => {
  for (const child of processes) child.kill('SIGKILL')
})

/** Starts a process that runs the shop's jobs. It dies at the failpoint, or when it is killed. */
function startJobsProcess(failpoint: string) {
  const child = fork(programPath('testing/email-process.ts'), {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      FAILPOINT: failpoint,
      DATABASE_URL: shop.database.url,
      SMTP_URL: mail.url,
      DATA_DIR: folder.path,
      SESSION_SECRET: testSecret,
      PUBLIC_URL: 'https://bayi.example.com',
    },
  })
  processes.add(child)
  return { child, died: once(child, 'exit') }
}

/**
 * Does what the queue does after a while: the jobs of the dead process are assigned again, and the pause before them is
 * over.
 */
async function letTimePass(): Promise<void> {
  const { pool, connection } = shop.database
  const boss = new PgBoss({ ...connection, max: 1, supervise: false, schedule: false })
  await boss.start()
  await pool.execute("UPDATE pgboss.job SET heartbeat_on = now() - interval '2 minutes' WHERE state = 'active'")
  await pool.execute('UPDATE pgboss.queue SET monitor_claim_on = NULL, monitor_on = NULL')
  for (const name of ['order-mail', 'offer-mail']) await boss.supervise(name)
  await boss.stop({ graceful: false })
  await pool.execute("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'")
}

const keysOf = (emails: readonly string[]) =>
  emails.map((letter) => /^Message-ID: <([\w-]+)@bayi\.example\.com>/im.exec(letter)?.[1] ?? letter)

const sentBefore: Record<string, number> = { 'job.after': 1 }

test.each(['outbox.after_take', 'outbox.after_relay', 'job.before', 'job.after'])(
  'a kill -9 at %s loses no email, and an email sent twice has the same Message-ID',
  async (failpoint) => {
    mail.emails.length = 0
    const keys = await writeEmails()
    expect(keys).toHaveLength(3)
    expect((await startJobsProcess(failpoint).died)[1]).toBe('SIGKILL')
    // An email that was being sent when the process died may still arrive.
    await sleep(200)
    const early = keysOf(mail.emails)
    expect(early.length).toBeGreaterThanOrEqual(sentBefore[failpoint] ?? 0)
    if (failpoint === 'outbox.after_take') expect(await shop.database.pool.query('SELECT FROM outbox')).toHaveLength(3)
    else await letTimePass()
    const { child, died } = startJobsProcess('none')
    const waiting =
      "SELECT FROM pgboss.job WHERE name LIKE '%-mail' AND state <> 'completed' UNION ALL SELECT FROM outbox"
    await expect.poll(() => shop.database.pool.query(waiting), { interval: 200 }).toEqual([])
    child.kill('SIGKILL')
    await died
    const arrived = keysOf(mail.emails)
    expect([...new Set(arrived)].toSorted()).toEqual(keys)
    // Only emails that were sent but not yet recorded are sent again.
    expect(arrived).toHaveLength(3 + early.length)
  },
)
