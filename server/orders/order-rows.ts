import type { CarrierPayer } from '#domain/orders/carrier-payer.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { OrderSort, OrderStatus } from '#contract/shop/orders.ts'
import type { ApprovalReason } from '#domain/orders/order-approval.ts'
import type { OrderDelivery } from '#domain/orders/delivery.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import type { PriceStep } from '#domain/pricing/price-steps.ts'
import type { EarlyPaymentStep } from '#domain/payments/compare-payments.ts'
import type { PaymentState } from '#domain/payments/payment.ts'
import type { AddressScope } from '#domain/people/address-scope.ts'
import { inScopeSql } from '#server/account/account.ts'
import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { NewOrderLine } from './queries.ts'
import type { RatePolicy, RateSource } from '#domain/money/rate-policy.ts'

export type OrderRow = {
  id: number
  order_no: string
  created_at: Date
  creator: string
  /** The representative who placed it for the dealer. */
  representative: string | null
  dealer: string
  contact: DealerContact
  state: OrderState
  approval_reasons: ApprovalReason[]
  objection_until: Date | null
  is_cancel: boolean
  cancelled_at: Date | null
  canceller: string | null
  cancel_reason: string
  sent_to_erp_at: Date | null
  description: string
  branch: string | null
  plan: string | null
  plan_key: PlanKey | null
  early_payment: EarlyPaymentStep[] | null
  currency: string
  rates: Record<string, string>
  rate_sources: Record<string, RateSource>
  rate_policy: RatePolicy
  subtotal: string
  tax: string
  total: string
  total_try: string
  line_count: number
  /** A request of the dealer for a change is open. */
  has_request: boolean
  delivery_address_id: number | null
  delivery: OrderDelivery | null
  carrier_payer: CarrierPayer | null
  /** Null for orders on account. */
  payment: OrderPaymentRow | null
  /** Null where they were not requested. */
  lines: OrderLineRow[] | null
}

/** The dealer's address and tax data as of now; empty where unknown. */
export type DealerContact = {
  address: string
  district: string
  city: string
  phone: string
  taxOffice: string
  taxNumber: string
}

export type OrderPaymentRow = {
  reference: string
  state: PaymentState
  amount: string
  fee: string
  installment: number
  card_first6: string | null
  card_last4: string | null
  refunded: string
}

export type OrderLineRow = Omit<
  NewOrderLine,
  'product_id' | 'unit_id' | 'undiscounted_value' | 'price_steps' | 'is_free'
> & {
  undiscounted_value: string | null
  price_steps: PriceStep[] | null
  is_free: boolean
  product_id: number | null
  unit_id: number | null
  seo: string | null
  ozelkod2: string | null
  confirmed: number
  shipped: number
  cancelled: number
  back_ordered: number
  returned: number
  replaces_line: number | null
}

const lines = `(SELECT jsonb_agg(jsonb_build_object('line_no', l.line_no, 'product_id', l.product_id, 'seo', a.seo,
       'ozelkod2', a.ozelkod2, 'code', l.code, 'name', l.name, 'brand', l.brand, 'model', l.model, 'image', l.image,
       'unit_id', l.unit_id, 'unit', l.unit, 'multiplier', l.multiplier::text, 'quantity', l.quantity,
       'back_order', l.back_order::text,
       'confirmed', l.confirmed, 'shipped', l.shipped, 'cancelled', l.cancelled, 'back_ordered', l.back_ordered,
       'returned', l.returned, 'replaces_line', l.replaces_line, 'price_value', l.price_value::text, 'price_currency', l.price_currency,
       'undiscounted_value', l.undiscounted_value::text, 'price_steps', l.price_steps, 'is_free', l.is_free,
       'tax_rate', l.tax_rate::text, 'amount', l.amount::text) ORDER BY l.line_no)
  FROM order_lines l LEFT JOIN products a ON a.id = l.product_id AND ${isOnSale('a')} WHERE l.order_id = o.id)`

const contact = `jsonb_build_object('address', coalesce(d.address, ''), 'district', coalesce(d.district, ''),
  'city', coalesce(d.city, ''), 'phone', coalesce(d.phone, ''), 'taxOffice', coalesce(d.tax_office, ''),
  'taxNumber', coalesce(d.tax_number, ''))`

/** Complete orders `o` as the API returns them, in one statement for any number of orders and lines. */
const wholeOrders = (from: string, hasLines = true) => `
  SELECT o.id, o.order_no, o.created_at, u.name AS creator, r.name AS representative, d.name AS dealer, ${contact} AS contact, o.state, o.approval_reasons,
         CASE WHEN o.objection_until > now() THEN o.objection_until END AS objection_until, o.is_cancel, o.cancelled_at,
         c.name AS canceller, o.cancel_reason, o.sent_to_erp_at, o.description, b.name AS branch, p.name AS plan, o.plan_key, o.early_payment, o.currency, o.rates,
         o.rate_sources, o.rate_policy,
         o.subtotal, o.tax, o.total, o.total_try, o.delivery_address_id, o.delivery, o.carrier_payer,
         (SELECT count(*) FROM order_lines l WHERE l.order_id = o.id) AS line_count,
         EXISTS (SELECT FROM order_requests q WHERE q.order_id = o.id AND q.state = 'open') AS has_request,
         (SELECT jsonb_build_object('reference', k.reference, 'state', k.state, 'amount', k.amount::text,
                   'fee', k.fee::text, 'installment', k.installment, 'card_first6', k.card_first6,
                   'card_last4', k.card_last4, 'refunded', k.refunded::text)
            FROM payments k WHERE k.order_id = o.id) AS payment,
         ${hasLines ? lines : 'NULL::jsonb'} AS lines
    FROM ${from}
    JOIN users u ON u.id = o.user_id
    LEFT JOIN users r ON r.id = u.representative_id
    JOIN dealers d ON d.id = o.dealer_id
    LEFT JOIN users c ON c.id = o.cancelled_by
    LEFT JOIN branches b ON b.id = o.branch_id
    LEFT JOIN payment_plans p ON p.key = o.plan_key`

