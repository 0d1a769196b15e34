import type { Db } from '#server/platform/db/pool.ts'

/** The branch and the plan of an order, null where removed: a paid order is placed without them. */
export async function findReferences(
  db: Db,
  { branchId, planKey }: { branchId: number | null; planKey: string | null },
): Promise<{ branchId: number | null; planKey: string | null }> {
  const row = await db.one<{ branchId: number | null; planKey: string | null }>(
    `SELECT (SELECT id FROM branches WHERE id = $1) AS "branchId",
            (SELECT key FROM payment_plans WHERE key = $2) AS "planKey"`,
    [branchId, planKey],
    'checkout_references',
  )
  return row ?? { branchId: null, planKey: null }
}

/** The dealer's own address, as of now. */
export async function findOwnAddress(
  db: Db,
  dealerId: number,
): Promise<{ recipient: string; address: string; district: string; city: string }> {
  const row = await db.one<{ recipient: string; address: string; district: string; city: string }>(
    `SELECT name AS recipient, coalesce(address, '') AS address, coalesce(district, '') AS district,
            coalesce(city, '') AS city FROM dealers WHERE id = $1`,
    [dealerId],
    'checkout_own_address',
  )
  if (row === undefined) throw new Error(`Dealer ${dealerId} does not exist.`)
  return row
}

/** The categories of products. A variant belongs to its parent's category. */
export async function loadCategories(db: Db, productIds: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT DISTINCT coalesce(p.category_id, parent.category_id) AS id
       FROM products p LEFT JOIN products parent ON parent.id = p.parent_id
      WHERE p.id = ANY ($1) AND coalesce(p.category_id, parent.category_id) IS NOT NULL`,
    [productIds],
    'checkout_categories',
  )
  return rows.map(({ id }) => id)
}

/** The cart of a user, without a lock; null if it has none. */
export async function findCart(db: Db, userId: number): Promise<number | null> {
  const row = await db.one<{ id: number }>('SELECT id FROM carts WHERE user_id = $1', [userId], 'checkout_cart')
  return row?.id ?? null
}
