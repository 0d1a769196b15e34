import { isOnSale } from '#server/catalog/list/sql-conditions.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { equivalentCodesSql } from './detail-rows.ts'

/** Equivalents of a product at most. */
const maxFound = 10

/**
 * The ids of products on sale that stand for others, by the codes of these: they share an equivalent code, name its code as
 * theirs, or are named by it. Products that are not in the catalog any more are found by their code.
 */
export async function findEquivalents(
  db: Db,
  goods: readonly { productId: number | null; code: string }[],
): Promise<Map<string, number[]>> {
  const rows = await db.query<{ code: string; ids: number[] }>(
    `SELECT w.code, array(
              SELECT e.id FROM products e
               WHERE (e.equivalent_code = ANY (named.codes || whole.code || w.code) OR e.code = ANY (named.codes))
                 AND e.id IS DISTINCT FROM w.product_id AND e.code <> w.code AND e.variant_names IS NULL AND ${isOnSale('e')}
               ORDER BY e.id LIMIT $3) AS ids
       FROM unnest($1::text[], $2::integer[]) AS w (code, product_id)
       LEFT JOIN products p ON p.id = w.product_id
       LEFT JOIN products parent ON parent.id = p.parent_id
      CROSS JOIN LATERAL (SELECT coalesce(p.equivalent_code, parent.equivalent_code) AS code) whole
      CROSS JOIN LATERAL (SELECT ${equivalentCodesSql} AS codes) named`,
    [goods.map(({ code }) => code), goods.map(({ productId }) => productId), maxFound],
    'catalog_equivalents',
  )
  return new Map(rows.map(({ code, ids }) => [code, ids]))
}
