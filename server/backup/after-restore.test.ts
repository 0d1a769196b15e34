import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { heldEmailKinds } from '#contract/admin/failed-emails.ts'
import { verifyAudit } from '#server/audit/audit.ts'
import { distrustOutcomes, reconcile } from '#server/payments/payments.ts'
import { addPosAccount } from '#server/payments/pos/test-pos.ts'
import { sandboxMerchants } from '#server/sandbox-bank/sandbox-bank.ts'
import { countHeldEmails, dropEmails, releaseEmails } from '#server/platform/jobs/held-emails.ts'
import { enqueue, takeFromOutbox } from '#server/platform/jobs/outbox.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { addBuyer, type CardShop, openCardShop, pay, refillCart } from '#testing/card-shop.ts'
import { testSecret } from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { defaultGaps, openBackup, pointInTime, restoreBackup } from './backup.ts'
import { backUp, type EmptyPlace, emptyPlace } from './test-backup.ts'

let card: CardShop
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let place: EmptyPlace
let made: string
let refundId: number

const restoredAt = new Date('2026-11-24T09:00:00Z')
const db = () => place.database.pool

beforeAll(async () => {
  ;[card, folder, place] = await Promise.all([openCardShop(), temporaryFolder(), emptyPlace()])
  const { pool, shop } = card
  const buyer = await addBuyer(card)
  await pay(card, buyer)
  await pool.execute(
    "INSERT INTO sessions (id, user_id, expires_at) SELECT '\\x01', id, now() + interval '1 day' FROM users LIMIT 1",
  )
  // One job waits in the outbox, one in the queue, where it is tried again.
  await pool.execute('DELETE FROM outbox')
  await enqueue(pool, 'order-mail', { n: 1 })
  const jobs = await startJobs(shop.database, () => {})
  await jobs.work('invoice-mail', () => Promise.reject(new Error('no mail server')))
  await enqueue(pool, 'invoice-mail', { n: 2 })
  const tried = "SELECT FROM pgboss.job WHERE name = 'invoice-mail' AND state = 'retry'"
  await vi.waitFor(async () => expect(await pool.query(tried)).toHaveLength(1), 30_000)
  await jobs.close()
  const refund = await pool.one<{ id: number }>(
    `INSERT INTO payment_refunds (payment_id, request_key, kind, amount, cause, inquire_at, state)
     SELECT id, 'k', 'refund', 1, 'staff', '2026-11-21', 'requested' FROM payments LIMIT 1 RETURNING id`,
  )
  refundId = refund?.id ?? 0
  await pool.execute(
    `INSERT INTO erp_connections (name, kind, settings, mapping, is_active, expanded_seq)
     VALUES ('ERP', 'test', '{}', '{}', false, 0)`,
  )
  await pool.execute(
    `INSERT INTO erp_outgoing (connection_id, kind, subject_id, state, document_no)
     SELECT id, 'order', n, state, document_no
       FROM erp_connections, (VALUES (1, 'waiting', NULL), (2, 'booked', 'F-1')) AS d (n, state, document_no)`,
  )
  made = (await backUp(shop, { folder: folder.path })).folder
  const { manifest } = await openBackup(made, [])
  expect(manifest.jobs.rows).toBe(1)
  // As if the backup were three days old.
  await restoreOld()
})
afterAll(async () => {
  await Promise.all([card.close(), folder.remove(), place.remove()])
})

async function restoreOld(): Promise<void> {
  const { manifest, place: parts } = await openBackup(made, [])
  const old = { ...manifest, at: '2026-11-21T08:00:00.000Z' }
  const { dataDir, database } = place
  const files = openFileStore({ dataDir })
  const target = { connection: database.connection, kind: 'external' as const, dataDir, files }
  await restoreBackup(target, { manifest: old, place: parts }, { replaces: false, gaps: defaultGaps, now: restoredAt })
}

test('everybody has to sign in again', async () => {
  expect(await card.pool.query('SELECT FROM sessions')).not.toEqual([])
  expect(await db().query('SELECT FROM sessions')).toEqual([])
})

test('no number of a document and no id is given again', async () => {
  const next = async (from: typeof card.pool, name: string) =>
    (await from.one<{ next: number }>(`SELECT nextval('${name}') AS next`))?.next ?? 0
  const before = await next(card.pool, 'order_number')
  expect(await next(db(), 'order_number')).toBe(before + 1_000)
  const event = await next(card.pool, 'event_seq')
  expect(await next(db(), 'event_seq')).toBe(event + 1_000_000)
  const order = await next(card.pool, 'orders_id_seq')
  expect(await next(db(), 'orders_id_seq')).toBe(order + 1_000_000)
})

