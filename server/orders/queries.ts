import type { CarrierPayer } from '#domain/orders/carrier-payer.ts'
import type { EarlyPaymentStep } from '#domain/payments/compare-payments.ts'
import { paidStates } from '#domain/payments/payment.ts'
import type { ApprovalReason } from '#domain/orders/order-approval.ts'
import type { OrderDelivery } from '#domain/orders/delivery.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import type { PriceStep } from '#domain/pricing/price-steps.ts'
import type { AddressScope } from '#domain/people/address-scope.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { inScopeSql } from '#server/account/account.ts'
import { insertStatement } from '#server/platform/db/insert-row.ts'
import type { ReadPart, WritePart } from '#server/platform/db/together.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { RatePolicy, RateSource } from '#domain/money/rate-policy.ts'

/** The id and the number of the next order, with the current year in Turkey. A refused order leaves a gap. */
export async function nextOrderNumber(db: Db): Promise<NextOrderNumber> {
  const row = await db.one<NextOrderNumber>(NEXT_NUMBER, [], 'order_number')
  if (row === undefined) throw new Error('Could not read the next order number.')
  return row
}

export type NextOrderNumber = { id: number; sequence: number; year: number }

const NEXT_NUMBER = `
  SELECT nextval('orders_id_seq') AS id, nextval('order_number') AS sequence,
         extract(year FROM now() AT TIME ZONE 'Europe/Istanbul')::integer AS year`

/** The same to be read with others. */
export const orderNumberPart: ReadPart<NextOrderNumber> = { sql: NEXT_NUMBER, params: [] }

/** The number of an existing order. */
export async function findOrderNumber(db: Db, id: number): Promise<string> {
  const row = await db.one<{ order_no: string }>('SELECT order_no FROM orders WHERE id = $1', [id], 'order_number_of')
  if (row === undefined) throw new Error(`Order ${id} does not exist.`)
  return row.order_no
}

/** Whether the dealer has an order that was not cancelled. */
export async function hasOrders(db: Db, dealerId: number): Promise<boolean> {
  const row = await db.one<{ found: boolean }>(
    'SELECT EXISTS (SELECT FROM orders WHERE dealer_id = $1 AND NOT is_cancel) AS found',
    [dealerId],
    'order_exists',
  )
  return row?.found === true
}

/** Whether an order of the dealer that is not cancelled has this number of the dealer's program. */
export async function hasOrderNo(db: Db, dealerId: number, number: string): Promise<boolean> {
  const row = await db.one(
    'SELECT FROM orders WHERE dealer_id = $1 AND dealer_order_no = $2 AND NOT is_cancel',
    [dealerId, number],
    'order_by_dealers_number',
  )
  return row !== undefined
}

/** The bank transfer that an order waits for, or was paid by. */
export function findAwaitedTransfer(db: Db, orderId: number): Promise<{ dueOn: Day; isPaid: boolean } | undefined> {
  return db.one(
    `SELECT due_on AS "dueOn", booking_id IS NOT NULL AS "isPaid" FROM awaited_transfers WHERE order_id = $1`,
    [orderId],
    'order_awaited_transfer',
  )
}

/** Whether an order is still to be paid by bank transfer: its plan is due at once, and no transfer was reported or booked for it. */
export async function isTransferDue(db: Db, orderId: number): Promise<boolean> {
  const row = await db.one(
    `SELECT FROM orders o JOIN payment_plans p ON p.key = o.plan_key
      WHERE o.id = $1 AND p.due_days = 0 AND NOT p.is_virtual AND o.total_try > 0
        AND NOT o.is_cancel AND o.state NOT IN ('delivered', 'closed')
        AND NOT EXISTS (SELECT FROM transfer_notices n WHERE n.order_id = o.id AND n.state IN ('waiting', 'matched'))
        AND NOT EXISTS (SELECT FROM awaited_transfers w WHERE w.order_id = o.id AND w.booking_id IS NOT NULL)`,
    [orderId],
    'order_transfer_due',
  )
  return row !== undefined
}

