import type { Db } from '#server/platform/db/pool.ts'
import type { Finder } from './finder.ts'
import { noFilter } from '#server/catalog/index/filter.ts'

export type PickRequest = {
  /** 0 = the whole catalog. */
  categoryId: number
  /** As typed; empty = all. */
  text: string
  limit: number
}
export type PickableProduct = { id: number; name: string; code: string }

/**
 * Products of a category and its descendants to choose from, including those out of stock: by relevance for a search,
 * otherwise by name. Parents are replaced by their variants. Returns null when the category does not exist.
 */
export async function pickProducts(
  db: Db,
  finder: Finder,
  { categoryId, text, limit }: PickRequest,
): Promise<PickableProduct[] | null> {
  const { ordinals, rows } = finder.labels.categories
  const ordinal = ordinals.get(categoryId)
  const exists = ordinal !== undefined && rows[ordinal] !== undefined
  if (!exists && categoryId !== 0) return null
  const { ids } = await finder.find({
    filter: { ...noFilter, text, ...(exists ? { placeCategory: ordinal } : {}) },
    ...(text === '' ? { sort: 'name' as const } : {}),
    prices: { listId: 0, withTax: false, defaultTaxRate: 0 },
    offset: 0,
    limit,
  })
  return db.query<PickableProduct>(
    `SELECT coalesce(c.id, p.id) AS id, coalesce(c.name, p.name) AS name, coalesce(c.code, p.code) AS code
       FROM unnest($1::integer[]) WITH ORDINALITY wanted (id, place) JOIN products p ON p.id = wanted.id
            LEFT JOIN products c ON c.parent_id = p.id AND c.is_active
      WHERE p.is_active ORDER BY wanted.place, c.id LIMIT $2`,
    [ids, limit],
    'pick_products',
  )
}
