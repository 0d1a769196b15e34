import { paymentCallbackPath } from '#contract/core/record-paths.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { type PaymentState, pendingStates } from '#domain/payments/payment.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Charge, Receipt } from '#server/payments/gateways/gateway.ts'
import type { PaidPayment, PaymentKind } from '#server/payments/subject.ts'

export type PaymentRow = {
  id: number
  reference: string
  kind: PaymentKind
  intent: string
  start_key: string | null
  state: PaymentState
  dealer_id: number
  user_id: number | null
  payment_link_id: number | null
  pos_account_id: number
  installment: number
  base_amount: string
  fee: string
  amount: string
  currency: PosCurrency
  refunded: string
  description: string
  locale: 'tr' | 'en'
  snapshot: unknown
  buyer: Charge['buyer']
  card_first6: string | null
  card_last4: string | null
  card_family: string | null
  card_is_commercial: boolean | null
  address: string
  auth_code: string | null
  bank_reference: string | null
  bank_transaction: string | null
  result_code: string | null
  created_at: Date
  redirected_at: Date | null
  captured_at: Date | null
  closed_at: Date | null
  inquiries: number
  none_since: Date | null
  order_id: number | null
  movement_id: number | null
  attention: string | null
}

export const paymentColumns = `p.id, p.reference, p.kind, p.intent, p.start_key, p.state, p.dealer_id, p.user_id,
  p.payment_link_id, p.pos_account_id, p.installment, p.base_amount, p.fee, p.amount, p.currency, p.refunded, p.description, p.locale,
  p.snapshot, p.buyer, p.card_first6, p.card_last4, p.card_family, p.card_is_commercial, p.address, p.auth_code, p.bank_reference, p.bank_transaction,
  p.result_code, p.created_at, p.redirected_at, p.captured_at, p.closed_at, p.inquiries, p.none_since, p.order_id, p.movement_id,
  p.attention`

export async function findPayment(db: Db, reference: string): Promise<PaymentRow | undefined> {
  const sql = `SELECT ${paymentColumns} FROM payments p WHERE p.reference = $1`
  return db.one<PaymentRow>(sql, [reference], 'payments_find')
}

export async function findPaymentById(db: Db, id: number): Promise<PaymentRow> {
  const sql = `SELECT ${paymentColumns} FROM payments p WHERE p.id = $1`
  return requireRow(await db.one<PaymentRow>(sql, [id], 'payments_find_by_id'), id)
}

function requireRow(row: PaymentRow | undefined, id: number): PaymentRow {
  if (row === undefined) throw new Error(`Payment ${id} does not exist.`)
  return row
}

/** The newest attempt of this user to pay an order that has no outcome yet. */
export async function findUnfinished(db: Db, userId: number): Promise<string | null> {
  const row = await db.one<{ reference: string }>(
    `SELECT reference FROM payments
      WHERE user_id = $1 AND kind = 'order' AND state = ANY ($2) AND NOT is_replaced
      ORDER BY created_at DESC, id DESC LIMIT 1`,
    [userId, ['created', 'redirected', ...pendingStates]],
    'payments_unfinished',
  )
  return row?.reference ?? null
}

/** Locks the payment until the transaction ends. */
export async function lockPayment(db: Db, id: number): Promise<PaymentRow> {
  const sql = `SELECT ${paymentColumns} FROM payments p WHERE p.id = $1 FOR UPDATE`
  return requireRow(await db.one<PaymentRow>(sql, [id], 'payments_lock'), id)
}

export function toPaidPayment(row: PaymentRow, capturedAt: Date): PaidPayment {
  return {
    id: row.id,
    reference: row.reference,
    dealerId: row.dealer_id,
    userId: row.user_id,
    paymentLinkId: row.payment_link_id,
    baseAmount: row.base_amount,
    fee: row.fee,
    amount: row.amount,
    currency: row.currency,
    installment: row.installment,
    description: row.description,
    locale: row.locale,
    snapshot: row.snapshot,
    capturedAt,
  }
}

/** What the bank has reported of the payment so far; null = nothing. */
export function receiptOf(row: PaymentRow): Receipt | null {
  const { auth_code: authCode, bank_reference: bankReference, bank_transaction: transaction } = row
  if (authCode === null && bankReference === null && transaction === null) return null
  return { authCode, bankReference, transaction }
}

/** A payment as its gateway needs it. Only the start gives the basket. */
export function chargeOfPayment(row: PaymentRow, publicUrl: string, basket: Charge['basket'] = []): Charge {
  return {
    reference: row.reference,
    amount: row.amount,
    currency: row.currency,
    installment: row.installment,
    callbackUrl: `${publicUrl}${paymentCallbackPath(row.reference)}`,
    address: row.address,
    locale: row.locale,
    bankReference: row.bank_reference,
    buyer: row.buyer,
    basket,
    baseAmount: row.base_amount,
  }
}
