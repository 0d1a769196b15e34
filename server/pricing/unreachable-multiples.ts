import type { RuleIssue } from '#domain/pricing/check-rule.ts'
import { allowedQuantities } from '#domain/pricing/order-quantity.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { RuleTerms } from './resolve-rule.ts'

/**
 * Whether `r` is a multiple in default units of one product, and no whole number of any of its units (or those of its
 * variants) makes it: 0.3 where whole pieces are sold.
 */
export const isUnreachable = `r.kind = 'multiple' AND r.unit IS NULL AND r.product_id IS NOT NULL
  AND EXISTS (SELECT FROM product_units WHERE product_id = r.product_id)
  AND NOT EXISTS (
    SELECT FROM products p JOIN product_units u ON u.product_id = p.id LEFT JOIN product_units d ON d.id = p.default_unit_id
     WHERE (p.id = r.product_id OR p.parent_id = r.product_id)
       AND mod(r.quantity * coalesce(d.multiplier, 1), u.multiplier) = 0)`

/** The issue of a multiple that its product's units cannot make, with the least quantity that fits both. */
export async function findUnreachable(db: Db, terms: RuleTerms): Promise<RuleIssue | null> {
  const { kind, unit, product_id: productId, quantity } = terms
  if (kind !== 'multiple' || quantity === null) return null
  const row = await db.one(
    `SELECT FROM (SELECT $1::text AS kind, $2::text AS unit, $3::integer AS product_id, $4::numeric AS quantity) r
      WHERE ${isUnreachable}`,
    [kind, unit, productId, quantity],
  )
  return row === undefined
    ? null
    : { field: 'quantity', problem: 'rule_multiple_unreachable', facts: unreachableFacts(quantity) }
}

/** `least`: the least number of whole default units that is such a multiple. */
export function unreachableFacts(quantity: string): { value: number; least: number } {
  const allowed = allowedQuantities(
    { multiple: { quantity: Number(quantity), inUnit: false } },
    { multiplier: 1, defaultMultiplier: 1 },
  )
  return { value: Number(quantity), least: allowed?.least ?? 0 }
}
