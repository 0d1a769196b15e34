import { cartTotals, lineAmount } from '#domain/cart/cart.ts'
import { decimal, roundMoney } from '#domain/money/money.ts'
import { emptyNote, orderNumber } from '#domain/orders/order.ts'
import { discountedPrice } from '#domain/orders/representative-discount.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { demoRates } from '#demo/rates.ts'
import { workingMoment } from './working-hours.ts'

const seller = 'plasiyer@example.com'
const second = 'plasiyer2@example.com'

/** Codes of the dealers that are assigned one by one; the second representative also has a province. */
const dealersOf = { [seller]: ['B1003', 'B1004', 'B1005', 'B1006'], [second]: ['B1007'] }

const visits = [
  {
    dealer: 'B1004',
    kind: 'visit',
    daysAgo: 6,
    text: 'Yeni şube için ilk siparişi konuştuk. Kablo ve priz grubunda fiyat bekliyorlar.',
    nextStep: 'Kablo grubu için teklif hazırla',
    inDays: 0,
  },
  {
    dealer: 'B1005',
    kind: 'call',
    daysAgo: 3,
    text: 'Geciken ödeme için arandı, hafta içinde yatıracaklar.',
    nextStep: 'Ödemeyi kontrol et',
    inDays: 2,
  },
  {
    dealer: 'B1003',
    kind: 'note',
    daysAgo: 12,
    text: 'Depo sorumlusu değişti: Hakan Bey. Teslimatlar sabah isteniyor.',
    nextStep: '',
    inDays: null,
  },
] as const

/**
 * Two representatives with dealers, discounts, targets and visits; one order that the first one has placed within its
 * authority, and one that waits for the head of sales.
 */
export async function loadRepresentatives(db: Db, today: Date): Promise<void> {
  await db.execute(
    `INSERT INTO representatives (user_id, phone, line_percent, total_percent, floor_percent)
     SELECT u.id, g.phone, g.line, g.total, g.floor FROM users u
       JOIN (VALUES ($1, '0532 555 01 01', 15, 10, 5), ($2, '0533 555 02 02', 10, 5, NULL))
         AS g (email, phone, line, total, floor) ON g.email = u.email
     ON CONFLICT (user_id) DO NOTHING`,
    [seller, second],
  )
  for (const [email, codes] of Object.entries(dealersOf)) {
    await db.execute(
      `INSERT INTO representative_dealers (dealer_id, user_id)
       SELECT d.id, u.id FROM dealers d, users u WHERE d.code = ANY ($2) AND u.email = $1`,
      [email, codes],
    )
  }
  await db.execute(
    "INSERT INTO representative_regions (name, user_id) SELECT 'Trabzon', id FROM users WHERE email = $1 ON CONFLICT (key) DO NOTHING",
    [second],
  )
  const day = dayInTurkey(today)
  await db.execute(
    `INSERT INTO representative_targets (user_id, dealer_id, month, amount)
     SELECT l.user_id, l.dealer_id, $1::date, 40000 + 15000 * (l.dealer_id % 4)
       FROM representative_dealers l JOIN dealers d ON d.id = l.dealer_id WHERE d.code <> 'B1006'`,
    [`${day.slice(0, 7)}-01`],
  )
  const notes = visits.map(({ daysAgo, inDays, nextStep, ...visit }) => ({
    ...visit,
    day: addDays(day, -daysAgo),
    next_step: nextStep,
    next_on: inDays === null ? null : addDays(day, inDays),
  }))
  await db.execute(
    `INSERT INTO dealer_visits (dealer_id, user_id, kind, day, text, next_step, next_on)
     SELECT d.id, u.id, g.kind, g.day, g.text, g.next_step, g.next_on
       FROM jsonb_to_recordset($2::jsonb) AS g (dealer text, kind text, day date, text text, next_step text, next_on date)
       JOIN dealers d ON d.code = g.dealer JOIN users u ON u.email = $1`,
    [seller, JSON.stringify(notes)],
  )
  await loadOrder(db, { dealer: 'B1004', percent: 5, at: workingMoment(today, 2, 20), reasons: [] })
  await loadOrder(db, { dealer: 'B1005', percent: 12, at: workingMoment(today, 1, 40), reasons: ['discount'] })
}

type OrderPlan = { dealer: string; percent: number; at: Date; reasons: readonly string[] }

type GoodsRow = {
  product_id: number
  warehouse_id: number
  unit_id: number
  code: string
  name: string
  brand: string | null
  model: string | null
  image: string | null
  unit: string
  tax_rate: number
  price_value: string
}

