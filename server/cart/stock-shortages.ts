import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { CartOwner } from './cart-owner.ts'

/** Days for which shortages are kept. */
const retention = 800

export type Shortage = { productId: number; missing: string }

/** What a refused change wanted beyond the stock, in base units; null if stock was not the reason. */
export function shortageOf(productId: number, stock: number | string, refusal: Refusal): Shortage | null {
  const wanted = refusal.code === 'insufficient_stock' ? refusal.facts?.amount : undefined
  const missing = decimal(wanted ?? 0).minus(decimal(stock).lessThan(0) ? 0 : stock)
  return missing.greaterThan(0) ? { productId, missing: missing.toFixed(3) } : null
}

/** Records shortages for the report of lost demand: of each user, product and day the largest. Guests are not recorded. */
export async function recordShortages(db: Db, owner: CartOwner, shortages: readonly Shortage[]): Promise<void> {
  if (typeof owner !== 'number' || shortages.length === 0) return
  await db.execute(
    `INSERT INTO stock_shortages AS s (day, product_id, user_id, missing)
     SELECT $1, product_id, $2, max(missing)
       FROM unnest($3::integer[], $4::numeric[]) AS n (product_id, missing) GROUP BY product_id ORDER BY product_id
     ON CONFLICT (day, product_id, user_id) DO UPDATE SET missing = greatest(s.missing, excluded.missing)`,
    [
      dayInTurkey(new Date()),
      owner,
      shortages.map(({ productId }) => productId),
      shortages.map(({ missing }) => missing),
    ],
    'record_shortages',
  )
}

export async function purgeShortages(db: Db): Promise<void> {
  await deleteBatches(db, 'stock_shortages', 'day < current_date - $1::integer', { params: [retention], by: 'day' })
}
