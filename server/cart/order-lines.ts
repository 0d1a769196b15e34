import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { PriceLists } from './queries.ts'
import { keptPriceSql } from './unit-price-sql.ts'

/** A cart line with all that an order copies and checks. `plan_value` is there where the product has that plan's price. */
export type OrderLineRow = {
  line_id: number
  product_id: number
  unit_id: number
  quantity: number
  unit: string
  multiplier: string
  default_multiplier: string | null
  code: string
  name: string
  brand: string | null
  model: string | null
  image: string | null
  is_active: boolean
  needs_variant: boolean
  tax_rate: string | null
  sale_value: string | null
  sale_currency: string | null
  plan_value: string | null
  plan_currency: string | null
  is_own: boolean | null
  /** Percent that a running campaign takes off. */
  campaign: string | null
  /** Base units, not locked: enough to refuse early. */
  stock: string
}

/** The lines of a locked cart, in the order in which it shows them. */
export async function loadOrderLines(
  db: Db,
  { cartId, planKey, priceListId, defaultPriceListId }: PriceLists & { cartId: number; planKey: string | null },
): Promise<OrderLineRow[]> {
  return db.query<OrderLineRow>(
    `SELECT l.id AS line_id, l.product_id, l.unit_id, l.quantity, u.name AS unit, u.multiplier, d.multiplier AS default_multiplier,
            p.code, p.name, b.name AS brand, m.name AS model, coalesce(p.images[1], parent.images[1]) AS image,
            ${isOnSale('p')} AS is_active,
            coalesce(p.tax_rate, parent.tax_rate) AS tax_rate,
            p.variant_names IS NOT NULL OR EXISTS (SELECT FROM products c WHERE c.parent_id = p.id) AS needs_variant,
            price.sale_value, price.sale_currency, price.is_own,
            (SELECT percent FROM campaign_discounts WHERE product_id = p.id) AS campaign,
            CASE $4 WHEN 'advencePrice1' THEN price.plan1_value WHEN 'advencePrice2' THEN price.plan2_value
                    WHEN 'advencePrice3' THEN price.plan3_value WHEN 'advencePrice4' THEN price.plan4_value
                    WHEN 'advencePrice5' THEN price.plan5_value END AS plan_value,
            CASE $4 WHEN 'advencePrice1' THEN price.plan1_currency WHEN 'advencePrice2' THEN price.plan2_currency
                    WHEN 'advencePrice3' THEN price.plan3_currency WHEN 'advencePrice4' THEN price.plan4_currency
                    WHEN 'advencePrice5' THEN price.plan5_currency END AS plan_currency,
            (SELECT coalesce(sum(quantity), 0) FROM inventory WHERE product_id = p.id) AS stock
       FROM cart_lines l
       JOIN products p ON p.id = l.product_id
       JOIN product_units u ON u.id = l.unit_id
       LEFT JOIN product_units d ON d.id = p.default_unit_id
       LEFT JOIN products parent ON parent.id = p.parent_id
       LEFT JOIN brands b ON b.id = coalesce(p.brand_id, parent.brand_id)
       LEFT JOIN models m ON m.id = coalesce(p.model_id, parent.model_id)
       ${keptPriceSql('u', 'p')}
      WHERE l.cart_id = $3
      ORDER BY l.created_at, l.id`,
    [priceListId, defaultPriceListId, cartId, planKey],
    'cart_order_lines',
  )
}
