import type { CarrierPayer } from '#domain/orders/carrier-payer.ts'
import type { RateSource } from '#domain/money/rate-policy.ts'
import type { AdminOrderSort, AdminOrderState } from '#contract/admin/orders.ts'
import type { OrderDelivery } from '#domain/orders/delivery.ts'
import { type OrderState, orderStates } from '#domain/orders/order-life.ts'
import { addDays, type Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { OrderActor } from './life/history.ts'
import { moveOrders } from './life/move-orders.ts'

export type AdminOrderFilter = {
  /** Part of the order number, in upper case. */
  q: string
  /** A dealer's code, or part of its name. */
  dealer: string
  /** The code of a product. */
  product: string
  state: AdminOrderState | null
  from: Day | null
  to: Day | null
}

const stateConditions: Record<AdminOrderState, string> = {
  active: 'NOT o.is_cancel',
  open: 'NOT o.is_cancel AND o.sent_to_erp_at IS NULL',
  sent: 'NOT o.is_cancel AND o.sent_to_erp_at IS NOT NULL',
  card: 'EXISTS (SELECT FROM payments p WHERE p.order_id = o.id)',
  requested: "EXISTS (SELECT FROM order_requests r WHERE r.order_id = o.id AND r.state = 'open')",
  ...(Object.fromEntries(orderStates.map((state) => [state, `o.state = '${state}'`])) as Record<OrderState, string>),
  cancelled: 'o.is_cancel',
}

const orders: Record<AdminOrderSort, string> = {
  '-date': 'o.created_at DESC, o.id DESC',
  date: 'o.created_at, o.id',
  '-number': 'o.order_no DESC',
  number: 'o.order_no',
  '-total': 'o.total_try DESC, o.id DESC',
  total: 'o.total_try, o.id',
}

/** More orders than these with a part of a number are looked for again in each statement. */
const numbersMax = 1000

/** A filter with what its texts stand for: the database chooses indexes by ids that it knows, not by conditions on other tables. */
export type FoundFilter = AdminOrderFilter & { dealerIds: number[] | null; numbers: string[] | null }

/** Finds the dealers and the order numbers of a filter. */
export async function findForFilter(db: Db, filter: AdminOrderFilter): Promise<FoundFilter> {
  const [dealers, numbers] = await Promise.all([
    filter.dealer === '' ? null : db.query<{ id: number }>(DEALERS, [filter.dealer], 'admin_orders_dealers'),
    filter.q === ''
      ? null
      : db.query<{ order_no: string }>(NUMBERS, [filter.q, numbersMax + 1], 'admin_orders_numbers'),
  ])
  const isFew = numbers !== null && numbers.length <= numbersMax
  return {
    ...filter,
    dealerIds: dealers && dealers.map(({ id }) => id),
    numbers: isFew ? numbers.map(({ order_no }) => order_no) : null,
  }
}

// Folding names is slow: the stored search text, which contains the name and more, is compared first.
const DEALERS = `SELECT d.id FROM dealers d
  WHERE upper(d.code) = upper($1) OR (strpos(d.search_text, fold($1)) > 0 AND strpos(fold(d.name), fold($1)) > 0)`

// Read from the index of the numbers alone.
const NUMBERS = 'SELECT order_no FROM orders WHERE position($1 IN order_no) > 0 LIMIT $2'

function conditionOf(filter: FoundFilter): { sql: string; params: unknown[] } {
  const { q, dealerIds, numbers, product, state, from, to } = filter
  const params: unknown[] = []
  const conditions = ['true']
  const add = (sql: (place: string) => string, value: unknown) => {
    params.push(value)
    conditions.push(sql(`$${params.length}`))
  }
  if (numbers !== null) add((place) => `o.order_no = ANY (${place}::text[])`, numbers)
  else if (q !== '') add((place) => `position(${place} IN o.order_no) > 0`, q)
  if (dealerIds !== null) add((place) => `o.dealer_id = ANY (${place}::integer[])`, dealerIds)
  if (product !== '') add(ofProduct, product)
  if (state !== null) conditions.push(stateConditions[state])
  if (from !== null) add((place) => `o.created_at >= ${place}::date::timestamp AT TIME ZONE 'Europe/Istanbul'`, from)
  if (to !== null) {
    add((place) => `o.created_at < ${place}::date::timestamp AT TIME ZONE 'Europe/Istanbul'`, addDays(to, 1))
  }
  return { sql: conditions.join(' AND '), params }
}

const ofProduct = (place: string) =>
  `o.id IN (SELECT l.order_id FROM order_lines l JOIN products p ON p.id = l.product_id WHERE p.code = ${place})`

/** The ids of matching orders in order; of one page, or all of them without a page. */
export async function findOrderIds(
  db: Db,
  filter: FoundFilter,
  sort: AdminOrderSort,
  stretch?: { limit: number; offset: number },
): Promise<number[]> {
  const { sql, params } = conditionOf(filter)
  const part = stretch === undefined ? '' : `LIMIT ${stretch.limit} OFFSET ${stretch.offset}`
  const rows = await db.query<{ id: number }>(
    `SELECT o.id FROM orders o WHERE ${sql} ORDER BY ${orders[sort]} ${part}`,
    params,
  )
  return rows.map(({ id }) => id)
}

export type OrderSums = { total: number; total_try: string; cancelled_try: string }

export async function sumOrders(db: Db, filter: FoundFilter): Promise<OrderSums> {
  const { sql, params } = conditionOf(filter)
  const row = await db.one<OrderSums>(
    `SELECT count(*) AS total, coalesce(sum(o.total_try) FILTER (WHERE NOT o.is_cancel), 0) AS total_try,
            coalesce(sum(o.total_try) FILTER (WHERE o.is_cancel), 0) AS cancelled_try
       FROM orders o WHERE ${sql}`,
    params,
  )
  return row ?? { total: 0, total_try: '0', cancelled_try: '0' }
}

export type AdminOrderRow = {
  id: number
  order_no: string
  created_at: Date
  dealer: string
  dealer_code: string
  creator: string
  line_count: number
  description: string
  branch: string | null
  delivery: OrderDelivery | null
  carrier_payer: CarrierPayer | null
  plan: string | null
  currency: string
  rates: Record<string, string>
  rate_sources: Record<string, RateSource>
  subtotal: string
  tax: string
  total: string
  total_try: string
  state: OrderState
  is_cancel: boolean
  sent_to_erp_at: Date | null
  payment_reference: string | null
}

/** Loads these orders, in this order. */
export async function loadOrderRows(db: Db, ids: readonly number[]): Promise<AdminOrderRow[]> {
  return db.query<AdminOrderRow>(
    `SELECT o.id, o.order_no, o.created_at, d.name AS dealer, d.code AS dealer_code, u.name AS creator, o.description,
            b.name AS branch, o.delivery, o.carrier_payer, p.name AS plan, o.currency, o.rates, o.rate_sources, o.subtotal, o.tax, o.total, o.total_try, o.state, o.is_cancel,
            o.sent_to_erp_at, (SELECT k.reference FROM payments k WHERE k.order_id = o.id) AS payment_reference,
            (SELECT count(*) FROM order_lines l WHERE l.order_id = o.id) AS line_count
       FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
       JOIN orders o ON o.id = wanted.id
       JOIN dealers d ON d.id = o.dealer_id
       JOIN users u ON u.id = o.user_id
       LEFT JOIN branches b ON b.id = o.branch_id
       LEFT JOIN payment_plans p ON p.key = o.plan_key
      ORDER BY wanted.place`,
    [ids],
    'admin_orders',
  )
}

export type OrderStaffRow = {
  dealer_code: string
  creator_email: string
  sent_to_erp_at: Date | null
  payment_id: number | null
  erp_document_no: string | null
  erp_delivery: { connectionId: number; state: string; message: string | null } | null
  erp_cancellation_no: string | null
}

/** What staff see of an order in addition to what its dealer sees. */
export async function findStaffRow(db: Db, id: number): Promise<OrderStaffRow | undefined> {
  return db.one<OrderStaffRow>(
    `SELECT d.code AS dealer_code, coalesce((SELECT r.email FROM users r WHERE r.id = u.representative_id), u.email) AS creator_email, o.sent_to_erp_at,
            (SELECT k.id FROM payments k WHERE k.order_id = o.id) AS payment_id,
            (SELECT jsonb_build_object('connectionId', x.connection_id, 'state', x.state, 'message', x.message)
               FROM erp_outgoing x WHERE x.kind = 'order' AND x.subject_id = o.id
              ORDER BY x.connection_id DESC LIMIT 1) AS erp_delivery,
            (SELECT document_no FROM erp_documents WHERE kind = 'order' AND subject_id = o.id) AS erp_document_no,
            (SELECT document_no FROM erp_documents WHERE kind = 'cancellation' AND subject_id = o.id) AS erp_cancellation_no
       FROM orders o JOIN dealers d ON d.id = o.dealer_id JOIN users u ON u.id = o.user_id WHERE o.id = $1`,
    [id],
  )
}

export type MarkedRow = {
  id: number
  order_no: string
  state: OrderState
  is_cancel: boolean
  is_sent: boolean
  /** It waits because of a representative's discount, which only the head of sales approves. */
  needs_sales: boolean
  /** Lines that a representative has taken below the floor, while the order waits for approval. */
  below_floor: { code: string; unit: string; price: string; lowest: string; currency: string }[]
  /** The representative who placed it. */
  representative_id: number | null
}

/** Ids by order number; numbers of no order are missing. */
export async function findIdsByNumber(db: Db, orderNos: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ id: number; order_no: string }>(
    'SELECT id, order_no FROM orders WHERE order_no = ANY ($1)',
    [orderNos],
    'orders_by_number',
  )
  return new Map(rows.map(({ id, order_no }) => [order_no, id]))
}

