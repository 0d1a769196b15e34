import type { OrderState } from '#domain/orders/order-life.ts'
import type { LineChange, OrderActorKind, OrderStep } from '#domain/orders/order-steps.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Who makes a step. `keyId` null: an ERP connection within the shop. */
export type OrderActor =
  | { kind: 'dealer' | 'staff'; userId: number }
  | { kind: 'erp'; keyId: number | null }
  | { kind: 'system' }

/** The columns actor, user_id and key_id of `order_history`. */
export function actorColumns(actor: OrderActor): [OrderActorKind, number | null, number | null] {
  return [actor.kind, 'userId' in actor ? actor.userId : null, 'keyId' in actor ? actor.keyId : null]
}

export type StepFacts = {
  lines?: readonly LineChange[]
  /** Totals in the order's currency. */
  total?: { before: string; after: string; currency: string }
  documentNo?: string
  shipment?: ShipmentFacts
  goodsReturn?: { id: number; returnNo: string }
  /** Of a bank transfer, in lira. */
  amount?: string
  /** Of an approval within the dealer's company: for whom the user stood in. */
  standsInFor?: string
}

/** A shipment as it was when it was sent or withdrawn. */
export type ShipmentFacts = {
  shipmentNo: string
  carrier: string
  trackingNo: string
  /** Where to follow it; null without an address. */
  trackingLink: string | null
  deliveryNoteNo: string
  lines: readonly { code: string; name: string; unit: string; quantity: number }[]
}

export type Step = { step: OrderStep; actor: OrderActor; reason?: string; facts?: StepFacts }

/** Writes a step that leaves the state as it is, and returns its id. */
export async function recordStep(
  db: Db,
  orderId: number,
  { step, actor, reason = '', facts = {} }: Step,
): Promise<number> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO order_history (order_id, step, actor, user_id, key_id, reason, facts)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [orderId, step, ...actorColumns(actor), reason, JSON.stringify(facts)],
    'order_step',
  )
  if (row === undefined) throw new Error(`The step of order ${orderId} was not written.`)
  return row.id
}

export type HistoryRow = {
  at: Date
  step: OrderStep
  state: OrderState | null
  actor: OrderActorKind
  /** Of the user, or of the key of a program. */
  name: string | null
  reason: string
  facts: StepFacts
}

/**
 * The steps of an order, oldest first: how it was placed, its history, when the ERP booked it, and the bank transfers that name
 * it or pay it.
 */
export async function loadHistory(db: Db, orderId: number): Promise<HistoryRow[]> {
  return db.query<HistoryRow>(
    `WITH notices AS (
       SELECT * FROM transfer_notices WHERE order_id = $1
     ), bookings AS (
       SELECT b.* FROM notices n JOIN bank_line_bookings b ON b.dealer_id = n.dealer_id AND b.notice_id = n.id
       UNION
       SELECT b.* FROM awaited_transfers w JOIN bank_line_bookings b ON b.id = w.booking_id WHERE w.order_id = $1
     )
     SELECT at, step, state, actor, name, reason, facts FROM (
       SELECT 0 AS place, 0 AS id, o.created_at AS at, 'placed' AS step,
              CASE WHEN cardinality(o.approval_reasons) > 0 THEN 'awaiting_approval' ELSE 'received' END AS state,
              'dealer' AS actor, u.name, '' AS reason, '{}'::jsonb AS facts
         FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = $1
       UNION ALL
       SELECT 1, h.id, h.at, h.step, h.to_state, h.actor, coalesce(u.name, k.name), h.reason, h.facts
         FROM order_history h LEFT JOIN users u ON u.id = h.user_id LEFT JOIN api_keys k ON k.id = h.key_id WHERE h.order_id = $1
       UNION ALL
       SELECT 2, 0, e.acknowledged_at, 'erp_booked', NULL, 'erp', k.name, '', jsonb_build_object('documentNo', e.document_no)
         FROM erp_documents e LEFT JOIN api_keys k ON k.id = e.key_id WHERE e.kind = 'order' AND e.subject_id = $1
       UNION ALL
       SELECT 3, n.id, n.created_at, 'transfer_reported', NULL, 'dealer', u.name, '', jsonb_build_object('amount', n.amount::text)
         FROM notices n JOIN users u ON u.id = n.user_id
       UNION ALL
       SELECT 4, n.id, coalesce(n.settled_at, n.created_at), 'transfer_' || n.state, NULL, CASE n.state WHEN 'rejected' THEN 'staff' ELSE 'dealer' END,
              u.name, n.reason, jsonb_build_object('amount', n.amount::text)
         FROM notices n LEFT JOIN users u ON u.id = n.settled_by WHERE n.state IN ('rejected', 'withdrawn')
       UNION ALL
       SELECT 5, b.id, b.booked_at, 'transfer_booked', NULL, 'staff', u.name, '', jsonb_build_object('amount', b.amount::text)
         FROM bookings b LEFT JOIN users u ON u.id = b.booked_by
       UNION ALL
       SELECT 6, b.id, coalesce(b.reversed_at, b.booked_at), 'transfer_reversed', NULL, 'staff', u.name, '', jsonb_build_object('amount', b.amount::text)
         FROM bookings b LEFT JOIN users u ON u.id = b.reversed_by WHERE b.reversed_at IS NOT NULL
     ) steps ORDER BY at, place, id`,
    [orderId],
    'order_history',
  )
}
