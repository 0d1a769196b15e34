import type { Db } from '#server/platform/db/pool.ts'

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
