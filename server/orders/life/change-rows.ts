import type { AddressScope } from '#domain/people/address-scope.ts'
import { inScopeSql } from '#server/account/account.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** What decides whether and how the lines of an order may change. */
export type ChangedOrderRow = {
  id: number
  order_no: string
  dealer_id: number
  branch_id: number | null
  state: OrderState
  /** Whether the ERP has the order, or may have it because its document is on its way. */
  is_sent: boolean
  /** Whether the dealer may still refuse the latest change. */
  is_open: boolean
  currency: string
  rates: Record<string, string>
  total: string
  total_try: string
}

/** Locks an order whose lines are to change. `dealerId` null: an order of any dealer; `addresses`: of a bound user. */
export async function lockForChange(
  db: Db,
  { id, dealerId, addresses = null }: { id: number; dealerId: number | null; addresses?: AddressScope },
): Promise<ChangedOrderRow | undefined> {
  const order = await db.one<ChangedOrderRow>(
    `SELECT id, order_no, dealer_id, branch_id, state, sent_to_erp_at IS NOT NULL AS is_sent,
            coalesce(objection_until > now(), false) AS is_open, currency, rates, total, total_try
       FROM orders WHERE id = $1 AND ($2::integer IS NULL OR dealer_id = $2)
        AND ${inScopeSql('$3', 'delivery_address_id')} FOR UPDATE`,
    [id, dealerId, addresses],
    'order_lock_change',
  )
  return order && { ...order, is_sent: order.is_sent || (await isOnItsWay(db, id)) }
}

/** Whether a document of the order has been started. Read after the lock, which the sender waits for. */
async function isOnItsWay(db: Db, id: number): Promise<boolean> {
  const row = await db.one(
    `SELECT subject_id FROM erp_outgoing
      WHERE kind = 'order' AND subject_id = $1 AND state IN ('sending', 'unknown', 'delivered') LIMIT 1`,
    [id],
    'order_on_its_way',
  )
  return row !== undefined
}

export type ChangedLineRow = {
  line_no: number
  product_id: number | null
  unit_id: number | null
  code: string
  name: string
  unit: string
  multiplier: string
  quantity: number
  cancelled: number
  back_order: string
  price_value: string
  price_currency: string
  tax_rate: string
}

export async function loadLinesToChange(db: Db, orderId: number): Promise<ChangedLineRow[]> {
  return db.query<ChangedLineRow>(
    `SELECT line_no, product_id, unit_id, code, name, unit, multiplier, quantity, cancelled, back_order, price_value,
            price_currency, tax_rate
       FROM order_lines WHERE order_id = $1 ORDER BY line_no`,
    [orderId],
    'order_lines_to_change',
  )
}

export type SavedLine = {
  line_no: number
  quantity: number
  cancelled: number
  back_order: string
  price_value: string
  amount: string
}

/** Saves changed lines. Lines of a confirmed order stay confirmed. */
export async function saveLines(
  db: Db,
  orderId: number,
  lines: readonly SavedLine[],
  isConfirmed: boolean,
): Promise<void> {
  await db.execute(
    `UPDATE order_lines l
        SET quantity = r.quantity, cancelled = r.cancelled, back_order = r.back_order, price_value = r.price_value,
            amount = r.amount,
            confirmed = CASE WHEN $3 THEN r.quantity - r.cancelled - ceil(r.back_order / l.multiplier)::integer ELSE 0 END
       FROM jsonb_to_recordset($2::jsonb) AS r (line_no integer, quantity integer, cancelled integer,
            back_order numeric, price_value numeric, amount numeric)
      WHERE l.order_id = $1 AND l.line_no = r.line_no`,
    [orderId, JSON.stringify(lines), isConfirmed],
    'order_lines_save',
  )
}

export type Replacement = {
  line_no: number
  replaces_line: number
  product_id: number
  unit_id: number
  quantity: number
  price_value: string
  price_currency: string
  tax_rate: string
  amount: string
  back_order: string
}

/** Adds lines of equivalent products, copied from the catalog as orders do. */
export async function insertReplacements(
  db: Db,
  orderId: number,
  lines: readonly Replacement[],
  isConfirmed: boolean,
): Promise<void> {
  await db.execute(
    `INSERT INTO order_lines (order_id, line_no, product_id, code, name, brand, model, image, unit_id, unit, multiplier,
                              quantity, back_order, price_value, price_currency, tax_rate, amount, replaces_line, confirmed)
     SELECT $1, r.line_no, p.id, p.code, p.name, b.name, m.name, coalesce(p.images[1], parent.images[1]), u.id, u.name,
            u.multiplier, r.quantity, r.back_order, r.price_value, r.price_currency, r.tax_rate, r.amount,
            r.replaces_line, CASE WHEN $3 THEN r.quantity - ceil(r.back_order / u.multiplier)::integer ELSE 0 END
       FROM jsonb_to_recordset($2::jsonb) AS r (line_no integer, product_id integer, unit_id integer, quantity integer,
            back_order numeric, price_value numeric, price_currency text, tax_rate numeric, amount numeric,
            replaces_line integer)
       JOIN products p ON p.id = r.product_id
       JOIN product_units u ON u.id = r.unit_id AND u.product_id = p.id
       LEFT JOIN products parent ON parent.id = p.parent_id
       LEFT JOIN brands b ON b.id = coalesce(p.brand_id, parent.brand_id)
       LEFT JOIN models m ON m.id = coalesce(p.model_id, parent.model_id)`,
    [orderId, JSON.stringify(lines), isConfirmed],
    'order_lines_replace',
  )
}

