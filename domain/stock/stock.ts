import { type Decimal, decimal } from '#domain/money/money.ts'

const offsets: Readonly<Record<number, number>> = {
  ...{ 3: 5, 4: 10, 5: 50, 6: 100, 7: 1000, 8: 20 },
  ...{ 9: -5, 10: -10, 11: -50, 12: -100, 13: -1000, 14: -20 },
}
const thresholds: Readonly<Record<number, number>> = { 15: 5, 16: 10, 17: 50, 18: 100, 19: 1000, 20: 20 }

/**
 * The number that stockInfoStatus 3-14 adds to the stock in the rule and on screen; 0 in every other mode (section 9).
 */
export function stockOffset(stockInfoStatus: number): number {
  return offsets[stockInfoStatus] ?? 0
}

/** Content of the stock badge. */
export type StockShown =
  | { kind: 'nothing' }
  | { kind: 'out' }
  | { kind: 'in' }
  | { kind: 'quantity'; quantity: number }
  | { kind: 'more_than'; quantity: number }

/**
 * Stock as shown by stockInfoStatus (section 9): 0 exact, 1 nothing, 2 in or out, 3-14 with offset, 15-20 capped ("N+"
 * only above N). At or below 0 it is out of stock. `quantity` in base units, before the offset.
 */
export function showStock(quantity: number, stockInfoStatus: number): StockShown {
  if (stockInfoStatus === 1) return { kind: 'nothing' }
  const shown = quantity + stockOffset(stockInfoStatus)
  if (shown <= 0) return { kind: 'out' }
  if (stockInfoStatus === 2) return { kind: 'in' }
  const threshold = thresholds[stockInfoStatus]
  return threshold !== undefined && shown > threshold
    ? { kind: 'more_than', quantity: threshold }
    : { kind: 'quantity', quantity: shown }
}

/** Whether the shown figures are exact, so that a browser can apply the stock rule. */
export function isStockExact(stockInfoStatus: number): boolean {
  return stockInfoStatus === 0 || (stockInfoStatus >= 3 && stockInfoStatus <= 14)
}

/** The quantity that may leave the server: no more than the mode shows, undefined for nothing. Before the offset. */
export function visibleQuantity(quantity: number, stockInfoStatus: number): number | undefined {
  if (stockInfoStatus === 1) return undefined
  if (stockInfoStatus === 2) return quantity > 0 ? 1 : 0
  const threshold = thresholds[stockInfoStatus]
  if (threshold !== undefined && quantity > threshold) return threshold + 1
  // Does not reveal how far below the out-of-stock limit the stock is.
  return Math.max(quantity, 0 - stockOffset(stockInfoStatus))
}

/** Out of stock for the add button: stock plus offset is at or below 0. Unknown stock is not out of stock. */
export function isOutOfStock(quantity: number | undefined, stockInfoStatus: number): boolean {
  return quantity !== undefined && quantity + stockOffset(stockInfoStatus) <= 0
}

export type StockRule = { stockInfoStatus: number; cartStockControl: boolean }

/**
 * The requested amount × unit multiplier plus what the cart already holds of the product must not exceed stock plus
 * offset; skipped when cart stock control is on (section 5). All in base units.
 */
export function stockSuffices(
  requested: Decimal | number,
  inCart: Decimal | number,
  stock: Decimal | number | string,
  rule: StockRule,
): boolean {
  if (rule.cartStockControl) return true
  return decimal(requested)
    .plus(inCart)
    .lessThanOrEqualTo(decimal(stock).plus(stockOffset(rule.stockInfoStatus)))
}

/** The number of whole units that stock plus offset covers beyond what the cart holds; never below 0. */
export function largestQuantity(
  multiplier: number | string,
  inCart: Decimal | number,
  stock: Decimal | number | string,
  rule: StockRule,
): number {
  const left = decimal(stock).plus(stockOffset(rule.stockInfoStatus)).minus(inCart)
  return Math.max(0, left.dividedBy(multiplier).floor().toNumber())
}

export type StockPlace = { warehouseId: number; quantity: number | string }

/**
 * Takes base units from warehouses in the given order, never more than a warehouse has. Parts and back-order add up to
 * the request.
 */
export function allocate(
  wanted: Decimal | number,
  places: readonly StockPlace[],
): { taken: { warehouseId: number; quantity: Decimal }[]; backOrder: Decimal } {
  let left = decimal(wanted)
  const taken: { warehouseId: number; quantity: Decimal }[] = []
  for (const place of places) {
    const available = decimal(place.quantity)
    if (left.lessThanOrEqualTo(0)) break
    if (available.lessThanOrEqualTo(0)) continue
    const part = available.lessThan(left) ? available : left
    taken.push({ warehouseId: place.warehouseId, quantity: part })
    left = left.minus(part)
  }
  return { taken, backOrder: left }
}

/**
 * Warehouses as 'Stok Envanteri' may show them (section 2), in the given order. With an offset they add up to the shown
 * stock: a positive offset is added to the first one, a negative one is taken from the fullest, and all are 0 when the
 * product shows as out of stock. In every other mode each warehouse is shown as the whole would be.
 */
export function visibleInventory(quantities: readonly number[], stockInfoStatus: number): number[] {
  const offset = stockOffset(stockInfoStatus)
  const exact = stockInfoStatus === 0
  if (offset === 0) return quantities.map((held) => (exact ? held : (visibleQuantity(held, stockInfoStatus) ?? 0)))
  const total = quantities.reduce((sum, held) => sum.plus(held), decimal(offset))
  if (total.lessThanOrEqualTo(0)) return quantities.map(() => 0)
  const fullestFirst = quantities
    .map((quantity, warehouseId) => ({ warehouseId, quantity }))
    .toSorted((a, b) => b.quantity - a.quantity)
  const { taken } = allocate(Math.max(0, -offset), fullestFirst)
  return quantities.map((held, at) => {
    const kept = taken.find(({ warehouseId }) => warehouseId === at)?.quantity ?? 0
    return decimal(held)
      .minus(kept)
      .plus(at === 0 ? Math.max(0, offset) : 0)
      .toNumber()
  })
}