test('emails that waited are held, those of the queue too, and new ones; a link to sign in is not', async () => {
  await enqueue(db(), 'note-mail', { n: 3 })
  await enqueue(db(), 'account-mail', { n: 4 })
  expect(await countHeldEmails(db(), heldEmailKinds)).toEqual([
    { name: 'invoice-mail', before: 1, since: 0 },
    { name: 'note-mail', before: 0, since: 1 },
    { name: 'order-mail', before: 1, since: 0 },
  ])
  const wanted = { names: ['order-mail', 'note-mail', 'account-mail'], held: heldEmailKinds }
  expect((await takeFromOutbox(db(), wanted, 10)).map(({ name }) => name)).toEqual(['account-mail'])
})

test('a refund that waited is inquired instead of being sent, and the days since are compared', async () => {
  expect(await db().one('SELECT state, inquiries FROM payment_refunds WHERE id = $1', [refundId])).toEqual({
    state: 'unknown',
    inquiries: 0,
  })
  const days = await db().query("SELECT DISTINCT day FROM payment_reconciliations WHERE list = 'open' ORDER BY day")
  expect(days).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((day) => ({ day })))
})

test('the ERP is asked for a document that waited before it is written', async () => {
  expect(await db().query('SELECT subject_id, state FROM erp_outgoing ORDER BY subject_id')).toEqual([
    { subject_id: 1, state: 'unknown' },
    { subject_id: 2, state: 'booked' },
  ])
})

test('the log says what was restored, and its chain goes on', async () => {
  expect((await verifyAudit(db())).problem).toBeNull()
  expect(await db().one("SELECT noun_id FROM audit_log WHERE action = 'restore'")).toEqual({
    noun_id: expect.stringMatching(/^toptan-\d{8}T\d{6}Z$/),
  })
})

test('the operator drops what was sent and releases the rest', async () => {
  expect(await dropEmails(db(), ['order-mail', 'invoice-mail'], { all: false })).toBe(2)
  expect(await dropEmails(db(), ['note-mail'], { all: false })).toBe(0)
  const wanted = { names: ['note-mail'], held: heldEmailKinds }
  expect(await takeFromOutbox(db(), wanted, 10)).toEqual([])
  expect(await releaseEmails(db())).toBe(true)
  expect((await takeFromOutbox(db(), wanted, 10)).map(({ data }) => data)).toEqual([{ n: 3 }])
  expect(await releaseEmails(db())).toBe(false)
  expect(await dropEmails(db(), heldEmailKinds, { all: true })).toBe(0)
})

test('a payment made after the backup is found at the bank', async () => {
  const { pool } = card
  const buyer = await addBuyer(card)
  const reference = await pay(card, buyer)
  await refillCart(card, buyer)
  // An account whose protocol has a list of the day: that of the same merchant.
  const { clientId, password, storeKey } = sandboxMerchants.arti
  await addPosAccount(pool, {
    code: 'listeli',
    adapter: 'paytr',
    mode: 'hosted',
    environment: 'sandbox',
    plans: [],
    settings: { merchantId: clientId, api: '/sandbox-bank' },
    secrets: { secret: testSecret, keys: { merchantKey: password, merchantSalt: storeKey } },
  })
  // The shop loses it; its bank does not.
  await pool.withClient(async (client) => {
    await client.query("SET session_replication_role = 'replica'")
    await client.query(
      'DELETE FROM payment_events WHERE payment_id IN (SELECT id FROM payments WHERE reference = $1)',
      [reference],
    )
    await client.query('DELETE FROM payments WHERE reference = $1', [reference])
    await client.query("SET session_replication_role = 'origin'")
  })
  card.clock.pass(3 * 86_400)
  await distrustOutcomes(pool, { since: new Date(card.clock.now.getTime() - 3 * 86_400_000), now: card.clock.now })
  await reconcile(card.payments)
  const found = await pool.query('SELECT kind FROM bank_findings WHERE reference = $1', [reference])
  expect(found).toHaveLength(1)
})

test('administrators see the restore until one acknowledges it', async () => {
  const { pool, shop } = card
  await pool.execute("INSERT INTO restores (backup, backup_at) VALUES ('toptan-20261101T000000Z', '2026-11-01')")
  await enqueue(pool, 'note-mail', {})
  const admin = await shop.signedIn(await addAdmin(pool))
  const { body } = await admin.send('GET', '/yonetim/backups')
  expect(body).toMatchObject({ restore: { isBackup: true, backupAt: '2026-10-31T21:00:00.000Z' } })
  const { restore: notice } = body as { restore: { id: number; heldEmails: number } }
  expect(notice.heldEmails).toBeGreaterThan(0)
  const path = `/yonetim/restores/${notice.id}/acknowledge`
  expect((await admin.send('POST', path)).status).toBe(200)
  expect((await admin.send('POST', path)).status).toBe(404)
  expect((await admin.send('GET', '/yonetim/backups')).body).toMatchObject({ restore: null })
})

test('administrators see a recovery that was not a restored backup', async () => {
  const { pool, shop } = card
  await pool.execute('INSERT INTO restores (backup, backup_at) VALUES ($1, now())', [pointInTime])
  const admin = await shop.signedIn(await addAdmin(pool))
  expect((await admin.send('GET', '/yonetim/backups')).body).toMatchObject({ restore: { isBackup: false } })
})
