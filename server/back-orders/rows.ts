import type { adminBackOrderSorts } from '#contract/admin/back-orders.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import type { AddressScope } from '#domain/people/address-scope.ts'
import { inScopeSql } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type BackOrderSort = (typeof adminBackOrderSorts)[number]
export type LinePlace = { orderId: number; lineNo: number }

export type BackOrderFilter = {
  /** Part of the order number, or of the product's code or name. */
  q: string
  /** A dealer's code, or part of its name. */
  dealer: string
  /** Only these lines; null: all. */
  only: readonly LinePlace[] | null
}

const orders: Record<BackOrderSort, string> = {
  date: 'o.created_at, o.id, l.line_no',
  '-date': 'o.created_at DESC, o.id DESC, l.line_no',
  product: 'l.code, o.created_at, o.id, l.line_no',
}

// Folding names is slow: the stored search text, which contains the name and more, is compared first.
const matching = `FROM order_lines l JOIN orders o ON o.id = l.order_id
 WHERE l.back_order > 0
   AND ($1::text = '' OR strpos(o.order_no, upper($1)) > 0 OR strpos(upper(l.code), upper($1)) > 0
        OR strpos(fold(l.name), fold($1)) > 0)
   AND ($2::text = '' OR o.dealer_id IN (SELECT d.id FROM dealers d WHERE upper(d.code) = upper($2)
        OR (strpos(d.search_text, fold($2)) > 0 AND strpos(fold(d.name), fold($2)) > 0)))
   AND ($3::jsonb IS NULL OR (l.order_id, l.line_no) IN
        (SELECT r."orderId", r."lineNo" FROM jsonb_to_recordset($3::jsonb) AS r ("orderId" bigint, "lineNo" integer)))`

const paramsOf = ({ q, dealer, only }: BackOrderFilter) => [q, dealer, only && JSON.stringify(only)]

export async function countBackOrders(db: Db, filter: BackOrderFilter): Promise<number> {
  const row = await db.one<{ count: number }>(
    `SELECT count(*) AS count ${matching}`,
    paramsOf(filter),
    'back_orders_count',
  )
  return row?.count ?? 0
}

export type BackOrderRow = {
  order_id: number
  line_no: number
  order_no: string
  created_at: Date
  state: OrderState
  dealer: string
  dealer_code: string
  product_id: number | null
  code: string
  name: string
  unit: string
  back_ordered: number
  /** Base units in all warehouses. */
  stock: string
}

export async function loadBackOrders(
  db: Db,
  filter: BackOrderFilter,
  { sort, limit, offset }: { sort: BackOrderSort; limit: number; offset: number },
): Promise<BackOrderRow[]> {
  return db.query<BackOrderRow>(
    `SELECT l.order_id, l.line_no, o.order_no, o.created_at, o.state, d.name AS dealer, d.code AS dealer_code,
            l.product_id, l.code, l.name, l.unit, l.back_ordered,
            (SELECT coalesce(sum(i.quantity), 0) FROM inventory i WHERE i.product_id = l.product_id) AS stock
       FROM (SELECT l.*, row_number() OVER (ORDER BY ${orders[sort]}) AS place ${matching}
              ORDER BY ${orders[sort]} LIMIT $4 OFFSET $5) l
       JOIN orders o ON o.id = l.order_id
       JOIN dealers d ON d.id = o.dealer_id
      ORDER BY l.place`,
    [...paramsOf(filter), limit, offset],
    `back_orders_listed_${sort}`,
  )
}

/** Base units in stock of the products that orders in these states wait for; products without stock are missing. */
export async function loadWantedStock(db: Db, states: readonly OrderState[]): Promise<Map<number, Decimal>> {
  const rows = await db.query<{ product_id: number; quantity: string }>(
    `SELECT i.product_id, sum(i.quantity) AS quantity FROM inventory i
      WHERE i.product_id IN (SELECT l.product_id FROM order_lines l JOIN orders o ON o.id = l.order_id
                              WHERE l.back_order > 0 AND o.state = ANY ($1))
      GROUP BY i.product_id HAVING sum(i.quantity) > 0`,
    [states],
    'back_orders_stock',
  )
  return new Map(rows.map(({ product_id, quantity }) => [product_id, decimal(quantity)]))
}

export type DealersBackOrderRow = {
  order_no: string
  created_at: Date
  line_no: number
  product_id: number | null
  code: string
  name: string
  image: string | null
  unit: string
  quantity: number
  back_ordered: number
}

/** The dealer's lines that wait for stock, oldest first. */
export async function loadDealersBackOrders(
  db: Db,
  { dealerId, addresses }: { dealerId: number; addresses: AddressScope },
  limit: number,
): Promise<DealersBackOrderRow[]> {
  return db.query<DealersBackOrderRow>(
    `SELECT o.order_no, o.created_at, l.line_no, l.product_id, l.code, l.name, l.image, l.unit,
            l.quantity - l.cancelled AS quantity, l.back_ordered
       FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE o.dealer_id = $1 AND l.back_order > 0 AND ${inScopeSql('$3')} ORDER BY o.created_at, o.id, l.line_no LIMIT $2`,
    [dealerId, limit, addresses],
    'back_orders_dealer',
  )
}