/** Locks these orders by ascending id, so that two people who select the same ones never deadlock. */
export async function lockOrders(db: Db, ids: readonly number[]): Promise<MarkedRow[]> {
  return db.query<MarkedRow>(
    `SELECT o.id, o.order_no, o.state, o.is_cancel, o.sent_to_erp_at IS NOT NULL AS is_sent,
            o.state = 'awaiting_approval' AND 'discount' = ANY (o.approval_reasons) AS needs_sales, u.representative_id,
            CASE WHEN o.state = 'awaiting_approval' THEN (
              SELECT coalesce(json_agg(json_build_object('code', l.code, 'unit', l.unit, 'price', l.price_value::text,
                       'lowest', l.floor_value::text, 'currency', l.price_currency) ORDER BY l.line_no), '[]')
                FROM order_lines l WHERE l.order_id = o.id AND l.floor_value > l.price_value) ELSE '[]' END AS below_floor
       FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = ANY ($1::bigint[])
      ORDER BY o.id FOR UPDATE OF o`,
    [ids],
  )
}

/**
 * Marks an order that the ERP has booked, which confirms it. A cancelled one stays cancelled. Returns whether it was not
 * marked before.
 */
export async function markOrderSent(db: Db, id: number, keyId: number | null): Promise<boolean> {
  const marked = await db.execute(
    'UPDATE orders SET sent_to_erp_at = now() WHERE id = $1 AND sent_to_erp_at IS NULL AND NOT is_cancel',
    [id],
    'order_booked',
  )
  await moveOrders(db, [id], { to: 'confirmed', from: ['received'], actor: { kind: 'erp', keyId } })
  return marked > 0
}

/** Marks locked orders as handed to the ERP, which confirms them, or removes the mark. */
export async function markSent(db: Db, ids: readonly number[], isSent: boolean, userId: number): Promise<void> {
  const actor: OrderActor = { kind: 'staff', userId }
  await db.execute('UPDATE orders SET sent_to_erp_at = CASE WHEN $2 THEN now() END WHERE id = ANY ($1::bigint[])', [
    ids,
    isSent,
  ])
  await db.execute(
    `INSERT INTO order_history (order_id, step, actor, user_id) SELECT id, $2, 'staff', $3 FROM unnest($1::bigint[]) id`,
    [ids, isSent ? 'sent_to_erp' : 'recalled', userId],
    'orders_sent_step',
  )
  if (isSent) await moveOrders(db, ids, { to: 'confirmed', from: ['received'], actor })
}
