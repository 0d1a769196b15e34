import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { insertStatement } from '#server/platform/db/insert-row.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Charge } from '#server/payments/gateways/gateway.ts'
import type { PaymentKind } from '#server/payments/subject.ts'

/** Amounts in the payment's currency, as decimal text. */
export type NewPayment = {
  reference: string
  kind: PaymentKind
  intent: string
  startKey: string | null
  /** The body that the key stands for: `startHashesOf`. */
  startHash: string | null
  dealerId: number
  userId: number | null
  paymentLinkId: number | null
  posAccountId: number
  posRuleId: number | null
  installment: number
  baseAmount: string
  feePercent: string
  fee: string
  amount: string
  currency: PosCurrency
  description: string
  locale: string
  snapshot: object | null
  buyer: Charge['buyer']
  cardFirst6: string | null
  cardLast4: string | null
  cardHolder: string
  /** The card for limits: `cardKeysOf`. */
  cardKey: string | null
  cardBank: string
  cardScheme: string
  cardFamily: string | null
  isCardCommercial: boolean | null
  extraInstallments: number
  address: string
  network: string
  inquireAt: Date
  at: Date
}

/** Inserts the attempt with its first event. */
export async function insertPayment(db: Db, payment: NewPayment): Promise<number> {
  const { sql, params } = insertStatement('payments', {
    reference: payment.reference,
    kind: payment.kind,
    intent: payment.intent,
    start_key: payment.startKey,
    start_hash: payment.startHash,
    dealer_id: payment.dealerId,
    user_id: payment.userId,
    payment_link_id: payment.paymentLinkId,
    pos_account_id: payment.posAccountId,
    pos_rule_id: payment.posRuleId,
    installment: payment.installment,
    base_amount: payment.baseAmount,
    fee_percent: payment.feePercent,
    fee: payment.fee,
    amount: payment.amount,
    currency: payment.currency,
    description: payment.description,
    locale: payment.locale,
    snapshot: toJson(payment.snapshot),
    buyer: toJson(payment.buyer),
    card_first6: payment.cardFirst6,
    card_last4: payment.cardLast4,
    card_holder: payment.cardHolder.slice(0, 120),
    card_key: payment.cardKey,
    card_bank: payment.cardBank,
    card_scheme: payment.cardScheme,
    card_family: payment.cardFamily,
    card_is_commercial: payment.isCardCommercial,
    extra_installments: payment.extraInstallments,
    address: payment.address,
    network: payment.network,
    inquire_at: payment.inquireAt,
    created_at: payment.at,
  })
  const row = await db.one<{ payment_id: number }>(
    `WITH made AS (${sql} RETURNING id, user_id, created_at)
     INSERT INTO payment_events (payment_id, to_state, cause, user_id, created_at)
     SELECT id, 'created', 'start', user_id, created_at FROM made RETURNING payment_id`,
    params,
    'payments_insert',
  )
  if (row === undefined) throw new Error('The payment was not inserted.')
  return row.payment_id
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
