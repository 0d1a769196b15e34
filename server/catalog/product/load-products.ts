import type { Product } from '#contract/shop/product.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import type { PresentOptions } from './present-prices.ts'
import { presentProduct } from './present-product.ts'
import { loadProductRows } from './product-rows.ts'

/**
 * Loads active products as a visitor sees them, by id, in one statement. `alsoInactive` includes products off
 * sale, `allPlans` the plan prices that are hidden on product pages.
 */
export async function loadProducts(
  db: Db,
  ids: readonly number[],
  view: View,
  options: PresentOptions & { alsoInactive?: boolean } = {},
): Promise<Map<number, Product>> {
  const rows = await loadProductRows(db, ids, view, options)
  return new Map(rows.map((row) => [row.id, presentProduct(row, view, options)]))
}
