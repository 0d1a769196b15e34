import type { Db } from '#server/platform/db/pool.ts'
import type { Charge } from '#server/payments/gateways/gateway.ts'
import type { PaymentKind } from '#server/payments/subject.ts'

/** Amounts in lira as decimal text. */
export type NewPayment = {
  reference: string
  kind: PaymentKind
  intent: string
  startKey: string | null
  dealerId: number
  userId: number | null
  paymentLinkId: number | null
  posAccountId: number
  installment: number
  baseAmount: string
  feePercent: string
  fee: string
  amount: string
  description: string
  locale: string
  snapshot: object | null
  buyer: Charge['buyer']
  cardFirst6: string | null
  cardLast4: string | null
  cardHolder: string
  cardBank: string
  cardScheme: string
  cardFamily: string | null
  address: string
  inquireAt: Date
  at: Date
}

/** Inserts the attempt with its first event. */
export async function insertPayment(db: Db, payment: NewPayment): Promise<number> {
  const row = await db.one<{ payment_id: number }>(
    `WITH made AS (
       INSERT INTO payments (reference, kind, intent, start_key, dealer_id, user_id, payment_link_id, pos_account_id,
         installment, base_amount, fee_percent, fee, amount, description, locale, snapshot, buyer, card_first6, card_last4,
         card_holder, card_bank, card_scheme, card_family, address, inquire_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
         $24, $25, $26) RETURNING id, user_id, created_at
     )
     INSERT INTO payment_events (payment_id, to_state, cause, user_id, created_at)
     SELECT id, 'created', 'start', user_id, created_at FROM made RETURNING payment_id`,
    [
      payment.reference,
      payment.kind,
      payment.intent,
      payment.startKey,
      payment.dealerId,
      payment.userId,
      payment.paymentLinkId,
      payment.posAccountId,
      payment.installment,
      payment.baseAmount,
      payment.feePercent,
      payment.fee,
      payment.amount,
      payment.description,
      payment.locale,
      toJson(payment.snapshot),
      toJson(payment.buyer),
      payment.cardFirst6,
      payment.cardLast4,
      payment.cardHolder.slice(0, 120),
      payment.cardBank,
      payment.cardScheme,
      payment.cardFamily,
      payment.address,
      payment.inquireAt,
      payment.at,
    ],
    'payments_insert',
  )
  if (row === undefined) throw new Error('The payment was not inserted.')
  return row.payment_id
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
