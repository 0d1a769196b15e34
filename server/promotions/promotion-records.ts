import type { PromotionRecord } from '#contract/integration/promotion-batches.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { pathSeparator } from '#server/pricing/pricing.ts'
import { loadNamed, type NamedPromotionRow } from './promotion-rows.ts'

/** The promotions after an id, in the order of their ids, as programs read them. */
export async function loadPromotionPage(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<{ place: number; record: PromotionRecord }[]> {
  const ids = await db.query<{ id: number }>('SELECT id FROM promotions WHERE id > $1 ORDER BY id LIMIT $2', [
    after,
    limit,
  ])
  const rows = await loadNamed(
    db,
    ids.map(({ id }) => id),
  )
  return rows.map((row) => ({ place: row.id, record: recordOf(row) }))
}

function recordOf(row: NamedPromotionRow): PromotionRecord {
  return {
    code: row.code,
    name: row.name,
    nameEn: row.name_en === '' ? null : row.name_en,
    kind: row.kind,
    dealer: row.dealer_code,
    group: row.group_code,
    region: row.region_name,
    product: row.product_code,
    brand: row.brand_name,
    category: row.category_path?.split(pathSeparator) ?? null,
    buy: row.buy_quantity,
    free: row.free_quantity,
    freeProduct: row.free_product_code,
    price: row.bundle_price,
    currency: row.currency,
    parts: row.parts.map(({ product, unit, quantity }) => ({ product, unit, quantity: Number(quantity) })),
    steps: row.steps.map(({ percent, ...step }) => ({ ...step, percent: percent === '' ? null : percent })),
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    priority: row.priority,
    combines: row.combines,
    needsCoupon: row.needs_coupon,
    totalQuota: row.total_quota,
    dealerQuota: row.dealer_quota,
    orderLimit: row.order_limit,
    isActive: row.is_active,
  }
}
