import { quantityMax } from '#domain/cart/quantity.ts'
import { decimal, isConvertible } from '#domain/money/money.ts'
import { priceOf, stepsFrom, type PriceStep } from '#domain/pricing/price-steps.ts'
import { applyPromotions, type PromotedCart, promotionsMark } from '#domain/promotions/apply-promotions.ts'
import { type FreeGoods, moveBy, type PromotableLine } from '#domain/promotions/cart-part.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import { largestQuantity } from '#domain/stock/stock.ts'
import type { CartCoupon, PromotionFacts, PromotionUse } from '#server/promotions/promotions.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { stockRuleOf } from './change-cart.ts'
import { lineParts, lineSteps } from './line-price.ts'
import { loadDefaultUnits, type OrderLineRow } from './order-line-rows.ts'
import { goodsOf } from './unit-price-sql.ts'

/** A line, or a part of it, with the price that promotions have made. Its row has its quantity. */
export type PromotedLine = { row: OrderLineRow; steps: PriceStep[]; isFree: boolean; users: readonly Promotion[] }

export type PromotedLines = {
  /** In the order of the cart; free goods last. */
  lines: PromotedLine[]
  /** What an order takes from quotas and coupons. */
  uses: PromotionUse[]
  /** Free goods, also those that stock does not cover, with their product; undefined: it was removed. */
  free: (FreeGoods & { row: OrderLineRow | undefined })[]
  /** The products that may be given, in their default units, by product. */
  goods: ReadonlyMap<number, OrderLineRow>
  coupons: CartCoupon[]
  mark: string
} & Pick<PromotedCart, 'applied' | 'withoutEffect' | 'hints' | 'freeDelivery'>

export const hasPromotions = ({ promotions }: Pick<View, 'promotions'>): boolean => promotions.key !== ''

/** Applies the promotions in force to the lines of a cart (docs/decisions/076). Lines that cannot be ordered take no part. */
export async function promoteLines(
  db: Db,
  rows: readonly OrderLineRow[],
  { coupons, remaining }: PromotionFacts,
  terms: { view: View; planKey: string | null },
): Promise<PromotedLines> {
  const { view, planKey } = terms
  const { promotions, rates } = view
  const goods = await loadFreeGoods(db, rows, { view, planKey })
  const lines = rows.flatMap((row, index) => promotable(row, index, view))
  const promoted = applyPromotions(lines, {
    promotions,
    coupons: new Set(coupons.map((coupon) => coupon.promotion_id)),
    remaining: ({ id }) => remaining.get(id) ?? null,
    available: availableOf(goods, rows, view),
    rates,
  })
  const partsOf = Map.groupBy(promoted.parts, ({ index }) => index)
  const kept = rows.flatMap((row, index): PromotedLine[] => {
    const parts = partsOf.get(index)
    if (parts === undefined) return [{ row, steps: lineSteps(row, view), isFree: false, users: [] }]
    return parts.map(({ quantity, steps, users }) => ({ row: { ...row, quantity }, steps, isFree: false, users }))
  })
  return {
    lines: [...kept, ...promoted.free.flatMap((free) => freeLine(free, goods.get(free.productId), view))],
    uses: promoted.applied.map(({ promotion, uses }) => ({
      promotionId: promotion.id,
      revision: promotion.revision,
      uses,
      couponId: coupons.find((coupon) => coupon.promotion_id === promotion.id)?.id ?? null,
    })),
    free: promoted.free.map((free) => ({ ...free, row: goods.get(free.productId) })),
    goods,
    coupons,
    mark: promotionsMark(promoted),
    applied: promoted.applied,
    withoutEffect: promoted.withoutEffect,
    hints: promoted.hints,
    freeDelivery: promoted.freeDelivery,
  }
}

/** None for a line that cannot be ordered, has no price, or whose price a rule stops at. */
function promotable(row: OrderLineRow, index: number, view: View): PromotableLine[] {
  const { parts, isStopped } = lineParts(row, view)
  const price = priceOf(stepsFrom(parts.start, parts.moves, view.rates))
  const isPriced = price !== undefined && Number(price.value) > 0 && isConvertible(price.currency, 'TRY', view.rates)
  if (!row.is_active || row.needs_variant || !isPriced || isStopped || row.quantity === 0) return []
  const defaultUnits = decimal(row.multiplier)
    .dividedBy(row.default_multiplier ?? '1')
    .toString()
  const { quantity, unit_id: unitId } = row
  return [{ index, goods: goodsOf(row.goods), unitId, quantity, defaultUnits, price: parts }]
}

/** The products that may be given, in their default units, by product. */
async function loadFreeGoods(
  db: Db,
  rows: readonly OrderLineRow[],
  { view, planKey }: { view: View; planKey: string | null },
): Promise<Map<number, OrderLineRow>> {
  const ids = new Set<number>()
  for (const promotion of view.promotions.all) {
    if (promotion.kind !== 'free_goods') continue
    for (const row of rows) {
      if (view.promotions.covers(promotion, goodsOf(row.goods))) ids.add(promotion.freeProductId ?? row.product_id)
    }
  }
  if (ids.size === 0) return new Map()
  const found = await loadDefaultUnits(db, [...ids], { ...view, planKey })
  return new Map(found.map((row) => [row.product_id, row]))
}

/** Default units that stock covers after the lines of the cart; as many as a line may have where the store does not check stock. */
function availableOf(
  goods: ReadonlyMap<number, OrderLineRow>,
  rows: readonly OrderLineRow[],
  view: View,
): Map<number, number> {
  const rule = stockRuleOf(view)
  const bought = Map.groupBy(rows, (row) => row.product_id)
  return new Map(
    [...goods].map(([id, row]) => {
      if (!row.is_active || row.needs_variant) return [id, 0]
      if (rule.cartStockControl) return [id, quantityMax]
      const held = (bought.get(id) ?? []).reduce(
        (sum, line) => sum.plus(decimal(line.multiplier).times(line.quantity)),
        decimal(0),
      )
      return [id, Math.min(quantityMax, largestQuantity(row.multiplier, held, row.stock, rule))]
    }),
  )
}

/** A line of its own at price 0. Its steps show what the goods cost otherwise. */
function freeLine({ promotion, quantity }: FreeGoods, row: OrderLineRow | undefined, view: View): PromotedLine[] {
  if (row === undefined || quantity === 0) return []
  const line = { ...row, quantity }
  const before = lineSteps(line, view)
  const currency = priceOf(before)?.currency ?? view.currency
  const value = '0'
  const free: PriceStep = { ...moveBy(promotion), fixed: { value, currency }, value, currency }
  return [{ row: line, steps: [...before, free], isFree: true, users: [promotion] }]
}
