import { cartTotals } from '#domain/cart/cart.ts'
import { findShortage, stockDemand } from '#domain/orders/order.ts'
import type { PurchaseLineProblem } from '#domain/orders/purchase-approval.ts'
import { decimal, type Decimal } from '#domain/money/money.ts'
import { hasPromotions, loadNamedLines, type OrderLineRow, promoteLines, stockRuleOf } from '#server/cart/cart.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadPromotionFacts } from '#server/promotions/promotions.ts'
import type { PurchaseLineRow, PurchaseRow } from '#server/purchasing/purchasing.ts'
import type { View } from '#server/settings/settings.ts'
import { pricePromoted, type PricedOrderLine, priceLines } from '#server/checkout/order-draft.ts'

export type LineToday = {
  row: PurchaseLineRow
  priced: PricedOrderLine | undefined
  problem: PurchaseLineProblem | null
  /** Base units that stock lacks for the product's lines together. */
  shortage: Decimal
}

export type PurchaseToday = { lines: LineToday[]; total: Decimal; totalTry: Decimal }

const problems: Readonly<Record<string, PurchaseLineProblem>> = {
  cart_changed: 'off_sale',
  variant_not_chosen: 'off_sale',
  price_unknown: 'no_price',
}

/** The lines of a request at today's prices and stock. Lines that cannot be ordered are left out of the totals. */
export async function purchaseToday(
  db: Db,
  { terms }: PurchaseRow,
  rows: readonly PurchaseLineRow[],
  view: View,
): Promise<PurchaseToday> {
  const named = rows.map((row) => ({ productId: row.product_id, unitId: row.unit_id, quantity: row.quantity }))
  const loaded = await loadNamedLines(db, named, { ...view, planKey: terms.planKey })
  const found = new Map(loaded.map((row) => [row.line_id, row]))
  const lines = rows.map((row, i): LineToday => {
    const line = found.get(i + 1)
    const nothing = { row, priced: undefined, shortage: decimal(0) }
    if (line === undefined) return { ...nothing, problem: 'gone' }
    const priced = priceLines([line], view)
    if (!priced.ok) return { ...nothing, problem: problems[priced.code] ?? 'off_sale' }
    return { row, priced: priced.lines[0], problem: null, shortage: decimal(0) }
  })
  addShortages(lines, loaded, view)
  const ordered = lines.flatMap(({ row, priced }) => (priced === undefined || row.quantity === 0 ? [] : [priced]))
  const { total, totalTry } = cartTotals(await promoted(db, ordered, terms, view), view.currency, view.rates)
  return { lines, total, totalTry }
}

/** The lines with the promotions of today. */
async function promoted(
  db: Db,
  lines: readonly PricedOrderLine[],
  { couponIds = [], planKey }: PurchaseRow['terms'],
  view: View,
): Promise<readonly PricedOrderLine[]> {
  if (!hasPromotions(view) || lines.length === 0) return lines
  const rows = lines.map(({ row }) => row)
  const facts = await loadPromotionFacts(db, couponIds, view.promotions)
  return pricePromoted(await promoteLines(db, rows, facts, { view, planKey }), view)
}

/** Lines of one product count together. */
function addShortages(lines: LineToday[], loaded: readonly OrderLineRow[], view: View): void {
  const stock = new Map(loaded.map((row) => [row.product_id, row.stock]))
  const ordered = lines.flatMap(({ priced, row }) => (priced === undefined || row.quantity === 0 ? [] : [priced]))
  for (const demand of stockDemand(ordered)) {
    const lacking = decimal(demand.quantity).minus(stock.get(demand.productId) ?? 0)
    if (!lacking.greaterThan(0)) continue
    const isRefused = findShortage([demand], (id) => stock.get(id) ?? 0, stockRuleOf(view)) !== null
    for (const line of lines) {
      if (line.row.product_id !== demand.productId || line.row.quantity === 0) continue
      line.shortage = lacking
      if (isRefused) line.problem ??= 'no_stock'
    }
  }
}
