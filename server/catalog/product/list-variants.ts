import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { type listVariants, variantsMax } from '#contract/shop/variants.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { loadProducts } from './load-products.ts'

/** The variants on sale of a parent on sale, in two statements. */
export async function loadVariants(
  db: Db,
  parentId: number,
  view: View,
): Promise<Reply<typeof listVariants> | Refusal> {
  const rows = await db.query<{ id: number; values: string[] }>(
    `SELECT c.id, coalesce(c.variant_values, '{}') AS values FROM products p JOIN products c ON c.parent_id = p.id
      WHERE p.id = $1 AND p.is_active AND c.is_active ORDER BY c.id LIMIT $2`,
    [parentId, variantsMax],
    'variant_cells',
  )
  if (rows.length === 0) return refuse('product_not_found')
  const products = await loadProducts(
    db,
    rows.map(({ id }) => id),
    view,
  )
  return {
    items: rows.flatMap(({ id, values }) => {
      const product = products.get(id)
      return product === undefined ? [] : [{ ...product, values }]
    }),
  }
}