/** `id` is one that `nextOrderNumber` has drawn. */
export type NewOrder = {
  id: number
  orderNo: string
  dealerId: number
  userId: number
  description: string
  planKey: string | null
  branchId: number | null
  currency: string
  rates: Record<string, string>
  subtotal: string
  tax: string
  total: string
  totalTry: string
  /** Where the rates are from, and which of them count. */
  rateSources?: Readonly<Record<string, RateSource>>
  ratePolicy?: RatePolicy
  /** The number that the dealer's program has given it. */
  dealerOrderNo?: string | undefined
  /** The stored address that it goes to; null: none of them. */
  deliveryAddressId?: number | null
  /** Copy of the address, and the wishes of the buyer; null: there are none. */
  delivery?: OrderDelivery | null
  /** Who pays the carrier; null: nothing is said. */
  carrierPayer?: CarrierPayer | null
  /** Discounts for paying its invoices early; none: not offered. */
  earlyPayment?: readonly EarlyPaymentStep[]
  /** Why it waits for approval; none if it needs no approval. */
  approvalReasons?: readonly ApprovalReason[]
}

/** Writes the head of an order. */
export function orderPart(order: NewOrder): WritePart {
  const { approvalReasons = [], delivery = null, earlyPayment = [] } = order
  const { sql, params } = insertStatement(
    'orders',
    {
      id: order.id,
      order_no: order.orderNo,
      dealer_id: order.dealerId,
      user_id: order.userId,
      description: order.description,
      plan_key: order.planKey,
      branch_id: order.branchId,
      currency: order.currency,
      rates: JSON.stringify(order.rates),
      rate_sources: JSON.stringify(order.rateSources ?? {}),
      rate_policy: order.ratePolicy ?? 'order_day',
      subtotal: order.subtotal,
      tax: order.tax,
      total: order.total,
      total_try: order.totalTry,
      dealer_order_no: order.dealerOrderNo ?? null,
      delivery_address_id: order.deliveryAddressId ?? null,
      delivery: delivery && JSON.stringify(delivery),
      carrier_payer: order.carrierPayer ?? null,
      early_payment: earlyPayment.length === 0 ? null : JSON.stringify(earlyPayment),
      state: approvalReasons.length > 0 ? 'awaiting_approval' : 'received',
      approval_reasons: approvalReasons,
    },
    { hasOwnId: true },
  )
  return { name: 'order', ctes: { head: sql }, params }
}

/** A row of order_lines; rows are sent as JSON. */
export type NewOrderLine = {
  line_no: number
  /** Stored as null if the product was removed. */
  product_id: number
  code: string
  name: string
  brand: string | null
  model: string | null
  image: string | null
  unit_id: number
  unit: string
  multiplier: string
  quantity: number
  back_order: string
  price_value: string
  price_currency: string
  tax_rate: string
  amount: string
  /** The price before a representative's discount. */
  undiscounted_value?: string
  /** What the floor allowed, where a representative has gone below it. */
  floor_value?: string
  /** How the line came to its price. */
  price_steps?: readonly PriceStep[]
  /** A promotion gives it for nothing. */
  is_free?: boolean
}

/** Writes the lines of an order. */
export function orderLinesPart(orderId: number, lines: readonly NewOrderLine[]): WritePart {
  const sql = `INSERT INTO order_lines (order_id, line_no, product_id, code, name, brand, model, image, unit_id, unit, multiplier,
                              quantity, back_order, price_value, price_currency, tax_rate, amount, undiscounted_value, price_steps, is_free,
                              floor_value)
     SELECT $1, r.line_no, (SELECT p.id FROM products p WHERE p.id = r.product_id), r.code, r.name, r.brand, r.model,
            r.image, r.unit_id, r.unit, r.multiplier, r.quantity, r.back_order, r.price_value, r.price_currency,
            r.tax_rate, r.amount, r.undiscounted_value, r.price_steps, coalesce(r.is_free, false),
            r.floor_value
       FROM jsonb_to_recordset($2::jsonb) AS r (line_no integer, product_id integer, code text, name text,
       brand text, model text, image text, unit_id integer, unit text, multiplier numeric, quantity integer,
       back_order numeric, price_value numeric, price_currency text, tax_rate numeric, amount numeric, undiscounted_value numeric,
       price_steps jsonb, is_free boolean, floor_value numeric)`
  return { name: 'order_lines', ctes: { ordered_lines: sql }, params: [orderId, JSON.stringify(lines)] }
}

