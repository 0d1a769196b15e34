import type { Db } from '#server/platform/db/pool.ts'

/** What a base unit costs the store, before tax. */
export type ProductCost = { cost: string; currency: string }

/** The known costs of products. A variant without one has the cost of its parent. */
export async function loadCosts(db: Db, productIds: readonly number[]): Promise<Map<number, ProductCost>> {
  const rows = await db.query<ProductCost & { id: number }>(
    `SELECT DISTINCT ON (p.id) p.id, c.cost, c.currency
       FROM products p JOIN product_costs c ON c.product_id IN (p.id, p.parent_id)
      WHERE p.id = ANY ($1) ORDER BY p.id, c.product_id = p.id DESC`,
    [productIds],
    'product_costs',
  )
  return new Map(rows.map(({ id, cost, currency }) => [id, { cost, currency }]))
}
