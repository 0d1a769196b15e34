import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type ReplacementProduct = {
  product_id: number
  code: string
  name: string
  unit_id: number
  unit: string
  multiplier: string
  tax_rate: string | null
}

/** A product that can be ordered, by its code in any case, in the named unit; without a name in its default one. */
export async function findReplacement(
  db: Db,
  code: string,
  unit: string | null,
): Promise<ReplacementProduct | undefined> {
  return db.one<ReplacementProduct>(
    `SELECT p.id AS product_id, p.code, p.name, u.id AS unit_id, u.name AS unit, u.multiplier,
            coalesce(p.tax_rate, parent.tax_rate) AS tax_rate
       FROM products p
       JOIN product_units u ON u.product_id = p.id
        AND CASE WHEN $2::text IS NULL THEN u.id = p.default_unit_id ELSE fold(u.name) = fold($2) END
       LEFT JOIN products parent ON parent.id = p.parent_id
      WHERE p.code = ANY (ARRAY[$1, upper($1), lower($1)]) AND ${isOnSale('p')} AND p.variant_names IS NULL
        AND NOT EXISTS (SELECT FROM products c WHERE c.parent_id = p.id)
      ORDER BY p.code = $1 DESC, p.id LIMIT 1`,
    [code, unit],
    'order_replacement',
  )
}
