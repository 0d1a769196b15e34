import type { PricedGoods } from '#domain/pricing/rule-book.ts'
import { type UnitCost, unitCostSql } from '#server/pricing/pricing.ts'

/**
 * Joins, as `price`, the stored price that applies to unit `unit` (alias) of product `product`: a price of the unit itself
 * before one of the default unit, and in each case the dealer's list (an SQL expression, usually $1) before the default
 * list $2.
 */
export function storedPriceSql(unit: string, product: string, list = '$1'): string {
  return `LEFT JOIN LATERAL (
    SELECT up.*, up.unit_id = ${unit}.id AS is_own FROM unit_prices up
     WHERE up.unit_id IN (${unit}.id, ${product}.default_unit_id) AND up.price_list_id IN (${list}, $2)
     ORDER BY is_own DESC, up.price_list_id = ${list} DESC LIMIT 1
  ) price ON true`
}

/** JSON of what price rules go by, for product `p` with its parent's row `parent`: id, parent, brand, category, cost. */
export const goodsSql = `json_build_array(p.id, p.parent_id, coalesce(p.brand_id, parent.brand_id),
  coalesce(p.category_id, parent.category_id), ${unitCostSql('p')})`

export type GoodsCell = [
  id: number,
  parentId: number | null,
  brandId: number | null,
  categoryId: number | null,
  cost: UnitCost | null,
]

export function goodsOf([id, parentId, brandId, categoryId]: GoodsCell): PricedGoods {
  return { id, parentId, brandId, categoryId }
}

/** SQL expressions: the stored price, whether it belongs to the unit itself, and what changes it. */
export type UnitPriceColumns = {
  value: string
  isOwn: string
  multiplier: string
  defaultMultiplier: string
  discount: string
  campaign: string
}

/**
 * `unitPrice` of `#domain/pricing/unit-price.ts` in SQL, without price rules: derived from the default unit where the unit has no price, then the
 * dealer's discount, then a campaign's, each rounded to 4 decimals. `unit-price-sql.test.ts` compares the two.
 */
export function unitPriceSql(columns: UnitPriceColumns): string {
  const { value, isOwn, multiplier, defaultMultiplier, discount, campaign } = columns
  const derived = `round((${value} * ${multiplier})::numeric(60, 30) / ${defaultMultiplier}, 4)`
  const price = `CASE WHEN ${isOwn} THEN ${value} ELSE ${derived} END`
  const dealerPrice = `round(${price} * ((100 - ${discount}::numeric) * 0.01), 4)`
  return `round(${dealerPrice} * ((100 - coalesce(${campaign}, 0)) * 0.01), 4)`
}
