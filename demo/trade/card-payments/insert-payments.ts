import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { continueIdentity, insertRows } from '#demo/catalog/bulk.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { costColumns } from '#server/payments/payments.ts'
import { sandboxMerchants } from '#server/sandbox-bank/sandbox-bank.ts'
import { recalculateBalances } from '#server/statement/statement.ts'
import { bookPayments, bookRefund, dealersOf } from './book-payments.ts'
import { type CardAccount, drawPayments, type DrawnPayment, type PaidOrder, type Payer } from './draw-payments.ts'
import { insertBankBooks } from './bank-books.ts'
import { capturedAt, eventRows, isCaptured, paymentColumns, paymentRow } from './payment-rows.ts'

type Plan = { count: number; seed: number; today: Date; buyers: readonly { userId: number }[] }

/** How many of the orders that the ERP has were paid by card. */
const paidOrders = 3
const ordersOfDays = 28

/**
 * Inserts card payments of the last month at the two banks of the demo: captured in installments, declined, abandoned, one
 * refunded in part and one without an outcome. Each captured one pays an invoice of its own, so that the balances of the
 * dealers stay. The sandbox bank has the same in its books.
 */
export async function insertCardPayments(db: Db, { count, seed, today, buyers }: Plan): Promise<void> {
  const payers = await loadPayers(db, buyers)
  const accounts = { arti: await loadAccount(db, 'arti'), kule: await loadAccount(db, 'kule') }
  const orders = await loadOrders(db, payers, today)
  const payments = drawPayments({ count, seed, today, payers, orders, accounts })
  const captured = payments.filter(isCaptured)
  const day = dayInTurkey(today)
  const entries = await bookPayments(db, captured, day)
  const rows: object[] = []
  for (const payment of payments) {
    const cost = isCaptured(payment) ? await costOf(db, payment) : {}
    rows.push({ ...paymentRow(payment, entries.get(payment.reference) ?? null, today), ...cost })
  }
  await insertRows(db, 'payments', paymentColumns, rows)
  await continueIdentity(db, 'payments')
  await insertEvents(db, payments)
  for (const payment of captured) if (payment.state === 'partially_refunded') await bookRefund(db, payment)
  await insertBankBooks(db, payments)
  await recalculateBalances(db, dealersOf(captured), day)
}

function costOf(db: Db, payment: DrawnPayment) {
  const { account, card, installment, amount } = payment
  const costed = { pos_account_id: account.id, card_first6: card.first6, card_family: card.family, installment, amount }
  return costColumns(db, { ...costed, card_is_commercial: false }, { first6: null, at: capturedAt(payment) })
}

async function insertEvents(db: Db, payments: readonly DrawnPayment[]): Promise<void> {
  await db.execute(
    `INSERT INTO payment_events (payment_id, from_state, to_state, cause, detail, user_id, created_at)
     SELECT * FROM json_to_recordset($1) AS given (payment_id bigint, from_state text, to_state text, cause text, detail text,
                                                   user_id integer, created_at timestamptz)`,
    [JSON.stringify(payments.flatMap(eventRows))],
  )
}

function loadPayers(db: Db, buyers: Plan['buyers']): Promise<Payer[]> {
  return db.query<Payer>(
    `SELECT u.dealer_id, u.id AS user_id, u.name, u.email, d.name AS dealer
       FROM users u JOIN dealers d ON d.id = u.dealer_id WHERE u.id = ANY ($1) ORDER BY u.id`,
    [buyers.map(({ userId }) => userId)],
  )
}

async function loadAccount(db: Db, merchant: 'arti' | 'kule'): Promise<CardAccount> {
  const rows = await db.query<{ id: number; installment: number; commission: string }>(
    `SELECT a.id, p.installment, p.commission FROM pos_accounts a JOIN pos_plans p ON p.pos_account_id = a.id
      WHERE a.code = $1`,
    [`demo-${merchant}`],
  )
  return {
    id: rows[0]?.id ?? 0,
    clientId: sandboxMerchants[merchant].clientId,
    commissions: new Map(rows.map(({ installment, commission }) => [installment, commission])),
  }
}

/** The newest orders that the ERP has become orders paid by card. */
function loadOrders(db: Db, payers: readonly Payer[], today: Date): Promise<PaidOrder[]> {
  return db.query<PaidOrder>(
    `UPDATE orders SET plan_key = (SELECT key FROM payment_plans WHERE is_virtual)
      WHERE id IN (SELECT id FROM orders WHERE sent_to_erp_at IS NOT NULL AND NOT is_cancel AND created_at >= $2 AND user_id = ANY ($1)
                    ORDER BY id DESC LIMIT ${paidOrders})
      RETURNING id, order_no, dealer_id, user_id, total_try AS total, created_at AS at`,
    [payers.map(({ user_id }) => user_id), addDays(dayInTurkey(today), -ordersOfDays)],
  )
}
