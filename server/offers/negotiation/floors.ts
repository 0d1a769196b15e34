import { decimal } from '#domain/money/money.ts'
import type { DealerRates } from '#domain/money/rate-policy.ts'
import { lowestPrice, priceOf } from '#domain/pricing/price-steps.ts'
import { dealerRatesSql } from '#server/account/account.ts'
import { lineParts, lineSteps, loadNamedLines } from '#server/cart/cart.ts'
import type { BelowFloor } from '#server/pricing/pricing.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { factsOfDealer, type StoreFacts, type View, viewOf } from '#server/settings/settings.ts'
import type { TalkedItem } from './items.ts'

type Given = {
  dealerId: number
  items: ReadonlyMap<number, TalkedItem>
  prices: readonly { line_no: number; price_value: string }[]
}

/** The prices of a version that are below today's floors of the dealer. Products that were removed have none. */
export async function findVersionFloors(
  db: Db,
  { dealerId, items, prices }: Given,
  facts: StoreFacts,
): Promise<BelowFloor[]> {
  const given = prices.flatMap(({ line_no, price_value }) => {
    const item = items.get(line_no)
    if (item === undefined || item.product_id === null || item.unit_id === null) return []
    return [{ item, productId: item.product_id, unitId: item.unit_id, quantity: item.quantity, value: price_value }]
  })
  const view = await loadDealerView(db, dealerId, facts)
  const rows = await loadNamedLines(db, given, { ...view, planKey: null })
  return rows.flatMap((row): BelowFloor[] => {
    const line = given.find(({ unitId }) => unitId === row.unit_id)
    if (line === undefined) return []
    const { code, unit, price_currency: currency } = line.item
    const { parts } = lineParts(row, view)
    const floor = lowestPrice(parts.start, parts.moves, { currency, rates: view.rates })
    const own = priceOf(lineSteps(row, view))
    if (floor === null) return []
    // The dealer may have a lower price already.
    const lowest = own?.currency === currency && decimal(own.value).lessThan(floor.value) ? own : floor
    const price = { value: line.value, currency }
    return decimal(price.value).lessThan(lowest.value) ? [{ code, unit, price, lowest }] : []
  })
}

/** Prices as the dealer has them today, also where the shop hides prices. */
async function loadDealerView(db: Db, dealerId: number, facts: StoreFacts): Promise<View> {
  const dealer = await db.one<{ price_list_id: number | null; discount: string; rates: DealerRates | null }>(
    `SELECT d.price_list_id, d.discount, ${dealerRatesSql} AS rates FROM dealers d WHERE d.id = $1`,
    [dealerId],
    'offer_dealer_view',
  )
  if (dealer === undefined) throw new Error(`Dealer ${dealerId} does not exist.`)
  const rules = facts.rulesOf(dealerId)
  return {
    ...viewOf({ actor: null, choices: {}, locale: 'tr' }, factsOfDealer(dealer.rates, facts)),
    rules,
    priceListId: rules.priceListId ?? dealer.price_list_id ?? facts.defaultPriceListId,
    discount: dealer.discount,
  }
}
