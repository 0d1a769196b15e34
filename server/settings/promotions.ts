import { createPromotionBook, type DealerPromotions } from '#domain/promotions/promotion-book.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import type { PromotionRow, PromotionRows } from './promotion-rows.ts'

/** The store's promotions in the memory of this process. */
export type StorePromotions = {
  version: number
  /** The promotions of a dealer, or (null) of guests, on a day (YYYY-MM-DD). */
  of(dealerId: number | null, day: string): DealerPromotions
}

export function createStorePromotions(version: number, { promotions, tree, members }: PromotionRows): StorePromotions {
  const book = createPromotionBook(promotions.flatMap(promotionOf), new Map(tree), version)
  const memberships = new Map(members.map(([id, groupId, region]) => [id, { groupId, region }]))
  return {
    version,
    of: (dealerId, day) =>
      book.of(
        dealerId === null ? null : { id: dealerId, groupId: null, region: '', ...memberships.get(dealerId) },
        day,
      ),
  }
}

/** None for a set of which a part was removed. */
function promotionOf(row: PromotionRow): Promotion[] {
  const base = {
    id: row.id,
    code: row.code,
    name: { tr: row.name, en: row.name_en === '' ? row.name : row.name_en },
    dealerId: row.dealer_id,
    groupId: row.group_id,
    region: row.region,
    productId: row.product_id,
    brandId: row.brand_id,
    categoryId: row.category_id,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    priority: row.priority,
    combines: row.combines,
    needsCoupon: row.needs_coupon,
    totalQuota: row.total_quota,
    dealerQuota: row.dealer_quota,
    orderLimit: row.order_limit,
    revision: String(row.revision),
  }
  const { currency, bundle_price: price, buy_quantity: buy, free_quantity: free } = row
  if (row.kind === 'free_goods' && buy !== null && free !== null) {
    return [{ ...base, kind: 'free_goods', buy, free, freeProductId: row.free_product_id }]
  }
  if (row.kind === 'basket_step' && currency !== null)
    return [{ ...base, kind: 'basket_step', currency, steps: row.steps }]
  const parts = row.parts.flatMap(({ unitId, productId, quantity }) =>
    unitId === null || productId === null ? [] : [{ unitId, productId, quantity }],
  )
  const isWhole = row.parts.length > 0 && parts.length === row.parts.length
  if (row.kind !== 'bundle' || price === null || currency === null || !isWhole) return []
  return [{ ...base, kind: 'bundle', price: { value: price, currency }, parts }]
}
