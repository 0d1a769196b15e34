import type { Product, Unit } from '#contract/shop/product.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** A product, in a unit or in all of them, and how many days count: today and the days before it. */
export type CountedPeriod = { productId: number; unit: string | null; days: number }

/** The dealer of a user, or (for an order) one with the cart that becomes the order. */
type Buyer = { userId: number } | { dealerId: number; cartId: number }

/**
 * What a dealer has ordered in each period, in the unit or (without one) in base units: what was bought in orders
 * that are not cancelled, and in orders whose card payments hold stock. Free goods do not count, as they do not in an order, nor
 * do payments of the buyer's own cart: they end when it is ordered.
 */
export async function loadOrdered(db: Db, buyer: Buyer, periods: readonly CountedPeriod[]): Promise<number[]> {
  if (periods.length === 0) return []
  const [userId, dealerId, cartId] =
    'userId' in buyer ? [buyer.userId, null, null] : [null, buyer.dealerId, buyer.cartId]
  const rows = await db.query<{ ordered: number }>(
    `WITH buyer AS (
       SELECT coalesce($2::integer, (SELECT dealer_id FROM users WHERE id = $1)) AS dealer_id,
              coalesce($3::integer, (SELECT id FROM carts WHERE user_id = $1)) AS cart_id)
     SELECT (coalesce(placed.ordered, 0) + coalesce(paying.ordered, 0))::float8 AS ordered
       FROM buyer, unnest($4::integer[], $5::text[], $6::integer[]) WITH ORDINALITY AS c (product_id, unit, days, place)
       LEFT JOIN LATERAL (
         SELECT sum((l.quantity - l.cancelled) * CASE WHEN c.unit IS NULL THEN l.multiplier ELSE 1 END) AS ordered
           FROM orders o JOIN order_lines l ON l.order_id = o.id
          WHERE o.dealer_id = buyer.dealer_id AND NOT o.is_cancel AND NOT l.is_free AND l.product_id = c.product_id
            AND (c.unit IS NULL OR l.unit = c.unit)
            AND o.created_at >= ((now() AT TIME ZONE 'Europe/Istanbul')::date - (c.days - 1)) AT TIME ZONE 'Europe/Istanbul'
       ) placed ON true
       LEFT JOIN LATERAL (
         SELECT sum(l.quantity * CASE WHEN c.unit IS NULL THEN l.multiplier ELSE 1 END) AS ordered
           FROM payments p, jsonb_to_recordset(p.snapshot->'lines')
                              AS l (product_id integer, unit text, quantity numeric, multiplier numeric, is_free boolean)
          WHERE p.stock_state = 'held' AND p.kind = 'order' AND p.dealer_id = buyer.dealer_id
            AND p.intent IS DISTINCT FROM 'cart:' || buyer.cart_id
            AND l.is_free IS NOT TRUE AND l.product_id = c.product_id AND (c.unit IS NULL OR l.unit = c.unit)
       ) paying ON true
      ORDER BY c.place`,
    [
      userId,
      dealerId,
      cartId,
      periods.map(({ productId }) => productId),
      periods.map(({ unit }) => unit),
      periods.map(({ days }) => days),
    ],
    'cart_ordered',
  )
  return rows.map(({ ordered }) => ordered)
}

/** The products with what the user's dealer has ordered of each in the periods of its rules. No statement without any. */
export async function withOrdered(
  db: Db,
  userId: number,
  products: ReadonlyMap<number, Product>,
): Promise<ReadonlyMap<number, Product>> {
  const limited = [...products.values()].flatMap(({ id, units }) =>
    units.flatMap((unit) => (unit.terms?.period_maximum === undefined ? [] : [periodOf(id, unit)])),
  )
  if (limited.length === 0) return products
  const ordered = await loadOrdered(db, { userId }, limited)
  const counts = new Map(limited.map((period, at) => [keyOf(period), ordered[at] ?? 0]))
  const filled = ({ id }: Product, unit: Unit): Unit => {
    const period = unit.terms?.period_maximum
    if (unit.terms === undefined || period === undefined) return unit
    const count = counts.get(keyOf(periodOf(id, unit))) ?? 0
    return { ...unit, terms: { ...unit.terms, period_maximum: { ...period, ordered: count } } }
  }
  return new Map(
    [...products].map(([id, product]) => [
      id,
      { ...product, units: product.units.map((unit) => filled(product, unit)) },
    ]),
  )
}

const keyOf = ({ productId, unit, days }: CountedPeriod): string => `${productId} ${days} ${unit ?? ''}`

function periodOf(productId: number, { value, terms }: Unit): CountedPeriod {
  const { inUnit = false, days = 1 } = terms?.period_maximum ?? {}
  return { productId, unit: inUnit ? value : null, days }
}
