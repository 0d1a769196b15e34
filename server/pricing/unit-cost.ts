/** What one default unit costs: the exact value as text, and its currency. */
export type UnitCost = [value: string, currency: string]

/**
 * SQL condition: some rule goes by costs. The least value comes from an index; with EXISTS the database reads all rules where
 * its statistics are older than the column.
 */
export const hasCostRule = '(SELECT min(above_cost) FROM price_rules) IS NOT NULL'

/**
 * SQL of a `UnitCost` for the product with this alias; a variant without a cost has its parent's. Null while no rule goes by
 * costs.
 */
export const unitCostSql = (product: string): string => `CASE WHEN ${hasCostRule} THEN (
  SELECT json_build_array(trim_scale(c.cost * base.multiplier)::text, c.currency)
    FROM product_costs c JOIN product_units base ON base.id = ${product}.default_unit_id
   WHERE c.product_id IN (${product}.id, ${product}.parent_id) ORDER BY c.product_id = ${product}.id DESC LIMIT 1) END`

export const costOf = (cost: UnitCost | null): { value: string; currency: string } | null =>
  cost && { value: cost[0], currency: cost[1] }
