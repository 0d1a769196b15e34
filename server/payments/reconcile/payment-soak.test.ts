import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBroken } from '#faults/invariants.ts'
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
beforeAll(async () => {
  card = await openCardShop()
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
