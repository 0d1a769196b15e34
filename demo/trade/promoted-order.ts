import { cartTotals, lineAmount } from '#domain/cart/cart.ts'
import { decimal, roundMoney } from '#domain/money/money.ts'
import { emptyNote, orderNumber } from '#domain/orders/order.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { demoRates } from '#demo/rates.ts'
import { workingMoment } from './working-hours.ts'

type Row = {
  promotion_id: number
  promotion: string
  promotion_en: string
  dealer_id: number
  user_id: number
  product_id: number
  unit_id: number
  warehouse_id: number
  code: string
  name: string
  brand: string | null
  image: string | null
  unit: string
  tax_rate: number
  price: string
}

const bought = 20
const free = 2

/** An order of the second dealer that a promotion gave free goods; none in stores without the promotion. */
export async function loadPromotedOrder(db: Db, today: Date): Promise<void> {
  const row = await db.one<Row>(
    `SELECT m.id AS promotion_id, m.name AS promotion, m.name_en AS promotion_en, d.id AS dealer_id, w.id AS user_id, p.id AS product_id, u.id AS unit_id,
            i.warehouse_id, p.code, p.name, b.name AS brand, p.images[1] AS image, u.name AS unit,
            coalesce(p.tax_rate, 20)::float8 AS tax_rate, x.sale_value AS price
       FROM promotions m
       JOIN products p ON p.id = m.product_id AND p.is_active
       JOIN product_units u ON u.id = p.default_unit_id AND u.multiplier = 1
       JOIN price_lists l ON l.is_default
       JOIN unit_prices x ON x.unit_id = u.id AND x.price_list_id = l.id AND x.sale_currency = 'TRY'
       JOIN inventory i ON i.product_id = p.id AND i.quantity >= $1
       JOIN users w ON w.email = 'bayi2@example.com'
       JOIN dealers d ON d.id = w.dealer_id
       LEFT JOIN brands b ON b.id = p.brand_id
      WHERE m.code = 'CKC-10-1' ORDER BY i.warehouse_id LIMIT 1`,
    [bought + free],
  )
  if (row !== undefined) await insertOrder(db, row, workingMoment(today, 2, 30))
}

async function insertOrder(db: Db, row: Row, at: Date): Promise<void> {
  const { price, tax_rate: taxRate } = row
  const list = { kind: 'list', value: price, currency: 'TRY' }
  const rule = { id: row.promotion_id, name: row.promotion, nameEn: row.promotion_en }
  const nothing = { value: '0', currency: 'TRY' }
  const lineOf = (quantity: number, value: string) => ({ quantity, price: { value, currency: 'TRY' }, taxRate })
  const lines = [
    { ...lineOf(bought, price), is_free: false, price_steps: [list] },
    {
      ...lineOf(free, '0'),
      is_free: true,
      price_steps: [list, { kind: 'promotion', rule, fixed: nothing, ...nothing }],
    },
  ]
  const totals = cartTotals(lines, 'TRY', demoRates)
  const next = await db.one<{ sequence: number }>("SELECT nextval('order_number') AS sequence")
  const order = await db.one<{ id: number }>(
    `INSERT INTO orders (order_no, dealer_id, user_id, created_at, state, description, plan_key, currency, rates,
                         subtotal, tax, total, total_try, carrier_payer)
     VALUES ($1, $2, $3, $4, 'received', $5, 'advencePrice1', 'TRY', '{"TRY": "1"}', $6, $7, $8, $9, 'recipient')
     RETURNING id`,
    [
      orderNumber(at.getFullYear(), next?.sequence ?? 0),
      row.dealer_id,
      row.user_id,
      at,
      emptyNote,
      totals.subtotal.toFixed(2),
      totals.tax.toFixed(2),
      totals.total.toFixed(2),
      totals.totalTry.toFixed(2),
    ],
  )
  for (const [i, { quantity, price: paid, is_free, price_steps }] of lines.entries()) {
    const amount = roundMoney(lineAmount({ price: paid, quantity, taxRate }, 'TRY', demoRates)).toFixed(2)
    await db.execute(
      `INSERT INTO order_lines (order_id, line_no, product_id, code, name, brand, image, unit_id, unit, multiplier, quantity,
                                price_value, price_currency, tax_rate, amount, is_free, price_steps)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $11, 'TRY', $12, $13, $14, $15)`,
      [
        ...[order?.id, i + 1, row.product_id, row.code, row.name, row.brand, row.image, row.unit_id, row.unit],
        ...[quantity, decimal(paid.value).toString(), taxRate, amount, is_free, JSON.stringify(price_steps)],
      ],
    )
  }
  await db.execute(
    `WITH moved AS (
       INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason, order_id, created_at)
       VALUES ($1, $2, -$3::numeric, 'order', $4, $5)
     ), used AS (
       INSERT INTO promotion_uses (promotion_id, dealer_id, uses, order_id, created_at) VALUES ($6, $7, $8, $4, $5)
     ), counted AS (
       INSERT INTO promotion_dealers (promotion_id, dealer_id, used) VALUES ($6, $7, $8)
     ), total AS (
       UPDATE promotion_totals SET used = used + $8 WHERE promotion_id = $6
     )
     UPDATE inventory SET quantity = quantity - $3::numeric WHERE product_id = $1 AND warehouse_id = $2`,
    [row.product_id, row.warehouse_id, bought + free, order?.id, at, row.promotion_id, row.dealer_id, free],
  )
}
