import type { ProductPromotion } from '#contract/shop/promotions.ts'
import type { Promotion, PromotionOf } from '#domain/promotions/promotion.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'

type Shown = PromotionOf<'bundle'> | PromotionOf<'free_goods'>
type NamedRow = { unit_id: number | null; product_id: number; code: string; name: string; unit: string }

/** The promotions that name a product or a variant of it, in the order in which they apply; not those that need a coupon. */
export async function promotionsOfProduct(
  db: Db,
  productIds: readonly number[],
  view: View,
): Promise<ProductPromotion[]> {
  const named = view.promotions.all.filter((promotion): promotion is Shown => names(promotion, productIds))
  if (named.length === 0) return []
  const rows = await loadNames(db, named)
  return named.flatMap((promotion) => present(promotion, rows, view))
}

function names(promotion: Promotion, ids: readonly number[]): boolean {
  if (promotion.needsCoupon || promotion.kind === 'basket_step') return false
  if (promotion.kind === 'bundle') return promotion.parts.some(({ productId }) => ids.includes(productId))
  return promotion.productId !== null && ids.includes(promotion.productId)
}

function loadNames(db: Db, promotions: readonly Shown[]): Promise<NamedRow[]> {
  const units = promotions.flatMap((each) => (each.kind === 'bundle' ? each.parts.map(({ unitId }) => unitId) : []))
  const gifts = promotions.flatMap((each) => (each.kind === 'bundle' ? [] : (each.freeProductId ?? [])))
  return db.query<NamedRow>(
    `SELECT u.id AS unit_id, p.id AS product_id, p.code, p.name, u.name AS unit
       FROM product_units u JOIN products p ON p.id = u.product_id WHERE u.id = ANY ($1::integer[])
     UNION ALL
     SELECT NULL, p.id, p.code, p.name, '' FROM products p WHERE p.id = ANY ($2::integer[])`,
    [units, gifts],
    'product_promotions',
  )
}

function present(promotion: Shown, rows: readonly NamedRow[], view: View): ProductPromotion[] {
  const base = { name: promotion.name[view.locale], endsOn: promotion.endsOn }
  if (promotion.kind === 'free_goods') {
    const gift = rows.find((row) => row.unit_id === null && row.product_id === promotion.freeProductId)
    if (promotion.freeProductId !== null && gift === undefined) return []
    const { buy, free } = promotion
    return [{ ...base, kind: 'free_goods', buy: Number(buy), free, freeProduct: gift?.name ?? null }]
  }
  const parts = promotion.parts.flatMap(({ unitId, quantity }) => {
    const row = rows.find((each) => each.unit_id === unitId)
    return row === undefined ? [] : [{ code: row.code, name: row.name, unit: row.unit, quantity }]
  })
  const { value, currency } = promotion.price
  return [{ ...base, kind: 'bundle', parts, ...(view.seesPrices && { price: { value: Number(value), currency } }) }]
}
