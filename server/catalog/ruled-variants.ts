import { hasCostRule } from '#server/pricing/pricing.ts'

/**
 * SQL condition: the variants of the product with this alias may differ in what rules make of their prices. A rule for the price of
 * one unit names one of them, or floors go by their costs.
 */
export const hasRuledVariant = (product: string) => `(EXISTS (
  SELECT FROM products named JOIN price_rules rule ON rule.product_id = named.id
   WHERE named.parent_id = ${product}.id AND rule.kind IN ('agreement', 'chain', 'floor') AND rule.is_active)
  OR ${hasCostRule} AND (
    EXISTS (SELECT FROM product_costs own WHERE own.product_id = ${product}.id)
    OR EXISTS (SELECT FROM products child JOIN product_costs own ON own.product_id = child.id WHERE child.parent_id = ${product}.id)))`