/** An order of the first representative for a dealer, with a discount on the whole order. */
async function loadOrder(db: Db, { dealer, percent, at, reasons }: OrderPlan): Promise<void> {
  const seat = await openSeat(db, dealer)
  const goods = await db.query<GoodsRow>(
    `SELECT p.id AS product_id, i.warehouse_id, u.id AS unit_id, p.code, p.name, b.name AS brand, m.name AS model,
            p.images[1] AS image, u.name AS unit, coalesce(p.tax_rate, 20)::float8 AS tax_rate, x.sale_value AS price_value
       FROM products p
       JOIN product_units u ON u.id = p.default_unit_id AND u.multiplier = 1
       JOIN unit_prices x ON x.unit_id = u.id AND x.sale_currency = 'TRY' AND x.sale_value BETWEEN 50 AND 2000
       JOIN price_lists l ON l.id = x.price_list_id AND l.is_default
       JOIN LATERAL (SELECT warehouse_id FROM inventory WHERE product_id = p.id AND quantity >= 60
                      ORDER BY warehouse_id LIMIT 1) i ON true
       LEFT JOIN brands b ON b.id = p.brand_id LEFT JOIN models m ON m.id = p.model_id
      WHERE p.is_active AND p.variant_names IS NULL AND p.parent_id IS NULL
      ORDER BY p.id DESC LIMIT 3`,
  )
  const lines = goods.map((row, i) => {
    const quantity = 12 - 4 * i
    const price = discountedPrice({ value: row.price_value, currency: 'TRY' }, decimal(percent))
    const amount = roundMoney(lineAmount({ price, quantity, taxRate: row.tax_rate }, 'TRY', demoRates)).toFixed(2)
    return { ...row, line_no: i + 1, quantity, price, taxRate: row.tax_rate, amount }
  })
  const totals = cartTotals(lines, 'TRY', demoRates)
  const next = await db.one<{ sequence: number }>("SELECT nextval('order_number') AS sequence")
  const placed = await db.one<{ id: number }>(
    `INSERT INTO orders (order_no, dealer_id, user_id, created_at, state, approval_reasons, description, plan_key,
                         currency, rates, subtotal, tax, total, total_try)
     SELECT $1, dealer_id, id, $3, $4, $5, $6, 'advencePrice1', 'TRY', '{"TRY": "1"}', $7, $8, $9, $10
       FROM users WHERE id = $2 RETURNING id`,
    [
      orderNumber(at.getFullYear(), next?.sequence ?? 0),
      seat,
      at,
      reasons.length > 0 ? 'awaiting_approval' : 'received',
      reasons,
      emptyNote,
      totals.subtotal.toFixed(2),
      totals.tax.toFixed(2),
      totals.total.toFixed(2),
      totals.totalTry.toFixed(2),
    ],
  )
  const rows = lines.map(({ price, price_value, ...line }) => {
    const price_steps = [{ kind: 'list', value: price_value, currency: 'TRY' }]
    return { ...line, price_value: price.value, undiscounted_value: price_value, price_steps }
  })
  await db.execute(
    `WITH given AS (
       SELECT * FROM jsonb_to_recordset($2::jsonb) AS g (line_no integer, product_id integer, warehouse_id integer,
         code text, name text, brand text, model text, image text, unit_id integer, unit text, quantity integer,
         price_value numeric, undiscounted_value numeric, tax_rate numeric, amount numeric, price_steps jsonb)
     ), moved AS (
       INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason, order_id, created_at)
       SELECT product_id, warehouse_id, -quantity, 'order', $1, $3 FROM given
     ), taken AS (
       UPDATE inventory i SET quantity = i.quantity - g.quantity FROM given g
        WHERE i.product_id = g.product_id AND i.warehouse_id = g.warehouse_id
     )
     INSERT INTO order_lines (order_id, line_no, product_id, code, name, brand, model, image, unit_id, unit, multiplier,
                              quantity, price_value, undiscounted_value, price_currency, tax_rate, amount, price_steps)
     SELECT $1, line_no, product_id, code, name, brand, model, image, unit_id, unit, 1, quantity, price_value,
            undiscounted_value, 'TRY', tax_rate, amount, price_steps FROM given`,
    [placed?.id, JSON.stringify(rows), at],
  )
}

/** The user as which the first representative orders for this dealer (server/account/acting.ts). */
async function openSeat(db: Db, dealer: string): Promise<number | undefined> {
  const seat = await db.one<{ id: number }>(
    `INSERT INTO users (representative_id, dealer_id, email, name, role, user_role, removed_at, disabled_at)
     SELECT u.id, d.id, 'seat-' || u.id || '-' || d.id || '@representative.invalid', 'Plasiyer ' || u.name, 'dealer',
            'buyer', now(), now()
       FROM users u, dealers d WHERE u.email = $1 AND d.code = $2 RETURNING id`,
    [seller, dealer],
  )
  return seat?.id
}
