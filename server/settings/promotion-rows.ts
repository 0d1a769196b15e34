import type { BasketStep } from '#domain/promotions/promotion.ts'
import type { PromotionKind } from '#domain/promotions/promotion-kinds.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { PriceRuleRows } from './queries.ts'

export type PromotionRow = {
  id: number
  code: string
  name: string
  name_en: string
  kind: PromotionKind
  dealer_id: number | null
  group_id: number | null
  region: string | null
  product_id: number | null
  brand_id: number | null
  category_id: number | null
  buy_quantity: string | null
  free_quantity: number | null
  free_product_id: number | null
  bundle_price: string | null
  currency: string | null
  steps: BasketStep[]
  parts: { unitId: number | null; productId: number | null; quantity: number }[]
  starts_on: string | null
  ends_on: string | null
  priority: number
  combines: boolean
  needs_coupon: boolean
  total_quota: number | null
  dealer_quota: number | null
  order_limit: number | null
  revision: number
}

export type PromotionRows = Pick<PriceRuleRows, 'tree' | 'members'> & { promotions: PromotionRow[] }

/** The promotions that are in use now or later, with what they need to know of categories and dealers. */
export async function loadPromotions(db: Db): Promise<PromotionRows> {
  const promotions = await db.query<PromotionRow>(
    `SELECT m.id, m.code, m.name, m.name_en, m.kind, m.dealer_id, m.group_id, m.region, m.product_id, m.brand_id,
            m.category_id, trim_scale(m.buy_quantity)::text AS buy_quantity, m.free_quantity, m.free_product_id,
            trim_scale(m.bundle_price)::text AS bundle_price, m.currency,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('amount', s.amount::text,
                      'percent', trim_scale(s.percent)::text, 'freeDelivery', s.free_delivery) ORDER BY s.amount), '[]')
               FROM promotion_steps s WHERE s.promotion_id = m.id) AS steps,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('unitId', p.unit_id, 'productId', u.product_id,
                      'quantity', p.quantity) ORDER BY p.place), '[]')
               FROM promotion_parts p LEFT JOIN product_units u ON u.id = p.unit_id
              WHERE p.promotion_id = m.id) AS parts,
            m.starts_on::text AS starts_on, m.ends_on::text AS ends_on, m.priority, m.combines, m.needs_coupon,
            m.total_quota, m.dealer_quota, m.order_limit, m.revision
       FROM promotions m
      WHERE m.is_active AND coalesce(m.ends_on >= (now() AT TIME ZONE 'Europe/Istanbul')::date, true)
      ORDER BY m.id`,
  )
  if (promotions.length === 0) return { promotions, tree: [], members: [] }
  const row = await db.one<Pick<PromotionRows, 'tree' | 'members'>>(
    `SELECT (SELECT coalesce(json_agg(json_build_array(id, parent_id)), '[]') FROM categories WHERE parent_id IS NOT NULL)
              AS tree,
            (SELECT coalesce(json_agg(json_build_array(d.id, d.group_id, fold(d.region))), '[]') FROM dealers d
              WHERE d.group_id IN (SELECT group_id FROM promotions)
                 OR (d.region <> '' AND fold(d.region) IN (SELECT region FROM promotions))) AS members`,
  )
  return { promotions, tree: row?.tree ?? [], members: row?.members ?? [] }
}
