import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBroken } from '#faults/invariants.ts'
import { orderMailJob, sendOrderMail } from '#server/orders/orders.ts'
import { databaseFiles, dumpDatabase, readFiles, walPosition } from '#server/payments/start/test-card-places.ts'
import { findCardNumbers, namesSecurityCode } from '#server/payments/start/test-cards.ts'
import { receiptMailJob, sendReceipt } from '#server/statement/statement.ts'
import { insertDialectPos } from '#demo/trade/pos.ts'
import { dialects } from '#server/sandbox-bank/sandbox-bank.ts'
import { type CardShop, openCardShop } from '#testing/card-shop.ts'
import { testSecret } from '#testing/shop.ts'
import { soakPayments } from '#testing/payment-soak.ts'

/** `npm run faults` runs more payments than a test run has time for. */
const payments = Number(process.env.SOAK_PAYMENTS ?? 60)
const eachDialect = Math.ceil(payments / 3)
const seed = Number(process.env.SOAK_SEED ?? 20_261_121)

let card: CardShop
let start: string
const logs: string[] = []
beforeAll(async () => {
  card = await openCardShop({ log: (line) => void logs.push(line) })
  start = await walPosition(card.pool)
  await insertDialectPos(card.pool, testSecret)
  await card.shop.setSetting('b2b_cari_odeme_baglantisi', '1')
})
afterAll(() => card.close())

test(
  `${payments} payments with faults at random: equal books, and nothing is left open`,
  async () => {
    const references = await soakPayments(card, { payments, seed })
    expect(references.length).toBeGreaterThan(payments / 2)
    await expectWholeBooks()
    // The soak proves something only if payments both succeeded and failed.
    const states = await card.pool.query<{ state: string }>('SELECT DISTINCT state FROM payments')
    const reached = states.map(({ state }) => state)
    expect(reached).toEqual(expect.arrayContaining(['captured', 'declined', 'cancelled', 'expired']))
  },
  60_000 + payments * 2_000,
)

test.each(Object.keys(dialects))(
  `${eachDialect} payments by %s with faults at random: equal books, and nothing is left open`,
  async (name) => {
    const references = await soakPayments(card, { payments: eachDialect, seed, accounts: [`demo-${name}`] })
    expect(references.length).toBeGreaterThan(eachDialect / 3)
    await expectWholeBooks()
    const paid = await card.pool.query(
      `SELECT 1 FROM payments p JOIN pos_accounts a ON a.id = p.pos_account_id
        WHERE a.adapter = $1 AND p.state IN ('captured', 'voided', 'refunded', 'partially_refunded')`,
      [name],
    )
    expect(paid.length).toBeGreaterThan(eachDialect / 6)
  },
  60_000 + eachDialect * 2_000,
)

/** Of all cards of the soak. */
const securityCode = '123'

test('then no card number or security code is in the database, its files and log, the shop’s log lines, or an email', async () => {
  const found: { place: string; numbers: string[] }[] = []
  const search = (place: string, text: string) => {
    const numbers = findCardNumbers(text)
    if (numbers.length > 0 || namesSecurityCode(text, securityCode)) found.push({ place, numbers: numbers.slice(0, 3) })
    return text.length
  }
  let [files, bytes] = [0, 0]
  for await (const { name, content } of databaseFiles(card.pool, start)) {
    files += 1
    bytes += search(name, content)
  }
  const dumps = await dumpDatabase(card.pool)
  for (const [table, text] of dumps) search(table, text)
  search('files of the shop', await readFiles(card.shop.dataDir))
  for (const line of logs) search('log', line)
  const mails = await renderMails()
  for (const mail of mails) search('email', mail)
  expect(found).toEqual([])
  // The search proves something only if there was something to search.
  expect(dumps.get('payments')).toContain('"card_last4": "0000"')
  expect(logs.filter((line) => line.includes('/api/payment/start')).length).toBeGreaterThan(payments / 2)
  expect(mails.length).toBeGreaterThan(payments / 4)
  expect(files).toBeGreaterThan(100)
  process.stdout.write(
    `searched ${files} database files with ${Math.round(bytes / 2 ** 20)} MB, ${logs.length} log lines, ${mails.length} emails\n`,
  )
})

/** The orders' and receipts' emails that the payments have enqueued. */
async function renderMails(): Promise<string[]> {
  const mails: string[] = []
  const mailer = { send: async (mail: object) => void mails.push(JSON.stringify(mail)), close: () => {} }
  const deps = { pool: card.pool, mailer, publicUrl: card.payments.publicUrl }
  const rows = await card.pool.query<{ name: string; data: object }>('SELECT name, data FROM outbox ORDER BY id')
  for (const { name, data } of rows) {
    if (name === orderMailJob) await sendOrderMail(deps, data, 'k')
    if (name === receiptMailJob) await sendReceipt(deps, data, 'k')
  }
  return mails
}

async function expectWholeBooks(): Promise<void> {
  expect(await findBroken(card.pool)).toEqual([])
  const open = await card.pool.query(
    `SELECT reference, state FROM payments
        WHERE state IN ('created', 'redirected', 'authenticated', 'capturing', 'unknown') OR inquire_at IS NOT NULL`,
  )
  expect(open).toEqual([])
  const refunds = await card.pool.query(
    "SELECT id, state FROM payment_refunds WHERE state IN ('requested', 'sending', 'unknown')",
  )
  expect(refunds).toEqual([])
  // A bank that denies a sale it has made is reported to staff; there are no other differences.
  const differences = await card.pool.query(
    "SELECT payment_id, ours, theirs FROM payment_differences WHERE theirs <> '0.00 − 0.00'",
  )
  expect(differences).toEqual([])
  const failed = await card.pool.query("SELECT reference FROM payments WHERE attention = 'inquiry_failed'")
  expect(failed).toEqual([])
}
