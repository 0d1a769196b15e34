import { type Reorder, reordersMax } from '#contract/shop/bought.ts'
import { isDue, type Purchase, type Rhythm, rhythmMin, rhythmOf, suggestedQuantity } from '#domain/lists/reorder.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { goodsOf, isBoughtSql } from './bought.ts'
import { unitOfLine } from './line-units.ts'
import type { DealerActor } from './list-rows.ts'

/** Days of history that make a rhythm: what a dealer stopped buying before says nothing about today. */
const historyDays = 730

type RhythmRow = { product_id: number; unit_id: number | null; unit: string; purchases: Purchase[] }

/**
 * The products that the dealer buys regularly and that are due today, the latest due first: what was given up long ago comes
 * last. Products in the user's cart are left out.
 */
export async function loadReorders(
  db: Db,
  { actor, view, today }: { actor: DealerActor; view: View; today: Day },
): Promise<Reorder[]> {
  const rows = await loadRhythmRows(db, actor, today)
  const due = rows
    .flatMap((row) => {
      const rhythm = rhythmOf(row.purchases)
      return rhythm !== null && isDue(rhythm, today) ? [{ row, rhythm }] : []
    })
    .toSorted((a, b) => (a.rhythm.dueOn === b.rhythm.dueOn ? 0 : a.rhythm.dueOn < b.rhythm.dueOn ? 1 : -1))
  const ids = due.map(({ row }) => row.product_id)
  const plain = await loadProducts(db, ids, view)
  const suggested = due.flatMap(({ row, rhythm }) => {
    const product = plain.get(row.product_id)
    const found = product && (unitOfLine(row, product) ?? product.units.find(({ id }) => id === product.defaultUnit))
    if (product === undefined || found === undefined || product.varyantx === 0) return []
    const quantity = suggestedQuantity(rhythm.quantity, found.multiplier, found.terms?.allowed)
    return quantity === null ? [] : [{ productId: product.id, unitId: found.id, rhythm, quantity }]
  })
  const shown = suggested.slice(0, reordersMax)
  const products = await loadProducts(
    db,
    shown.map(({ productId }) => productId),
    view,
    { quantities: new Map(shown.map(({ unitId, quantity }) => [unitId, quantity])) },
  )
  return shown.flatMap(({ productId, unitId, rhythm, quantity }) => {
    const product = products.get(productId)
    const unit = product?.units.find(({ id }) => id === unitId)
    return product === undefined || unit === undefined
      ? []
      : [{ ...goodsOf(product, unit, { ...product, unit: unit.value }), productId, unitId, ...facts(rhythm), quantity }]
  })
}

const facts = ({ days, lastOn, dueOn }: Rhythm) => ({ days: Number(days), lastOn, dueOn })

/** What was bought by product and day; the unit is that of the last order. */
function loadRhythmRows(db: Db, { dealer, addresses, userId }: DealerActor, today: Day): Promise<RhythmRow[]> {
  return db.query<RhythmRow>(
    `SELECT d.product_id, (array_agg(d.unit_id ORDER BY d.day DESC))[1] AS unit_id,
            coalesce((array_agg(d.unit ORDER BY d.day DESC))[1], '') AS unit,
            jsonb_agg(jsonb_build_object('day', d.day, 'quantity', d.quantity)) AS purchases
       FROM (SELECT l.product_id, (o.created_at AT TIME ZONE 'Europe/Istanbul')::date::text AS day,
                    sum((l.quantity - l.cancelled - l.returned) * l.multiplier)::text AS quantity,
                    (array_agg(l.unit_id ORDER BY o.id DESC, l.line_no))[1] AS unit_id,
                    (array_agg(l.unit ORDER BY o.id DESC, l.line_no))[1] AS unit
               FROM orders o JOIN order_lines l ON l.order_id = o.id
              WHERE ${isBoughtSql} AND l.product_id IS NOT NULL
                AND o.created_at >= ($3::date - $4::integer)::timestamp AT TIME ZONE 'Europe/Istanbul'
              GROUP BY 1, 2) d
      WHERE NOT EXISTS (SELECT FROM carts c JOIN cart_lines i ON i.cart_id = c.id
                         WHERE c.user_id = $5 AND i.product_id = d.product_id)
      GROUP BY d.product_id HAVING count(*) >= $6::integer
      ORDER BY d.product_id`,
    [dealer.id, addresses, today, historyDays, userId, rhythmMin],
    'reorder_rhythms',
  )
}
