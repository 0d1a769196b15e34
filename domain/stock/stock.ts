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

/**
 * Stock as the store shows it, of a product or a warehouse: `quantity` in base units with the offset, or more than
 * `moreThan`; neither when only in or out of stock is shown.
 */
export type StockShown = { isOutOfStock: boolean; quantity?: number | undefined; moreThan?: number | undefined }

/**
 * Stock as shown by stockInfoStatus (section 9): 0 exact, 1 and 2 no figure, 3-14 with offset, 15-20 capped ("N+" only
 * above N). At or below 0 it is out of stock, however far below. `quantity` in base units, before the offset.
 */
export function showStock(quantity: number, stockInfoStatus: number): StockShown {
  const shown = decimal(quantity).plus(stockOffset(stockInfoStatus)).toNumber()
  const isOutOfStock = shown <= 0
  if (stockInfoStatus === 1 || stockInfoStatus === 2) return { isOutOfStock }
  const threshold = thresholds[stockInfoStatus]
  if (threshold !== undefined && shown > threshold) return { isOutOfStock, moreThan: threshold }
  return { isOutOfStock, quantity: Math.max(0, shown) }
}

/** Whether figures are exact, so that a refusal may name them. */
export function isStockExact(stockInfoStatus: number): boolean {
  return stockInfoStatus === 0 || (stockInfoStatus >= 3 && stockInfoStatus <= 14)
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
 * Warehouses as 'Stok Envanteri' may show them (section 2), in the given order; never more than the product as a whole
 * shows. Mode 0 shows each as it is. In every other mode all are out of stock when the product is. Rows with figures add
 * up to the shown stock: a positive offset is added to the first one, a negative one is taken from the fullest, and so is
 * what another lacks in a capped mode. Above the cap, rows show in or out of stock, since their figures would reveal the
 * total.
 */
export function showInventory(quantities: readonly number[], stockInfoStatus: number): StockShown[] {
  if (stockInfoStatus === 0) return quantities.map((quantity) => ({ isOutOfStock: quantity <= 0, quantity }))
  const total = quantities.reduce((sum, held) => sum.plus(held), decimal(0)).toNumber()
  const whole = showStock(total, stockInfoStatus)
  if (whole.isOutOfStock) return quantities.map(() => whole)
  if (stockInfoStatus === 2) return quantities.map((held) => showStock(held, stockInfoStatus))
  if (whole.moreThan !== undefined) {
    const stocked = quantities.filter((held) => held > 0)
    return quantities.map((held) => (held > 0 && stocked.length === 1 ? whole : { isOutOfStock: held <= 0 }))
  }
  const isCapped = thresholds[stockInfoStatus] !== undefined
  return withOffset(isCapped ? withoutDebts(quantities) : quantities, stockOffset(stockInfoStatus)).map((quantity) => ({
    isOutOfStock: quantity <= 0,
    quantity,
  }))
}

/** Warehouses below 0 become 0; the fullest ones give what they lack. */
function withoutDebts(quantities: readonly number[]): number[] {
  const lacking = quantities.reduce((sum, held) => sum.minus(Math.min(0, held)), decimal(0))
  return takeFromFullest(
    quantities.map((held) => Math.max(0, held)),
    lacking,
  )
}

function withOffset(quantities: readonly number[], offset: number): number[] {
  if (offset < 0) return takeFromFullest(quantities, decimal(-offset))
  return quantities.map((held, at) => (at === 0 ? decimal(held).plus(offset).toNumber() : held))
}

function takeFromFullest(quantities: readonly number[], wanted: Decimal): number[] {
  const fullestFirst = quantities
    .map((quantity, warehouseId) => ({ warehouseId, quantity }))
    .toSorted((a, b) => b.quantity - a.quantity)
  const { taken } = allocate(wanted, fullestFirst)
  return quantities.map((held, at) => {
    const part = taken.find(({ warehouseId }) => warehouseId === at)?.quantity ?? 0
    return decimal(held).minus(part).toNumber()
  })
}
