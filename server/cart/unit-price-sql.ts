/**
 * The kept price that counts for unit `unit` (alias) of product `product`: the unit's own row before the default unit's, each
 * in the dealer's list $1 before the default list $2.
 */
export function keptPriceSql(unit: string, product: string): string {
  return `LEFT JOIN LATERAL (
    SELECT up.*, up.unit_id = ${unit}.id AS is_own FROM unit_prices up
     WHERE up.unit_id IN (${unit}.id, ${product}.default_unit_id) AND up.price_list_id IN ($1, $2)
     ORDER BY is_own DESC, up.price_list_id = $1 DESC LIMIT 1
  ) price ON true`
}