/** The dealer whose orders are read, and the addresses that the reader is bound to. */
export type OrderReader = { dealerId: number; addresses: AddressScope }

/** An order of the dealer by number; without a number the user's newest. */
export async function findOrder(
  db: Db,
  owner: OrderReader & { userId: number },
  orderNo: string | null,
): Promise<OrderRow | undefined> {
  return db.one<OrderRow>(
    `${wholeOrders('orders o')}
      WHERE o.dealer_id = $1 AND (o.order_no = $3 OR ($3::text IS NULL AND o.user_id = $2)) AND ${inScopeSql('$4')}
      ORDER BY o.id DESC LIMIT 1`,
    [owner.dealerId, owner.userId, orderNo, owner.addresses],
  )
}

/** An order by id. `reader` null skips the check of the owner; only internal callers may use it. */
export async function findOrderById(db: Db, id: number, reader: OrderReader | null): Promise<OrderRow | undefined> {
  return db.one<OrderRow>(
    `${wholeOrders('orders o')} WHERE o.id = $1 AND ($2::integer IS NULL OR o.dealer_id = $2) AND ${inScopeSql('$3')}`,
    [id, reader?.dealerId ?? null, reader?.addresses ?? null],
    'order_whole',
  )
}

/** Orders of the dealer by their ids. */
export function findOrdersOfDealer(db: Db, dealerId: number, ids: readonly number[]): Promise<OrderRow[]> {
  return db.query<OrderRow>(
    `${wholeOrders('orders o')} WHERE o.id = ANY ($1::bigint[]) AND o.dealer_id = $2`,
    [ids, dealerId],
    'orders_of_dealer',
  )
}

export type OrderFilter = OrderReader & {
  /** Days in Turkey, both included. */
  from: string | null
  to: string | null
  /** Part of the order number, or of the code or name of a product in it. */
  q: string
  status: OrderStatus | null
}

const orders: Record<OrderSort, string> = {
  '-date': 'o.created_at DESC, o.id DESC',
  date: 'o.created_at, o.id',
  '-total': 'o.total_try DESC, o.id DESC',
  total: 'o.total_try, o.id',
}

const dayStart = (day: string) => `(${day}::timestamp AT TIME ZONE 'Europe/Istanbul')`

/** Compares only the requested filters, so that the index can answer the query. */
const statusConditions: Record<OrderStatus, string> = {
  active: 'NOT o.is_cancel AND o.sent_to_erp_at IS NULL',
  sent: 'NOT o.is_cancel AND o.sent_to_erp_at IS NOT NULL',
  awaiting_approval: "o.state = 'awaiting_approval'",
  confirmed: "o.state = 'confirmed'",
  picking: "o.state = 'picking'",
  received: "o.state = 'received'",
  rejected: "o.state = 'rejected'",
  partly_shipped: "o.state = 'partly_shipped'",
  shipped: "o.state = 'shipped'",
  delivered: "o.state = 'delivered'",
  closed: "o.state = 'closed'",
  cancelled: 'o.is_cancel',
}

// The number is compared first: most searches are for one.
const searched = (place: string) => `(position(upper(${place}) IN o.order_no) > 0
  OR EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id
       AND (strpos(upper(l.code), upper(${place})) > 0 OR strpos(fold(l.name), fold(${place})) > 0)))`

function filterSql({ dealerId, addresses, from, to, q, status }: OrderFilter): { sql: string; params: unknown[] } {
  const params: unknown[] = [dealerId]
  const next = (value: unknown) => `$${params.push(value)}`
  const conditions = ['o.dealer_id = $1']
  if (addresses !== null) conditions.push(inScopeSql(next(addresses)))
  if (from !== null) conditions.push(`o.created_at >= ${dayStart(`${next(from)}::date`)}`)
  if (to !== null) conditions.push(`o.created_at < ${dayStart(`(${next(to)}::date + 1)`)}`)
  if (status !== null) conditions.push(statusConditions[status])
  if (q !== '') conditions.push(searched(next(q)))
  return { sql: `FROM orders o WHERE ${conditions.join(' AND ')}`, params }
}

export async function countOrders(db: Db, filter: OrderFilter): Promise<number> {
  const { sql, params } = filterSql(filter)
  const row = await db.one<{ count: number }>(`SELECT count(*) AS count ${sql}`, params)
  return row?.count ?? 0
}

/** The ids of all matching orders, in order. */
export async function findDealersOrderIds(db: Db, filter: OrderFilter, sort: OrderSort): Promise<number[]> {
  const { sql, params } = filterSql(filter)
  const rows = await db.query<{ id: number }>(`SELECT o.id ${sql} ORDER BY ${orders[sort]}`, params)
  return rows.map(({ id }) => id)
}

export async function loadOrderPage(
  db: Db,
  filter: OrderFilter,
  { sort, offset, limit, hasLines }: { sort: OrderSort; offset: number; limit: number; hasLines: boolean },
): Promise<OrderRow[]> {
  const { sql, params } = filterSql(filter)
  const page = `(SELECT o.* ${sql} ORDER BY ${orders[sort]} OFFSET ${offset} LIMIT ${limit}) o`
  return db.query<OrderRow>(`${wholeOrders(page, hasLines)} ORDER BY ${orders[sort]}`, params)
}
