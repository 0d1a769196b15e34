import type { Day } from '#domain/text/calendar-day.ts'
import { momentInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

/**
 * Products on sale that had stock when the day began and have none now, while a back-order, a user who watches the
 * product or a cart waits for it. $1: when the day began.
 */
const ranOut = `products p JOIN (
        SELECT product_id, sum(quantity) AS change FROM stock_movements WHERE created_at >= $1
         GROUP BY product_id HAVING sum(quantity) < 0) moved ON moved.product_id = p.id
      CROSS JOIN LATERAL (SELECT coalesce(sum(i.quantity), 0) AS quantity FROM inventory i WHERE i.product_id = p.id) stock
 WHERE p.is_active AND stock.quantity <= 0 AND stock.quantity - moved.change > 0
   AND (EXISTS (SELECT FROM order_lines l WHERE l.product_id = p.id AND l.back_order > 0)
        OR EXISTS (SELECT FROM stock_watches w WHERE w.product_id = p.id AND w.notified_at IS NULL)
        OR EXISTS (SELECT FROM cart_lines c WHERE c.product_id = p.id))`

export async function countRanOut(db: Db, today: Day): Promise<number> {
  const sql = `SELECT count(*) AS total FROM ${ranOut}`
  return (await db.one<{ total: number }>(sql, [momentInTurkey(today)], 'products_ran_out_count'))?.total ?? 0
}

export type RanOutFilter = { q: string; brand: number | null; categories: readonly number[] | null }

const filtered = `${ranOut} AND ($2::text = '' OR strpos(fold(p.name || ' ' || p.code), fold($2)) > 0)
   AND ($3::integer IS NULL OR p.brand_id = $3) AND ($4::integer[] IS NULL OR p.category_id = ANY ($4))`

/** The ids of all products that ran out on this day, by name. There are few of them. */
export async function findRanOutIds(
  db: Db,
  today: Day,
  { q, brand, categories }: RanOutFilter,
  isDescending: boolean,
): Promise<number[]> {
  const direction = isDescending ? 'DESC' : 'ASC'
  const rows = await db.query<{ id: number }>(
    `SELECT p.id FROM ${filtered} ORDER BY p.name ${direction}, p.id ${direction}`,
    [momentInTurkey(today), q, brand, categories],
  )
  return rows.map(({ id }) => id)
}
