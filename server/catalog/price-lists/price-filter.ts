import { cleanText } from '#server/platform/http/list-paging.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { findAdminIds, parseId, withDescendants } from '#server/catalog/admin/product-list.ts'
import { withVariants } from '#server/catalog/admin/export-units.ts'
import { loadBrandRows, loadCategoryRows } from '#server/catalog/admin/queries.ts'
import type { Finder } from '#server/catalog/list/finder.ts'
import { allProducts } from '#server/catalog/admin/exports.ts'

type Narrowing = { brand: number | null; category: number | null }
export type PriceFilter = Narrowing & { q: string }
type FilterQuery = { q?: string | undefined; brand?: string | undefined; category?: string | undefined }

export function parsePriceFilter(query: FilterQuery): PriceFilter {
  return { q: cleanText(query.q), brand: parseId(query.brand), category: parseId(query.category) }
}

/**
 * Products with prices of their own, as `p`, narrowed to `params`: $1 brand, $2 categories, $3 products; null for all. A
 * variant belongs to the brand and category of its parent. Parents have no prices: theirs are from before they had
 * variants.
 */
export const pricedProducts = `JOIN products p ON p.id = u.product_id AND p.variant_names IS NULL
  LEFT JOIN products parent ON parent.id = p.parent_id`
export const isWanted = `($1::integer IS NULL OR coalesce(parent.brand_id, p.brand_id) = $1)
  AND ($2::integer[] IS NULL OR coalesce(parent.category_id, p.category_id) = ANY ($2))
  AND ($3::integer[] IS NULL OR p.id = ANY ($3))`

/** The first three parameters of statements with `isWanted`; text is searched as in the list of products. */
export async function filterParams(db: Db, filter: PriceFilter, finder: Finder): Promise<unknown[]> {
  const { q, brand, category } = filter
  const search = { q, brand: null, category: null, state: 'all' as const, sort: null }
  const ids = q === '' ? null : (await findAdminIds(db, finder, search, allProducts)).ids
  return [...(await narrowingParams(db, { brand, category })), ids && (await withVariants(db, ids))]
}

/** The same without a text. */
export async function narrowingParams(db: Db, { brand, category }: Narrowing): Promise<unknown[]> {
  return [brand, category === null ? null : withDescendants(await loadCategoryRows(db), category)]
}

/** What the filters of lists of prices offer. */
export async function loadChoices(db: Db) {
  const [lists, brands, categories] = await Promise.all([
    db.query<{ id: number; name: string; isDefault: boolean }>(
      'SELECT id, name, is_default AS "isDefault" FROM price_lists ORDER BY is_default DESC, name, id',
    ),
    loadBrandRows(db),
    loadCategoryRows(db),
  ])
  return {
    lists,
    brands: brands.map(({ id, name }) => ({ id, name })),
    categories: categories.map(({ id, name, depth }) => ({ id, name, depth })),
  }
}
