import { shortageFacts } from '#domain/cart/cart-changes.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { type StockRule, stockSuffices } from '#domain/stock/stock.ts'

/** Note of an order whose note field was empty (catalogue, section 5). */
export const emptyNote = 'Sipariş notu yok'

export function orderNote(text: string | undefined): string {
  const note = text?.trim() ?? ''
  return note === '' ? emptyNote : note
}

/** `S` + year + a rising six-digit number (decisions, "Cart, stock, orders"). */
export function orderNumber(year: number, sequence: number): string {
  return `S${year}${String(sequence).padStart(6, '0')}`
}

/** The stock that an order line requests: whole units of `multiplier` base units. */
export type StockDemandLine = {
  productId: number
  quantity: number
  multiplier: number | string
  code: string
  name: string
}

/** Base units of one product over all its lines. */
export type NamedStockDemand = { productId: number; quantity: Decimal; code: string; name: string }

/** Sums the lines of each product. Sorted by product id, the order in which stock is locked. */
export function stockDemand(lines: readonly StockDemandLine[]): NamedStockDemand[] {
  const demands = new Map<number, NamedStockDemand>()
  for (const { productId, quantity, multiplier, code, name } of lines) {
    const before = demands.get(productId)?.quantity ?? decimal(0)
    demands.set(productId, { productId, quantity: before.plus(decimal(multiplier).times(quantity)), code, name })
  }
  return [...demands.values()].toSorted((a, b) => a.productId - b.productId)
}

export type Shortage = { ok: false; code: 'insufficient_stock'; facts: Record<string, string | number> }

/** The first product whose stock does not cover the order by the stock rule (catalogue, section 5), or null. */
export function findShortage(
  demands: readonly NamedStockDemand[],
  stockOf: (productId: number) => Decimal | number | string,
  rule: StockRule,
): Shortage | null {
  for (const { productId, quantity, code, name } of demands) {
    const stock = decimal(stockOf(productId))
    if (stockSuffices(quantity, 0, stock, rule)) continue
    const facts = { productId, code, name, ...shortageFacts(quantity, stock.toString(), rule) }
    return { ok: false, code: 'insufficient_stock', facts }
  }
  return null
}

/** Distributes a product's back-order among its lines, the last line first; base units by line. */
export function shareBackOrders(
  lines: readonly StockDemandLine[],
  backOrders: ReadonlyMap<number, Decimal>,
): Decimal[] {
  const left = new Map(backOrders)
  const shares = lines.toReversed().map(({ productId, quantity, multiplier }) => {
    const wanted = decimal(multiplier).times(quantity)
    const missing = left.get(productId) ?? decimal(0)
    const share = missing.lessThan(wanted) ? missing : wanted
    left.set(productId, missing.minus(share))
    return share
  })
  return shares.toReversed()
}
