import type { Db } from '#server/platform/db/pool.ts'

/** The next number of the sequence and the year in Turkey. A refused order leaves a gap. */
export async function nextOrderNumber(db: Db): Promise<{ sequence: number; year: number }> {
  const row = await db.one<{ sequence: number; year: number }>(
    `SELECT nextval('order_number') AS sequence,
            extract(year FROM now() AT TIME ZONE 'Europe/Istanbul')::integer AS year`,
    [],
    'order_number',
  )
  if (row === undefined) throw new Error('The database gave no order number.')
  return row
}

export type NewOrder = {
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
}

export async function insertOrder(db: Db, order: NewOrder): Promise<number> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO orders (order_no, dealer_id, user_id, description, plan_key, branch_id, currency, rates,
                         subtotal, tax, total, total_try)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
    [
      ...[
        order.orderNo,
        order.dealerId,
        order.userId,
        order.description,
        order.planKey,
        order.branchId,
        order.currency,
      ],
      ...[JSON.stringify(order.rates), order.subtotal, order.tax, order.total, order.totalTry],
    ],
    'order_insert',
  )
  if (row === undefined) throw new Error('The order was not written.')
  return row.id
}

/** Columns of order_lines, in the order in which the rows travel as one JSON text. */
export type NewOrderLine = {
  line_no: number
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
}

export async function insertOrderLines(db: Db, orderId: number, lines: readonly NewOrderLine[]): Promise<void> {
  await db.execute(
    `INSERT INTO order_lines (order_id, line_no, product_id, code, name, brand, model, image, unit_id, unit, multiplier,
                              quantity, back_order, price_value, price_currency, tax_rate, amount)
     SELECT $1, r.* FROM jsonb_to_recordset($2::jsonb) AS r (line_no integer, product_id integer, code text, name text,
       brand text, model text, image text, unit_id integer, unit text, multiplier numeric, quantity integer,
       back_order numeric, price_value numeric, price_currency text, tax_rate numeric, amount numeric)`,
    [orderId, JSON.stringify(lines)],
    'order_lines_insert',
  )
}

export type OrderRow = {
  id: number
  order_no: string
  created_at: Date
  creator: string
  dealer: string
  is_cancel: boolean
  description: string
  branch: string | null
  plan: string | null
  currency: string
  rates: Record<string, string>
  subtotal: string
  tax: string
  total: string
  total_try: string
  lines: OrderLineRow[]
}

export type OrderLineRow = Omit<NewOrderLine, 'line_no' | 'product_id' | 'unit_id'> & {
  product_id: number | null
  seo: string | null
  ozelkod2: string | null
}

/** One order of a dealer, by number; without a number the newest of the user. One statement, whatever the lines. */
export async function findOrder(
  db: Db,
  owner: { dealerId: number; userId: number },
  orderNo: string | null,
): Promise<OrderRow | undefined> {
  return db.one<OrderRow>(
    `SELECT o.id, o.order_no, o.created_at, u.name AS creator, d.name AS dealer, o.is_cancel, o.description,
            b.name AS branch, p.name AS plan, o.currency, o.rates, o.subtotal, o.tax, o.total, o.total_try,
            (SELECT jsonb_agg(jsonb_build_object('product_id', l.product_id, 'seo', a.seo, 'ozelkod2', a.ozelkod2,
                      'code', l.code, 'name', l.name, 'brand', l.brand, 'model', l.model, 'image', l.image,
                      'unit', l.unit, 'multiplier', l.multiplier::text, 'quantity', l.quantity,
                      'back_order', l.back_order::text, 'price_value', l.price_value::text,
                      'price_currency', l.price_currency, 'tax_rate', l.tax_rate::text, 'amount', l.amount::text)
                    ORDER BY l.line_no)
               FROM order_lines l LEFT JOIN products a ON a.id = l.product_id AND a.is_active
              WHERE l.order_id = o.id) AS lines
       FROM orders o
       JOIN users u ON u.id = o.user_id
       JOIN dealers d ON d.id = o.dealer_id
       LEFT JOIN branches b ON b.id = o.branch_id
       LEFT JOIN payment_plans p ON p.key = o.plan_key
      WHERE o.dealer_id = $1 AND (o.order_no = $3 OR ($3::text IS NULL AND o.user_id = $2))
      ORDER BY o.id DESC LIMIT 1`,
    [owner.dealerId, owner.userId, orderNo],
  )
}
