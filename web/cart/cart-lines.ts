import type { CartItem } from '#contract/shop/cart.ts'
import type { Money, PlanKey } from '#contract/core/money.ts'
import type { Unit } from '#contract/shop/product.ts'
import {
  type CartTotals,
  cartTotals,
  hasPrice,
  lineAmount,
  type PricedLine,
  priceUnderPlan,
} from '#domain/cart/cart.ts'
import { convert, decimal, type Rates } from '#domain/money/money.ts'
import type { QuantityProblem } from '#domain/pricing/order-quantity.ts'
import type { ShownLine } from '#domain/pricing/rounded-price.ts'
import { largestQuantity, type StockRule, stockSuffices } from '#domain/stock/stock.ts'

/** The list with the server's line: in place of the line it replaces or of one with the same product and unit, else at the end. */
export function withLine(items: readonly CartItem[], line: CartItem, replaced = line.id): CartItem[] {
  const isSame = (item: CartItem) =>
    item.id === replaced ||
    item.id === line.id ||
    (item.product.id === line.product.id && item.productUnit.id === line.productUnit.id)
  const at = items.findIndex(isSame)
  if (at === -1) return [...items, line]
  return items.flatMap((item, i) => (i === at ? [line] : isSame(item) ? [] : [item]))
}

export function withQuantity(items: readonly CartItem[], id: number, quantity: number): CartItem[] {
  return items.map((item) =>
    item.id === id ? { ...item, quantity, productUnit: pricedFor(item.productUnit, quantity) } : item,
  )
}

export function withUnit(items: readonly CartItem[], id: number, unit: Unit): CartItem[] {
  return items.map((item) => (item.id === id ? { ...item, productUnit: pricedFor(unit, item.quantity) } : item))
}

/** The unit with the prices of a line of this quantity, as the server calculated them. */
function pricedFor(unit: Unit, quantity: number): Unit {
  const found = unit.quantityPrices?.findLast((prices) => prices.quantity <= quantity)
  if (found === undefined) return unit
  const { quantity: _, ...prices } = found
  const { cartPrice: _former, ...others } = unit
  return { ...others, ...prices }
}

export function withoutLine(items: readonly CartItem[], id: number): CartItem[] {
  return items.filter((item) => item.id !== id)
}

/** What the cart's prices depend on: the chosen payment plan, the visitor's currency, the rates. */
export type CartPrices = { plan: PlanKey | null; currency: string; rates: Rates }

/** Price of one unit of a line under the plan; undefined when prices are hidden. */
export function linePrice({ productUnit }: Pick<CartItem, 'productUnit'>, prices: CartPrices): Money | undefined {
  const { plan, currency, rates } = prices
  return priceUnderPlan(productUnit.defaultPrice, plan === null ? undefined : productUnit[plan], currency, rates)
}

/** Lines for `cartTotals`; a line with a hidden price counts as zero. */
export function pricedLines(items: readonly CartItem[], prices: CartPrices): PricedLine[] {
  return items.map((item) => ({
    price: linePrice(item, prices) ?? { value: 0, currency: prices.currency },
    quantity: item.quantity,
    taxRate: item.product.taxRate,
  }))
}

/** The lines with a known price, for `isRoundingVisible`. */
export function shownLines(items: readonly CartItem[], prices: CartPrices): ShownLine[] {
  const { currency, rates } = prices
  return items.flatMap((item) => {
    const price = linePrice(item, prices)
    if (!hasPrice(price, currency, rates)) return []
    const { quantity, product } = item
    const amount = lineAmount({ price, quantity, taxRate: product.taxRate }, currency, rates)
    return [{ price: convert(price, currency, rates), quantity, amount }]
  })
}

const totalsCache = new WeakMap<readonly CartItem[], Map<string, { rates: Rates; totals: CartTotals }>>()

/** The cart's totals, calculated once for all components that show them. */
export function totalsOfLines(items: readonly CartItem[], prices: CartPrices): CartTotals {
  const cached = totalsCache.get(items) ?? new Map<string, { rates: Rates; totals: CartTotals }>()
  totalsCache.set(items, cached)
  const key = `${prices.plan} ${prices.currency}`
  const previous = cached.get(key)
  if (previous?.rates === prices.rates) return previous.totals
  const totals = cartTotals(pricedLines(items, prices), prices.currency, prices.rates)
  cached.set(key, { rates: prices.rates, totals })
  return totals
}

const offSaleCache = new WeakMap<readonly CartItem[], CartItem[]>()

/** The lines that are no longer on sale; memoized per list. */
export function offSaleLines(items: readonly CartItem[]): CartItem[] {
  const lines = offSaleCache.get(items) ?? items.filter(({ isOffSale }) => isOffSale)
  offSaleCache.set(items, lines)
  return lines
}

/** `amount`: base units requested by the product's lines up to this one; `fits`: units of this line that stock covers; `left`: the same in base units. */
export type LineProblem =
  | { kind: 'stock'; amount: number; fits: number; left: number }
  | { kind: 'price' }
  | { kind: 'offSale' }
  | { kind: 'rule'; problem: QuantityProblem }

/**
 * Problems that would stop the order, by line id: a line that stock does not cover after the product's earlier lines, a line
 * without a usable price, and a line that is no longer on sale. Stock without a figure is checked by the server.
 */
export function findLineProblems(
  items: readonly CartItem[],
  rule: StockRule,
  prices: CartPrices & { isVisible: boolean },
): Map<number, LineProblem> {
  const problems = new Map<number, LineProblem>()
  const used = new Map<number, number>()
  for (const item of items) {
    const { id, product, productUnit, quantity } = item
    if (item.isOffSale) {
      problems.set(id, { kind: 'offSale' })
      continue
    }
    const before = used.get(product.id) ?? 0
    const base = decimal(quantity).times(productUnit.multiplier).toNumber()
    used.set(product.id, before + base)
    if (prices.isVisible && !hasPrice(linePrice(item, prices), prices.currency, prices.rates)) {
      problems.set(id, { kind: 'price' })
    } else if (product.quantity !== undefined) {
      if (!stockSuffices(base, before, product.quantity, rule)) {
        const fits = largestQuantity(productUnit.multiplier, before, product.quantity, rule)
        const left = largestQuantity(1, before, product.quantity, rule)
        problems.set(id, { kind: 'stock', amount: before + base, fits, left })
      }
    }
  }
  return problems
}
