import type { PlanKey } from '#contract/core/money.ts'
import type { OrderDelivery } from '#domain/orders/delivery.ts'
import type { PurchaseReason, PurchaseState, PurchaseStep } from '#domain/orders/purchase-approval.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** What the order is placed with besides its lines. Stored as JSON. */
export type PurchaseTerms = {
  note: string
  planKey: PlanKey | null
  branchId: number | null
  addressId: number | null
  delivery: OrderDelivery | null
  /** The number that the dealer's program has given the order. */
  dealerOrderNo?: string
  /** The coupons of the cart. */
  couponIds?: readonly number[]
}

export type PurchaseFactsRow = {
  perOrder: string | null
  perMonth: string | null
  monthTotal: string
  /** Of the order as it was sent; missing in requests from before it was stored. */
  orderTotal?: string
  categories: string[]
}

export type ChangedQuantity = { code: string; name: string; unit: string; before: number; after: number }

export type PurchaseRow = {
  id: number
  dealer_id: number
  user_id: number
  buyer: string
  buyer_locale: 'tr' | 'en'
  state: PurchaseState
  revision: number
  reasons: PurchaseReason[]
  facts: PurchaseFactsRow
  terms: PurchaseTerms
  currency: string
  total: string
  total_try: string
  created_at: Date
  expires_at: Date
  returned_at: Date | null
  order_id: number | null
  order_no: string | null
}

const columns = `q.id, q.dealer_id, q.user_id, u.name AS buyer,
  CASE WHEN u.choices ->> 'locale' = 'en' THEN 'en' ELSE 'tr' END AS buyer_locale,
  q.state, q.revision, q.reasons, q.facts, q.terms, q.currency, q.total, q.total_try, q.created_at, q.expires_at,
  q.returned_at, q.order_id, o.order_no`
const tables = 'purchase_requests q JOIN users u ON u.id = q.user_id LEFT JOIN orders o ON o.id = q.order_id'

/** A request of this dealer; of any dealer for null. */
export async function findPurchase(db: Db, id: number, dealerId: number | null): Promise<PurchaseRow | undefined> {
  return db.one<PurchaseRow>(
    `SELECT ${columns} FROM ${tables} WHERE q.id = $1 AND ($2::integer IS NULL OR q.dealer_id = $2)`,
    [id, dealerId],
    'purchase_find',
  )
}

/** Like `findPurchase`; decisions about a request run one after the other. */
export async function lockPurchase(db: Db, id: number, dealerId: number): Promise<PurchaseRow | undefined> {
  await db.execute('SELECT FROM purchase_requests WHERE id = $1 FOR UPDATE', [id], 'purchase_lock')
  return findPurchase(db, id, dealerId)
}

export type PurchaseLineRow = {
  line_no: number
  product_id: number
  unit_id: number
  code: string
  name: string
  image: string | null
  unit: string
  multiplier: string
  quantity_before: number
  quantity: number
  price_value: string
  price_currency: string
  tax_rate: string
  amount: string
}

export async function loadPurchaseLines(db: Db, id: number): Promise<PurchaseLineRow[]> {
  return db.query<PurchaseLineRow>(
    `SELECT line_no, product_id, unit_id, code, name, image, unit, multiplier, quantity_before, quantity, price_value,
            price_currency, tax_rate, amount
       FROM purchase_request_lines WHERE request_id = $1 ORDER BY line_no`,
    [id],
    'purchase_lines',
  )
}

export type ApprovalRow = {
  step: number
  user_id: number
  authority_id: number
  name: string
  authority_name: string
  at: Date
}

export async function loadApprovals(db: Db, id: number): Promise<ApprovalRow[]> {
  return db.query<ApprovalRow>(
    `SELECT a.step, a.user_id, a.authority_id, u.name, w.name AS authority_name, a.at
       FROM purchase_approvals a JOIN users u ON u.id = a.user_id JOIN users w ON w.id = a.authority_id
      WHERE a.request_id = $1 ORDER BY a.step`,
    [id],
    'purchase_approvals',
  )
}

export type PurchaseEventRow = {
  at: Date
  step: PurchaseStep
  name: string | null
  for_name: string | null
  reason: string
  lines: ChangedQuantity[]
}

export async function loadPurchaseEvents(db: Db, id: number): Promise<PurchaseEventRow[]> {
  return db.query<PurchaseEventRow>(
    `SELECT e.at, e.step, u.name, w.name AS for_name, e.reason, e.lines
       FROM purchase_request_events e LEFT JOIN users u ON u.id = e.user_id LEFT JOIN users w ON w.id = e.for_user_id
      WHERE e.request_id = $1 ORDER BY e.id`,
    [id],
    'purchase_events',
  )
}

export type NewPurchaseEvent = {
  step: PurchaseStep
  userId: number | null
  forUserId?: number | null
  reason?: string
  lines?: readonly ChangedQuantity[]
}

export async function recordPurchaseEvent(
  db: Db,
  requestId: number,
  { step, userId, forUserId = null, reason = '', lines = [] }: NewPurchaseEvent,
): Promise<void> {
  await db.execute(
    `INSERT INTO purchase_request_events (request_id, step, user_id, for_user_id, reason, lines)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [requestId, step, userId, forUserId, reason, JSON.stringify(lines)],
    'purchase_event',
  )
}

/** Ends a locked request that waits. */
export async function endPurchase(
  db: Db,
  id: number,
  state: Exclude<PurchaseState, 'waiting'>,
  orderId: number | null = null,
): Promise<void> {
  const ended = await db.execute(
    `UPDATE purchase_requests SET state = $2, ended_at = now(), order_id = $3 WHERE id = $1 AND state = 'waiting'`,
    [id, state, orderId],
    'purchase_end',
  )
  if (ended !== 1) throw new Error(`Request ${id} does not wait any more.`)
}

/** Whether an order with this number of the dealer's program waits for approval. */
export async function isOrderNoWaiting(db: Db, dealerId: number, number: string): Promise<boolean> {
  const row = await db.one(
    `SELECT FROM purchase_requests
      WHERE dealer_id = $1 AND terms ->> 'dealerOrderNo' = $2 AND state = 'waiting' LIMIT 1`,
    [dealerId, number],
    'purchase_order_no_waits',
  )
  return row !== undefined
}
