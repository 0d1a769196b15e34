import { brandPath, categoryPath, productPath } from '#contract/core/pages.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { type CatalogIndex, countFacets } from '#server/catalog/index/catalog-index.ts'
import { noFilter } from '#server/catalog/index/filter.ts'
import { codeIsTaken } from '#server/catalog/product/product-rows.ts'
import type { AddressRow } from '#server/catalog/product/detail-rows.ts'

/** Paths of the categories and brands with listed products. */
export function listedPagePaths(index: CatalogIndex, view: Pick<View, 'showNotInStocks'>): string[] {
  const { categories, brands } = index.labels
  const counts = countFacets(index, { ...noFilter, inStockOnly: view.showNotInStocks === '0' })
  return [
    ...categories.rows.flatMap((row, ordinal) =>
      row === undefined || (counts.category[ordinal] ?? 0) === 0 ? [] : [categoryPath(row.slug)],
    ),
    ...counts.brand.flatMap(({ ordinal }) => {
      const row = brands.rows[ordinal]
      return row === undefined ? [] : [brandPath(row.slug)]
    }),
  ]
}

/** Product ids per sitemap part, and so the maximum number of its products. */
export const sitemapPartSize = 50_000

/** Numbers, from 1, of the parts that contain products. Reads one entry of the primary key per part. */
export async function sitemapParts(db: Db): Promise<number[]> {
  const next = (after: string) =>
    `SELECT (id - 1) / ${sitemapPartSize} + 1 AS part FROM products WHERE is_active AND id > ${after} ORDER BY id LIMIT 1`
  const rows = await db.query<{ part: number }>(
    `WITH RECURSIVE parts AS (
       (${next('0')})
       UNION ALL
       SELECT following.part FROM parts, LATERAL (${next(`parts.part::bigint * ${sitemapPartSize}`)}) following
     )
     SELECT part FROM parts`,
    [],
    'listed_parts',
  )
  return rows.map(({ part }) => part)
}

export type SitemapProduct = { id: number; path: string /** Date of the last change, in UTC. */; changedOn: string }

/**
 * The next products with an id above `after` and up to `upTo` that have their own page, optionally only those in stock.
 */
export async function loadSitemapProducts(
  db: Db,
  range: { after: number; upTo: number; limit: number; inStockOnly: boolean },
): Promise<SitemapProduct[]> {
  const rows = await db.query<AddressRow & { changed_on: string }>(
    `SELECT p.id, p.seo, p.ozelkod2, ${codeIsTaken('p')} AS is_code_taken,
            to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS changed_on
       FROM products p LEFT JOIN products parent ON parent.id = p.parent_id
      WHERE p.id > $1::bigint AND p.id <= $2::bigint AND p.is_active AND (parent.id IS NULL OR parent.is_active)
        AND ($4 OR (
          SELECT sum(quantity) > 0 FROM inventory WHERE product_id = ANY (
            array(SELECT p.id UNION ALL SELECT c.id FROM products c WHERE c.parent_id = p.id AND c.is_active))))
      ORDER BY p.id LIMIT $3`,
    [range.after, range.upTo, range.limit, !range.inStockOnly],
    'listed_products',
  )
  return rows.map(({ id, seo, ozelkod2, is_code_taken, changed_on }) => ({
    id,
    path: productPath({ id, seo, ozelkod2: is_code_taken ? null : ozelkod2 }),
    changedOn: changed_on,
  }))
}
