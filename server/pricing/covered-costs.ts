import type { PriceRuleDetail } from '#contract/admin/price-rules.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** The products on sale that a floor from cost is for, and those of them without a known cost; null for other rules. */
export async function countCosts(db: Db, id: number): Promise<PriceRuleDetail['costs']> {
  const row = await db.one<{ products: number; unknown: number }>(
    `WITH RECURSIVE rule AS (SELECT * FROM price_rules WHERE id = $1 AND above_cost IS NOT NULL),
     below AS (
       SELECT category_id AS id FROM rule WHERE category_id IS NOT NULL
       UNION ALL
       SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id)
     SELECT count(p.id) AS products,
            count(p.id) FILTER (WHERE NOT EXISTS (
              SELECT FROM product_costs c WHERE c.product_id IN (p.id, p.parent_id))) AS unknown
       FROM rule LEFT JOIN (products p LEFT JOIN products parent ON parent.id = p.parent_id)
         ON p.variant_names IS NULL AND p.is_active AND parent.is_active IS NOT FALSE
        AND (rule.product_id IS NULL OR rule.product_id IN (p.id, p.parent_id))
        AND (rule.brand_id IS NULL OR rule.brand_id = coalesce(p.brand_id, parent.brand_id))
        AND (rule.category_id IS NULL OR coalesce(p.category_id, parent.category_id) IN (SELECT id FROM below))
      GROUP BY rule.id`,
    [id],
  )
  return row ?? null
}