export type OrderTotals = { subtotal: string; tax: string; total: string; totalTry: string }

/** Saves an order's totals. `objectionHours` null: the dealer has nothing to refuse. */
export async function saveTotals(
  db: Db,
  orderId: number,
  totals: OrderTotals,
  objectionHours: number | null,
): Promise<void> {
  await db.execute(
    `UPDATE orders SET subtotal = $2, tax = $3, total = $4, total_try = $5,
            objection_until = now() + make_interval(hours => $6)
      WHERE id = $1`,
    [orderId, totals.subtotal, totals.tax, totals.total, totals.totalTry, objectionHours],
    'order_totals_save',
  )
}

/** The lines that staff changed since the dealer last answered, or since the last change it could answer to ran out. */
export async function loadUnansweredLines(db: Db, orderId: number): Promise<number[]> {
  const rows = await db.query<{ line_no: number }>(
    `SELECT l.line_no FROM order_lines l
      WHERE l.order_id = $1 AND EXISTS (
            SELECT FROM order_history h CROSS JOIN jsonb_array_elements(h.facts -> 'lines') AS line
             WHERE h.order_id = $1 AND h.step = 'lines_changed' AND h.actor = 'staff'
               AND (line ->> 'lineNo')::integer = l.line_no
               AND h.id > coalesce((SELECT max(a.id) FROM order_history a
                     WHERE a.order_id = $1 AND a.step IN ('change_accepted', 'change_refused')), 0))
      ORDER BY l.line_no`,
    [orderId],
    'order_unanswered_lines',
  )
  return rows.map((row) => row.line_no)
}

export async function endObjection(db: Db, orderId: number): Promise<void> {
  await db.execute('UPDATE orders SET objection_until = NULL WHERE id = $1', [orderId], 'order_objection_end')
}

export type WaitingRow = {
  order_id: number
  line_no: number
  product_id: number
  code: string
  name: string
  unit: string
  multiplier: string
  quantity: number
  cancelled: number
  back_order: string
}

/**
 * Lines of orders that wait for stock, the oldest order first. `productIds` null: of all products; `orderIds` null: of
 * all orders in these states.
 */
export async function loadWaitingLines(
  db: Db,
  {
    states,
    productIds = null,
    orderIds = null,
  }: { states: readonly OrderState[]; productIds?: readonly number[] | null; orderIds?: readonly number[] | null },
): Promise<WaitingRow[]> {
  return db.query<WaitingRow>(
    `SELECT l.order_id, l.line_no, l.product_id, l.code, l.name, l.unit, l.multiplier, l.quantity, l.cancelled, l.back_order
       FROM order_lines l JOIN orders o ON o.id = l.order_id
      WHERE l.back_order > 0 AND o.state = ANY ($1) AND l.product_id IS NOT NULL
        AND ($2::integer[] IS NULL OR l.product_id = ANY ($2))
        AND ($3::bigint[] IS NULL OR l.order_id = ANY ($3))
      ORDER BY o.created_at, o.id, l.line_no`,
    [states, productIds, orderIds],
    'order_lines_waiting',
  )
}

/** Reduces what lines wait for; lines of confirmed orders are confirmed. Returns how many lines still waited for that much. */
export async function reduceBackOrders(
  db: Db,
  parts: readonly { order_id: number; line_no: number; taken: string }[],
): Promise<number> {
  return db.execute(
    `UPDATE order_lines l
        SET back_order = l.back_order - r.taken,
            confirmed = CASE WHEN o.state IN ('received', 'awaiting_approval') THEN 0
              ELSE l.quantity - l.cancelled - ceil((l.back_order - r.taken) / l.multiplier)::integer END
       FROM jsonb_to_recordset($1::jsonb) AS r (order_id bigint, line_no integer, taken numeric)
       JOIN orders o ON o.id = r.order_id
      WHERE l.order_id = r.order_id AND l.line_no = r.line_no AND l.back_order >= r.taken`,
    [JSON.stringify(parts)],
    'order_lines_fill',
  )
}
