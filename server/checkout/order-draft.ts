import type { PlanKey } from '#contract/core/money.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { cartTotals, lineAmount } from '#domain/cart/cart.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import { roundMoney } from '#domain/money/money.ts'
import { findShortage, orderNote, type StockDemand, stockDemand } from '#domain/orders/order.ts'
import { loadOrderLines, type OrderLineRow, stockRuleOf } from '#server/cart/cart.ts'
import type { NewOrder, NewOrderLine } from '#server/orders/orders.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { type PricedOrderLine, priceLines } from './priced-lines.ts'

export type OrderTerms = {
  userId: number
  dealerId: number
  view: View
  description: string | undefined
  planKey: PlanKey | null
  /** Mark of the cart that was on screen, where it is known. */
  shownCart?: string | undefined
}

export type DraftLine = Omit<NewOrderLine, 'line_no' | 'back_order'>

/** An order as it would be now: its head without a number, and its lines before stock is taken for them. */
export type OrderDraft = { ok: true; head: Omit<NewOrder, 'orderNo'>; lines: DraftLine[]; rows: OrderLineRow[] }

/** The locked cart at today's prices, or why it cannot be ordered. Stock is not looked at. */
export async function draftOrder(db: Db, cartId: number, terms: OrderTerms): Promise<OrderDraft | Refusal> {
  const { view, planKey } = terms
  const rows = await loadOrderLines(db, { ...view, cartId, planKey })
  if (rows.length === 0) return refuse('cart_empty')
  if (!isAsShown(rows, terms.shownCart)) return refuse('cart_not_as_shown')
  const priced = priceLines(rows, view)
  if (!priced.ok) return priced
  return {
    ok: true,
    rows,
    head: orderHead(terms, priced.lines),
    lines: priced.lines.map((line) => draftLine(line, view)),
  }
}

/** Whether the cart still holds what was on screen; who does not say what was is taken at today's. */
export function isAsShown(rows: readonly OrderLineRow[], shownCart: string | undefined): boolean {
  if (shownCart === undefined) return true
  return cartFingerprint(rows.map(({ unit_id: unitId, quantity }) => ({ unitId, quantity }))) === shownCart
}

/** Beyond what the columns hold there is no order, only a slip of the finger. */
export function exceedsColumnLimits({ head }: OrderDraft): boolean {
  return Number(head.total) + Number(head.totalTry) > 1e15
}

/** The first product that stock does not cover, as it stands before anything is locked: enough to refuse early. */
export function findEarlyShortage({ rows, lines }: OrderDraft, view: View): Refusal | null {
  const stock = new Map(rows.map((row) => [row.product_id, row.stock]))
  return findShortage(stockDemands(lines), (id) => stock.get(id) ?? 0, stockRuleOf(view))
}

/** Base units by product. */
export function stockDemands(lines: readonly DraftLine[]): StockDemand[] {
  return stockDemand(lines.map((line) => ({ ...line, productId: line.product_id })))
}

function orderHead(terms: OrderTerms, lines: readonly PricedOrderLine[]): OrderDraft['head'] {
  const { userId, dealerId, view, planKey } = terms
  const totals = cartTotals(lines, view.currency, view.rates)
  const used = new Set([view.currency, ...lines.map(({ price }) => price.currency)])
  return {
    userId,
    dealerId,
    planKey,
    description: orderNote(terms.description),
    branchId: view.branch,
    currency: view.currency,
    rates: Object.fromEntries([...used].map((code) => [code, view.rates[code] ?? '1'])),
    subtotal: totals.subtotal.toFixed(2),
    tax: totals.tax.toFixed(2),
    total: totals.total.toFixed(2),
    totalTry: totals.totalTry.toFixed(2),
  }
}

function draftLine(line: PricedOrderLine, { currency, rates }: View): DraftLine {
  const { row, price, taxRate, quantity } = line
  const { product_id, code, name, brand, model, image, unit_id, unit, multiplier } = row
  return {
    product_id,
    code,
    name,
    brand,
    model,
    image,
    unit_id,
    unit,
    multiplier,
    quantity,
    price_value: price.value,
    price_currency: price.currency,
    tax_rate: taxRate,
    amount: roundMoney(lineAmount({ price, quantity, taxRate }, currency, rates)).toFixed(2),
  }
}