/** `reader` null: an order of any dealer, for staff. */
type Wanted = { id: number; reader: { dealerId: number; addresses: AddressScope } | null }

export type CancelRow = { order_no: string; state: OrderState; is_sent: boolean; is_paid: boolean }

/** Locks an order and reads what decides whether it can be cancelled. */
export async function lockForCancel(db: Db, { id, reader }: Wanted): Promise<CancelRow | undefined> {
  return db.one<CancelRow>(
    `SELECT order_no, state, sent_to_erp_at IS NOT NULL AS is_sent,
            EXISTS (SELECT FROM payments p WHERE p.order_id = orders.id AND p.state = ANY ($3)) AS is_paid
       FROM orders WHERE id = $1 AND ($2::integer IS NULL OR dealer_id = $2)
        AND ${inScopeSql('$4', 'delivery_address_id')} FOR UPDATE`,
    [id, reader?.dealerId ?? null, paidStates, reader?.addresses ?? null],
    'order_lock_cancel',
  )
}

/** The order of a refunded payment that the ERP does not have, and who requested the refund. */
export async function lockRefunded(
  db: Db,
  paymentId: number,
): Promise<{ id: number; user_id: number | null } | undefined> {
  return db.one(
    `SELECT o.id, (SELECT requested_by FROM payment_refunds WHERE payment_id = $1 ORDER BY id DESC LIMIT 1) AS user_id
       FROM payments p JOIN orders o ON o.id = p.order_id
      WHERE p.id = $1 AND o.sent_to_erp_at IS NULL FOR UPDATE OF o`,
    [paymentId],
    'order_lock_refunded',
  )
}

/** The buyer's email address and chosen language. */
export async function findBuyer(
  db: Db,
  orderId: number,
): Promise<{ email: string | null; locale: string | null } | undefined> {
  return db.one(
    // Of an order by a representative the dealer reads: its own address, or that of its owner.
    `SELECT CASE WHEN u.representative_id IS NULL THEN u.email ELSE coalesce(nullif(d.email, ''), (
              SELECT w.email FROM users w WHERE w.dealer_id = d.id AND w.disabled_at IS NULL
               ORDER BY w.user_role = 'owner' DESC NULLS LAST, w.id LIMIT 1), r.email) END AS email,
            u.choices ->> 'locale' AS locale
       FROM orders o JOIN users u ON u.id = o.user_id JOIN dealers d ON d.id = o.dealer_id
       LEFT JOIN users r ON r.id = u.representative_id WHERE o.id = $1`,
    [orderId],
  )
}

/** The languages that the buyers of orders have chosen, by order. */
export async function findBuyersLocales(db: Db, orderIds: readonly number[]): Promise<Map<number, 'tr' | 'en'>> {
  const rows = await db.query<{ id: number; locale: 'tr' | 'en' }>(
    `SELECT o.id, CASE WHEN u.choices ->> 'locale' = 'en' THEN 'en' ELSE 'tr' END AS locale
       FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = ANY ($1::bigint[])`,
    [orderIds],
    'order_buyers_locales',
  )
  return new Map(rows.map(({ id, locale }) => [id, locale]))
}

export type OrderedProduct = { product_id: number | null; code: string; name: string }

/** The product that a dealer last ordered under this code in any case, on sale or not. */
export async function findOrderedProduct(db: Db, dealerId: number, code: string): Promise<OrderedProduct | undefined> {
  return db.one<OrderedProduct>(
    `SELECT l.product_id, l.code, l.name FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE o.dealer_id = $1 AND l.code = ANY (ARRAY[$2, upper($2), lower($2)])
      ORDER BY l.code = $2 DESC, o.id DESC LIMIT 1`,
    [dealerId, code],
    'order_product_of_dealer',
  )
}
