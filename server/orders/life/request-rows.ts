import type { OrderRequest } from '#contract/shop/order-requests.ts'
import type { RequestState } from '#domain/orders/order-request.ts'
import type { Db } from '#server/platform/db/pool.ts'

type NewRequest = {
  orderId: number
  lineNo: number
  before: number
  quantity: number
  reason: string
  userId: number
}

/** Adds a request to a locked order; false if one is open. */
export async function insertRequest(db: Db, request: NewRequest): Promise<boolean> {
  const { orderId, lineNo, before, quantity, reason, userId } = request
  const added = await db.execute(
    `INSERT INTO order_requests (order_id, line_no, quantity_before, quantity, reason, user_id)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (order_id) WHERE state = 'open' DO NOTHING`,
    [orderId, lineNo, before, quantity, reason, userId],
    'order_request_insert',
  )
  return added > 0
}

export type OpenRequest = { line_no: number; quantity_before: number; quantity: number }

/** Ends the open request of an order once; undefined if it is not open any more. */
export async function endRequest(
  db: Db,
  { orderId, requestId }: { orderId: number; requestId: number },
  { state, answer = '' }: { state: Exclude<RequestState, 'open'>; answer?: string },
): Promise<OpenRequest | undefined> {
  return db.one<OpenRequest>(
    `UPDATE order_requests SET state = $3, answer = $4, ended_at = now() WHERE id = $2 AND order_id = $1 AND state = 'open'
     RETURNING line_no, quantity_before, quantity`,
    [orderId, requestId, state, answer],
    'order_request_end',
  )
}

/** Ends the open requests of orders whose lines can no longer change. */
export async function expireRequests(db: Db, orderIds: readonly number[]): Promise<void> {
  await db.execute(
    `UPDATE order_requests SET state = 'expired', ended_at = now() WHERE order_id = ANY ($1::bigint[]) AND state = 'open'`,
    [orderIds],
    'order_requests_expire',
  )
}

type RequestRow = Omit<OrderRequest, 'at' | 'by'> & { at: Date; by: string }

/** The latest request of an order; null without one. */
export async function loadRequest(db: Db, orderId: number): Promise<OrderRequest | null> {
  const row = await db.one<RequestRow>(
    `SELECT r.id, r.line_no AS "lineNo", l.code, l.name, l.unit, r.quantity_before AS before, r.quantity, r.reason,
            r.state, r.answer, r.created_at AS at, u.name AS by
       FROM order_requests r JOIN order_lines l USING (order_id, line_no) JOIN users u ON u.id = r.user_id
      WHERE r.order_id = $1 ORDER BY r.id DESC LIMIT 1`,
    [orderId],
    'order_request_latest',
  )
  return row === undefined ? null : { ...row, at: row.at.toISOString() }
}
