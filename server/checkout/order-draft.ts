import type { PlanKey } from '#contract/core/money.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { cartTotals, hasPrice, lineAmount } from '#domain/cart/cart.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import { roundMoney } from '#domain/money/money.ts'
import { findShortage, orderNote, type NamedStockDemand, stockDemand } from '#domain/orders/order.ts'
import { discountedPrice, type Discounts, linePercent } from '#domain/orders/representative-discount.ts'
import { type PriceStep, priceOf } from '#domain/pricing/price-steps.ts'
import { lineSteps, loadOrderLines, type OrderLineRow, stockRuleOf } from '#server/cart/cart.ts'
import type { NewOrder, NewOrderLine } from '#server/orders/orders.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { findMissingAcceptance } from '#server/texts/texts.ts'
import type { View } from '#server/settings/settings.ts'
import { type DeliveryRequest, type ResolvedDelivery, resolveDelivery } from './delivery.ts'

export type OrderTerms = {
  userId: number
  dealerId: number
  view: View
  description: string | undefined
  planKey: PlanKey | null
  /** Fingerprint of the cart shown to the buyer, if the request contains it. */
  shownCart?: string | undefined
  /** The number that the dealer's program has given the order. */
  dealerOrderNo?: string | undefined
  /** What a representative who orders for the dealer takes off. */
  discounts?: Discounts | undefined
  /** Where it goes and what the buyer wishes; null or missing: nothing is said. */
  delivery?: DeliveryRequest | null
  /** Of an order that was sent for approval: where it goes and what the buyer wished, as it was checked then. */
  keptDelivery?: ResolvedDelivery | undefined
}

export type DraftLine = Omit<NewOrderLine, 'line_no' | 'back_order'>

/** An order before it is placed: its head without a number, and its lines before stock is taken. */
export type OrderDraft = { ok: true; head: Omit<NewOrder, 'orderNo'>; lines: DraftLine[]; rows: OrderLineRow[] }

/**
 * Prices the locked cart at today's prices, or returns why it cannot be ordered: also texts of the store that have not been
 * accepted in time. Stock is not checked.
 */
export async function draftOrder(db: Db, cartId: number, terms: OrderTerms): Promise<OrderDraft | Refusal> {
  const { view, planKey } = terms
  const missing = await findMissingAcceptance(db, terms)
  if (missing !== null) return missing
  const rows = await loadOrderLines(db, { ...view, cartId, planKey })
  if (rows.length === 0) return refuse('cart_empty')
  if (!isAsShown(rows, terms.shownCart)) return refuse('cart_not_as_shown')
  const priced = priceLines(rows, view, terms.discounts)
  if (!priced.ok) return priced
  const resolved = terms.keptDelivery ?? (await resolveDelivery(db, terms.dealerId, terms.delivery))
  if (!resolved.ok) return resolved
  const { addressId, delivery } = resolved
  return {
    ok: true,
    rows,
    head: { ...orderHead(terms, priced.lines), deliveryAddressId: addressId, delivery },
    lines: priced.lines.map((line) => draftLine(line, view)),
  }
}

/** Whether the cart still has the fingerprint that was on screen. Without a fingerprint the current cart is accepted. */
export function isAsShown(rows: readonly OrderLineRow[], shownCart: string | undefined): boolean {
  if (shownCart === undefined) return true
  return cartFingerprint(rows.map(({ unit_id: unitId, quantity }) => ({ unitId, quantity }))) === shownCart
}

/** A cart line at today's price for this visitor. */
export type PricedOrderLine = {
  row: OrderLineRow
  productId: number
  code: string
  name: string
  quantity: number
  multiplier: string
  price: { value: string; currency: string }
  taxRate: string
  /** How it came to the price, without a representative's discount. */
  steps: PriceStep[]
  /** The price without a representative's discount. */
  undiscounted?: { value: string; currency: string }
}

/** Prices the lines again. Refuses if a product is no longer on sale, has no price, or needs a variant. */
export function priceLines(
  rows: readonly OrderLineRow[],
  view: View,
  discounts?: Discounts,
): { ok: true; lines: PricedOrderLine[] } | Refusal {
  const lines: PricedOrderLine[] = []
  for (const row of rows) {
    const facts = { productId: row.product_id, code: row.code, name: row.name }
    if (!row.is_active) return refuse('cart_changed', facts)
    if (row.needs_variant) return refuse('variant_not_chosen', facts)
    const steps = lineSteps(row, view)
    const own = priceOf(steps)
    const percent = discounts && linePercent(discounts, row.unit_id)
    const isDiscounted = percent?.greaterThan(0) === true
    const price = own !== undefined && isDiscounted ? discountedPrice(own, percent) : own
    if (!hasPrice(price, view.currency, view.rates)) return refuse('price_unknown', facts)
    const taxRate = row.tax_rate ?? String(view.settings.defaultTaxRate)
    const { code, name, quantity, multiplier } = row
    const line = { row, productId: row.product_id, code, name, quantity, multiplier, price, taxRate, steps }
    lines.push(own !== undefined && isDiscounted ? { ...line, undiscounted: own } : line)
  }
  return { ok: true, lines }
}

/** Whether the totals exceed what the database columns can hold. */
export function exceedsColumnLimits({ head }: OrderDraft): boolean {
  return Number(head.total) + Number(head.totalTry) > 1e15
}

/** Finds the first product whose stock, read without a lock, does not cover the order. */
export function findEarlyShortage({ rows, lines }: OrderDraft, view: View): Refusal | null {
  const stock = new Map(rows.map((row) => [row.product_id, row.stock]))
  return findShortage(stockDemands(lines), (id) => stock.get(id) ?? 0, stockRuleOf(view))
}

/** The demand of an order by product, in base units. */
export function stockDemands(lines: readonly DraftLine[]): NamedStockDemand[] {
  return stockDemand(lines.map((line) => ({ ...line, productId: line.product_id })))
}

function orderHead(terms: OrderTerms, lines: readonly PricedOrderLine[]): OrderDraft['head'] {
  const { userId, dealerId, view, planKey } = terms
  const totals = cartTotals(lines, view.currency, view.rates)
  const currencies = new Set([view.currency, ...lines.map(({ price }) => price.currency)])
  return {
    userId,
    dealerId,
    planKey,
    description: orderNote(terms.description),
    branchId: view.branch,
    currency: view.currency,
    rates: Object.fromEntries([...currencies].map((code) => [code, view.rates[code] ?? '1'])),
    subtotal: totals.subtotal.toFixed(2),
    tax: totals.tax.toFixed(2),
    total: totals.total.toFixed(2),
    totalTry: totals.totalTry.toFixed(2),
    dealerOrderNo: terms.dealerOrderNo,
  }
}

function draftLine(
  { row, price, taxRate, quantity, steps, undiscounted }: PricedOrderLine,
  { currency, rates }: View,
): DraftLine {
  return {
    product_id: row.product_id,
    code: row.code,
    name: row.name,
    brand: row.brand,
    model: row.model,
    image: row.image,
    unit_id: row.unit_id,
    unit: row.unit,
    multiplier: row.multiplier,
    quantity,
    price_value: price.value,
    price_currency: price.currency,
    tax_rate: taxRate,
    amount: roundMoney(lineAmount({ price, quantity, taxRate }, currency, rates)).toFixed(2),
    price_steps: steps,
    ...(undiscounted !== undefined && { undiscounted_value: undiscounted.value }),
  }
}
