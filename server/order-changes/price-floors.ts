import { decimal } from '#domain/money/money.ts'
import { lowestPrice } from '#domain/pricing/price-steps.ts'
import { lineParts, loadNamedLines } from '#server/cart/cart.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { BelowFloor } from '#server/pricing/pricing.ts'
import type { StoreFacts } from '#server/settings/settings.ts'

/** A price that staff sets for a line of an order. */
export type ChangedPrice = {
  productId: number
  unitId: number
  quantity: number
  price: { value: string; currency: string }
}

type Terms = { price_list_id: number | null; discount: string; plan_key: string | null }

/** The prices that are below the floors of the order's dealer, by the rules of today and the rates of the order. */
export async function findChangedBelow(
  db: Db,
  order: { id: number; dealer_id: number; rates: Record<string, string> },
  changed: readonly ChangedPrice[],
  facts: StoreFacts,
): Promise<BelowFloor[]> {
  if (changed.length === 0) return []
  const terms = await db.one<Terms>(
    'SELECT d.price_list_id, d.discount, o.plan_key FROM orders o JOIN dealers d ON d.id = o.dealer_id WHERE o.id = $1',
    [order.id],
  )
  if (terms === undefined) return []
  const { defaultPriceListId } = facts
  const rules = facts.rulesOf(order.dealer_id)
  const priceListId = rules.priceListId ?? terms.price_list_id ?? defaultPriceListId
  const rows = await loadNamedLines(db, changed, { planKey: terms.plan_key, priceListId, defaultPriceListId })
  return rows.flatMap((row): BelowFloor[] => {
    const price = changed[row.line_id - 1]?.price
    if (price === undefined) return []
    const view = { rules, discount: terms.discount, rates: order.rates, currency: price.currency }
    const { start, moves } = lineParts(row, view).parts
    const lowest = lowestPrice(start, moves, { currency: price.currency, rates: order.rates })
    if (lowest === null || !decimal(price.value).lessThan(lowest.value)) return []
    return [{ code: row.code, unit: row.unit, price, lowest }]
  })
}
