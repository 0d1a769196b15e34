import type { DealerEventType } from '#contract/integration/event-types.ts'
import { moment } from '#server/integration/events/records.ts'
import { loadOrdersOfDealer } from '#server/orders/orders.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Whose records are loaded, and whether the shop shows prices and how they come about. */
export type DealersView = { dealerId: number; seesPrices: boolean; seesReasons: boolean }
type Loaded = { id: number; record: object }[]

/**
 * The records that a dealer's webhooks send: what the dealer's screens show, of its own records alone. Fields are named one
 * by one, so that a new field of the store's records is not sent to dealers.
 */
export const dealerLoaders: Readonly<
  Record<DealerEventType, (db: Db, view: DealersView, ids: readonly number[]) => Promise<Loaded>>
> = {
  'order.created': loadOrdersOfDealer,
  'order.cancelled': loadOrdersOfDealer,
  'order.acknowledged': loadOrdersOfDealer,
  'order.changed': loadOrdersOfDealer,
  'payment.captured': loadPaymentsOfDealer,
  'payment.unknown': loadPaymentsOfDealer,
  'payment.refunded': loadRefundsOfDealer,
}

function loadPaymentsOfDealer(db: Db, { dealerId }: DealersView, ids: readonly number[]): Promise<Loaded> {
  return db.query(
    `SELECT k.id, jsonb_build_object('reference', k.reference, 'kind', k.kind, 'state', k.state, 'orderNo', o.order_no,
       'capturedAt', ${moment('k.captured_at')}, 'amount', k.amount::text, 'baseAmount', k.base_amount::text,
       'fee', k.fee::text, 'refunded', k.refunded::text, 'currency', k.currency, 'installment', k.installment) AS record
     FROM payments k LEFT JOIN orders o ON o.id = k.order_id
    WHERE k.id = ANY ($1) AND k.dealer_id = $2`,
    [ids, dealerId],
    'webhook_dealer_payments',
  )
}

function loadRefundsOfDealer(db: Db, { dealerId }: DealersView, ids: readonly number[]): Promise<Loaded> {
  return db.query(
    `SELECT r.id, jsonb_build_object('id', r.id, 'paymentReference', k.reference, 'orderNo', o.order_no, 'kind', r.kind,
       'amount', r.amount::text, 'currency', k.currency, 'endedAt', ${moment('r.ended_at')}) AS record
     FROM payment_refunds r JOIN payments k ON k.id = r.payment_id LEFT JOIN orders o ON o.id = k.order_id
    WHERE r.id = ANY ($1) AND k.dealer_id = $2`,
    [ids, dealerId],
    'webhook_dealer_refunds',
  )
}
