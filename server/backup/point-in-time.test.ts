import { execFile } from 'node:child_process'
import { appendFile, chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { findBroken } from '#faults/invariants.ts'
import { makeDocuments } from '#server/erp/desk/documents.ts'
import { runTurn } from '#server/erp/erp.ts'
import { shopDesk } from '#server/erp/desk/shop-desk.ts'
import { openWriteRows } from '#server/erp/desk/write-rows.ts'
import { TestErp } from '#server/erp/engine/test-erp.ts'
import { findDueTargets, sealWebhookSecret, sendDue } from '#server/integration/webhooks/deliver.ts'
import { makeDeliveries } from '#server/integration/webhooks/make-deliveries.ts'
import { newWebhookSecret } from '#server/integration/webhooks/signature.ts'
import { reconcile, runPaymentJobs } from '#server/payments/payments.ts'
import { addPosAccount } from '#server/payments/pos/test-pos.ts'
import { ensureCluster } from '#server/platform/db/embedded/cluster.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { findPlace, type Place } from '#server/platform/db/embedded/place.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createPool, type Pool } from '#server/platform/db/pool.ts'
import { type TestDatabase, urlOf } from '#server/platform/db/test-database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { takeFromOutbox } from '#server/platform/jobs/outbox.ts'
import { sandboxMerchants } from '#server/sandbox-bank/sandbox-bank.ts'
import {
  addBuyer,
  bankOf,
  type Buyer,
  type CardShop,
  openCardShop,
  pay,
  paymentOf,
  refillCart,
} from '#testing/card-shop.ts'
import { testSecret } from '#testing/shop.ts'
import { noticeRecovery, raiseMark } from './backup.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())

const run = promisify(execFile)
const dataDir = join(folder.path, 'data')
/** What lies beside the database, and does not go back with it. */
const files = openFileStore({ dataDir: join(folder.path, 'files') })
const archive = join(folder.path, 'archive')
const base = join(folder.path, 'base')

/** Starts the embedded database for `work` and stops it. */
async function withDatabase<Value>(work: (database: TestDatabase) => Promise<Value>): Promise<Value> {
  const { connection, stop } = await startEmbedded({ dataDir, fast: true })
  const pool = createPool(connection, { role: 'command', max: 10 })
  try {
    return await work({ pool, connection, url: urlOf(connection), drop: async () => {} })
  } finally {
    await pool.close()
    await stop()
  }
}

const withShop = <Value>(work: (card: CardShop) => Promise<Value>) =>
  withDatabase(async (database) => {
    const card = await openCardShop({ database })
    return work(card).finally(card.close)
  })

/** The ERP, and a receiver of webhooks: they do not go back in time. */
const erp = new TestErp()
const received: string[] = []

async function sendWebhooks(pool: Pool): Promise<void> {
  await makeDeliveries(pool)
  const call = async ({ headers }: { headers?: Record<string, string> | undefined }) => {
    received.push(headers?.['webhook-id'] ?? '')
    return { status: 204, headers: new Headers(), body: Buffer.alloc(0) }
  }
  for (const id of await findDueTargets(pool)) await sendDue({ pool, secret: testSecret, call: call as never }, id)
}

function sendToErp(pool: Pool): Promise<unknown> {
  const desk = shopDesk({ pool, secret: testSecret, writeRows: openWriteRows(pool) }, 1)
  const tools = { http: () => Promise.reject(new Error('no network')), now: () => new Date(), note: () => {} }
  return runTurn(desk, { adapters: new Map([['test', erp.adapter]]), tools })
}

async function connectReceivers(pool: Pool): Promise<void> {
  await pool.execute(
    `INSERT INTO webhook_targets (name, url, types, expanded_seq, secret) VALUES ('Muhasebe', 'http://127.0.0.1/', '{order.created}', 0, $1)`,
    [sealWebhookSecret(testSecret, 1, newWebhookSecret())],
  )
  const mapping = { outbound: { order: { head: { NO: 'orderNo' }, lines: { CODE: 'line.code' } } } }
  await pool.execute(
    `INSERT INTO erp_connections (name, kind, settings, mapping, is_active, sends, expanded_seq)
     VALUES ('ERP', 'test', '{}', $1, true, '{order}', 0)`,
    [JSON.stringify(mapping)],
  )
  // An account whose protocol has a list of the day, of the bank where the demo's cards pay.
  const { clientId, password, storeKey } = sandboxMerchants.arti
  const keys = { merchantKey: password, merchantSalt: storeKey }
  const settings = { merchantId: clientId, api: '/sandbox-bank' }
  const kind = { adapter: 'paytr', mode: 'hosted', environment: 'sandbox' } as const
  await addPosAccount(pool, { code: 'listeli', ...kind, plans: [], settings, secrets: { secret: testSecret, keys } })
}

const fail = (error: Error) => {
  throw error
}

/** The bank's own books are in the shop's database, and must not go back with it. */
const ledger = 'sandbox_transactions'
const readLedger = (pool: Pool) => pool.one<{ rows: unknown }>(`SELECT jsonb_agg(t) AS rows FROM ${ledger} t`)
const putLedger = (pool: Pool, rows: unknown) =>
  pool.execute(
    `INSERT INTO ${ledger} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_recordset(NULL::${ledger}, $1) ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows)],
  )

const count = async (pool: Pool, table: string) =>
  (await pool.one<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))?.n
const orderNos = async (pool: Pool) =>
  (await pool.query<{ order_no: string }>('SELECT order_no FROM orders ORDER BY id')).map(({ order_no }) => order_no)

/** Begins a new file of the log, and waits until the one before is in the archive. */
async function archiveLog(pool: Pool): Promise<void> {
  const last = await pool.one<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file')
  const archived = () => pool.one<{ file: string }>('SELECT last_archived_wal AS file FROM pg_stat_archiver')
  await expect.poll(async () => ((await archived())?.file ?? '') >= (last?.file ?? 'x')).toBe(true)
}

/** The steps of docs/operations.md, "Point-in-time recovery". */
async function recoverTo(place: Place, moment: string): Promise<void> {
  await rm(place.cluster, { recursive: true })
  await run('cp', ['-a', base, place.cluster])
  await appendFile(
    join(place.cluster, 'postgresql.conf'),
    `restore_command = 'cp "${archive}/%f" "%p"'\nrecovery_target_time = '${moment}'\nrecovery_target_action = promote\n`,
  )
  const signal = join(place.cluster, 'recovery.signal')
  await writeFile(signal, '')
  if (place.user) await chown(signal, place.user.uid, place.user.gid)
  await withDatabase(async ({ pool }) => {
    const recovers = () => pool.one<{ recovers: boolean }>('SELECT pg_is_in_recovery() AS recovers')
    await expect.poll(recovers).toEqual({ recovers: false })
  })
}

test('a base backup and the archived log recover the moment before a mistake, and nothing leaves twice', async () => {
  const place = await findPlace(dataDir, () => {})
  await ensureCluster(place, { sync: false })
  await mkdir(archive)
  if (place.user) await chown(archive, place.user.uid, place.user.gid)
  await appendFile(
    join(place.cluster, 'postgresql.conf'),
    `archive_mode = on\narchive_command = 'test ! -f "${archive}/%f" && cp %p "${archive}/%f"'\n`,
  )
  await withDatabase(async ({ pool }) => {
    await migrate(pool, migrationsFolder)
    await connectReceivers(pool)
  })
  await run('cp', ['-a', place.cluster, base])

  const before = await withShop(async (card) => {
    const { pool } = card
    const buyer: Buyer = await addBuyer(card)
    const paid = await pay(card, buyer)
    await makeDeliveries(pool)
    await makeDocuments(pool, 1)
    // Nothing was prepared for this one yet.
    await refillCart(card, buyer)
    await pay(card, buyer)
    await raiseMark(pool, files, fail)
    await pool.execute('UPDATE database_mark SET at = $1', [card.clock.now])
    const moment = await pool.one<{ at: string }>('SELECT clock_timestamp()::text AS at FROM pg_sleep(0.01)')
    // What happens now is known to others, and to no backup.
    await sendWebhooks(pool)
    await sendToErp(pool)
    await refillCart(card, buyer)
    const lost = await pay(card, buyer)
    const orders = await orderNos(pool)
    await pool.execute('UPDATE products SET is_active = false')
    await raiseMark(pool, files, fail)
    await archiveLog(pool)
    return { moment: moment?.at ?? '', paid, lost, orders, ledger: (await readLedger(pool))?.rows, at: card.clock.now }
  })
  const kept = before.orders.slice(0, 2)
  expect(erp.documents.map(({ number }) => number)).toEqual(kept)
  expect(received).toHaveLength(2)

  await recoverTo(place, before.moment)
  await withShop(async (card) => {
    const { pool } = card
    await putLedger(pool, before.ledger)
    // What every start does.
    expect(await noticeRecovery(pool, files, before.at)).toEqual(before.at)
    expect(await orderNos(pool)).toEqual(kept)
    expect(await count(pool, 'products WHERE NOT is_active')).toBe(0)

    // The receiver knows the messages by their ids; the ERP is asked before anything is written.
    await sendWebhooks(pool)
    expect([received.length, new Set(received).size]).toEqual([4, 2])
    await sendToErp(pool)
    expect(erp.documents).toHaveLength(2)
    const booked = { state: 'booked' }
    expect(await pool.query("SELECT state FROM erp_outgoing WHERE kind = 'order'")).toEqual([booked, booked])
    expect(await takeFromOutbox(pool, { names: ['order-mail'], held: ['order-mail'] }, 10)).toEqual([])

    // The bank has both payments once; the one that the shop lost is found in its list.
    await runPaymentJobs(card.payments)
    expect((await paymentOf(card, before.paid)).state).toBe('captured')
    card.clock.pass(86_400)
    await reconcile(card.payments)
    expect([(await bankOf(card, before.paid)).sales, (await bankOf(card, before.lost)).sales]).toEqual([1, 1])
    expect(await pool.query('SELECT reference FROM bank_findings')).toEqual([{ reference: before.lost }])

    const buyer = await addBuyer(card)
    await pay(card, buyer)
    const numbers = await orderNos(pool)
    expect(numbers).toHaveLength(3)
    expect(before.orders).not.toContain(numbers[2])
    expect(await findBroken(pool)).toEqual([])
  })
})
