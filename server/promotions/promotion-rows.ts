import type { ListedPromotion } from '#contract/admin/promotions.ts'
import type { PriceRuleState } from '#contract/admin/price-rules.ts'
import type { PromotionDraft } from '#domain/promotions/check-promotion.ts'
import { lira } from '#domain/money/money.ts'
import type { PromotionKind } from '#domain/promotions/promotion-kinds.ts'
import { pathSeparator } from '#server/pricing/pricing.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** A promotion with the names of what it is about. Numbers are exact texts. */
export type NamedPromotionRow = {
  id: number
  code: string
  name: string
  name_en: string
  kind: PromotionKind
  state: PriceRuleState
  dealer_code: string | null
  dealer_name: string | null
  group_code: string | null
  group_name: string | null
  region_name: string | null
  product_code: string | null
  brand_name: string | null
  category_path: string | null
  buy_quantity: string | null
  free_quantity: number | null
  free_product_code: string | null
  bundle_price: string | null
  currency: string | null
  steps: PromotionDraft['steps']
  parts: PromotionDraft['parts']
  starts_on: string | null
  ends_on: string | null
  priority: number
  combines: boolean
  needs_coupon: boolean
  total_quota: number | null
  dealer_quota: number | null
  order_limit: number | null
  is_active: boolean
  used: number
}

/** The state today, by the calendar in Turkey. */
export const stateSql = `CASE WHEN NOT m.is_active THEN 'off'
  WHEN m.starts_on > (now() AT TIME ZONE 'Europe/Istanbul')::date THEN 'later'
  WHEN m.ends_on < (now() AT TIME ZONE 'Europe/Istanbul')::date THEN 'ended' ELSE 'now' END`

/** These promotions, in this order. */
export async function loadNamed(db: Db, ids: readonly number[]): Promise<NamedPromotionRow[]> {
  return db.query<NamedPromotionRow>(
    `SELECT m.id, m.code, m.name, m.name_en, m.kind, ${stateSql} AS state,
            d.code AS dealer_code, d.name AS dealer_name, g.code AS group_code, g.name AS group_name,
            CASE WHEN m.region IS NOT NULL THEN
              coalesce((SELECT o.region FROM dealers o WHERE fold(o.region) = m.region AND o.region <> ''
                         ORDER BY o.id LIMIT 1), m.region) END AS region_name,
            p.code AS product_code, b.name AS brand_name,
            (WITH RECURSIVE above AS (
                SELECT name, parent_id, 0 AS height FROM categories WHERE id = m.category_id
                UNION ALL
                SELECT c.name, c.parent_id, above.height + 1 FROM categories c JOIN above ON c.id = above.parent_id)
              SELECT string_agg(name, '${pathSeparator}' ORDER BY height DESC) FROM above) AS category_path,
            trim_scale(m.buy_quantity)::text AS buy_quantity, m.free_quantity, f.code AS free_product_code,
            trim_scale(m.bundle_price)::text AS bundle_price, m.currency,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('amount', trim_scale(s.amount)::text,
                      'percent', coalesce(trim_scale(s.percent)::text, ''), 'freeDelivery', s.free_delivery)
                      ORDER BY s.amount), '[]')
               FROM promotion_steps s WHERE s.promotion_id = m.id) AS steps,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('product', coalesce(o.code, ''), 'unit', coalesce(u.name, ''),
                      'quantity', t.quantity::text) ORDER BY t.place), '[]')
               FROM promotion_parts t LEFT JOIN product_units u ON u.id = t.unit_id
               LEFT JOIN products o ON o.id = u.product_id WHERE t.promotion_id = m.id) AS parts,
            m.starts_on::text AS starts_on, m.ends_on::text AS ends_on, m.priority, m.combines, m.needs_coupon,
            m.total_quota, m.dealer_quota, m.order_limit, m.is_active,
            (SELECT coalesce(sum(used), 0)::integer FROM promotion_dealers WHERE promotion_id = m.id) AS used
       FROM unnest($1::integer[]) WITH ORDINALITY page (id, place)
       JOIN promotions m ON m.id = page.id
       LEFT JOIN dealers d ON d.id = m.dealer_id
       LEFT JOIN dealer_groups g ON g.id = m.group_id
       LEFT JOIN products p ON p.id = m.product_id
       LEFT JOIN products f ON f.id = m.free_product_id
       LEFT JOIN brands b ON b.id = m.brand_id
      ORDER BY page.place`,
    [ids],
  )
}

export async function findNamed(db: Db, id: number): Promise<NamedPromotionRow | undefined> {
  return (await loadNamed(db, [id]))[0]
}

const namedOf = (code: string | null, name: string | null) => (code === null ? null : { code, name: name ?? '' })

export function presentListed(row: NamedPromotionRow): ListedPromotion {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    kind: row.kind,
    state: row.state,
    dealer: namedOf(row.dealer_code, row.dealer_name),
    group: namedOf(row.group_code, row.group_name),
    region: row.region_name,
    product: row.product_code,
    brand: row.brand_name,
    category: row.category_path,
    parts: row.parts.map(({ product }) => product),
    ...givenBy(row),
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    priority: row.priority,
    needsCoupon: row.needs_coupon,
    totalQuota: row.total_quota,
    used: row.used,
  }
}

/** What the promotion gives, as far as its kind has it. */
function givenBy(row: NamedPromotionRow): Pick<ListedPromotion, 'free' | 'bundlePrice' | 'steps'> {
  const { buy_quantity: buy, free_quantity: free, free_product_code: product, bundle_price: price, steps } = row
  const currency = row.currency ?? lira
  return {
    free: buy === null || free === null ? null : { buy, free, product },
    bundlePrice: price === null ? null : { value: Number(price), currency },
    steps: steps.map((step) => ({ ...step, amount: { value: Number(step.amount), currency } })),
  }
}

/** The promotion as people name its parts. */
export function draftOf(row: NamedPromotionRow): PromotionDraft {
  const text = (value: string | number | null) => (value === null ? '' : String(value))
  return {
    code: row.code,
    name: row.name,
    nameEn: row.name_en,
    kind: row.kind,
    dealer: text(row.dealer_code),
    group: text(row.group_code),
    region: text(row.region_name),
    product: text(row.product_code),
    brand: text(row.brand_name),
    category: text(row.category_path),
    buy: text(row.buy_quantity),
    free: text(row.free_quantity),
    freeProduct: text(row.free_product_code),
    price: text(row.bundle_price),
    currency: text(row.currency),
    steps: row.steps,
    parts: row.parts,
    startsOn: text(row.starts_on),
    endsOn: text(row.ends_on),
    priority: String(row.priority),
    combines: row.combines,
    needsCoupon: row.needs_coupon,
    totalQuota: text(row.total_quota),
    dealerQuota: text(row.dealer_quota),
    orderLimit: text(row.order_limit),
    isActive: row.is_active,
  }
}
