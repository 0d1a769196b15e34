import type { PlanKey } from '#contract/core/money.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { cartTotals, hasPrice, lineAmount } from '#domain/cart/cart.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import { type Decimal, decimal, exchange, isConvertible, lira, roundMoney } from '#domain/money/money.ts'
import { carrierPayerOf } from '#domain/orders/carrier-payer.ts'
import { findShortage, orderNote, type NamedStockDemand, stockDemand } from '#domain/orders/order.ts'
import { discountedPrice, type Discounts, linePercent } from '#domain/orders/representative-discount.ts'
import { lowestPrice, type PriceStep, priceOf, type StepRule } from '#domain/pricing/price-steps.ts'
import { lostPromotions } from '#domain/promotions/apply-promotions.ts'
import {
  hasPromotions,
  lineParts,
  lineSteps,
  loadPromotedCart,
  type OrderLineRow,
  type PromotedLines,
  promoteLines,
  stockRuleOf,
} from '#server/cart/cart.ts'
import type { NewOrder, NewOrderLine } from '#server/orders/orders.ts'
import type { BelowFloor } from '#server/pricing/pricing.ts'
import type { Db } from '#server/platform/db/pool.ts'
import {
  loadPromotionFacts,
  namesOfPromotions,
  type PromotionFacts,
  type PromotionUse,
} from '#server/promotions/promotions.ts'
import { missingTextsRefusal } from '#server/texts/texts.ts'
import type { View } from '#server/settings/settings.ts'
import { type DeliveryRequest, type ResolvedDelivery, resolveDelivery } from './delivery.ts'
import { loadOrderFacts, type OrderFacts } from './order-facts.ts'
import { statedRates } from './stated-rates.ts'

export type OrderTerms = {
  userId: number
  dealerId: number
  view: View
  description: string | undefined
  planKey: PlanKey | null
  /** Fingerprint of the cart shown to the buyer, if the request contains it. */
  shownCart?: string | undefined
  /** Mark of the promotions shown to the buyer, if the request contains it. */
  shownPromotions?: string | undefined
  /** Coupons of lines that are not the user's cart; without them those of the cart count. */
  couponIds?: readonly number[] | undefined
  /** The number that the dealer's program has given the order. */
  dealerOrderNo?: string | undefined
  /** What a representative who orders for the dealer takes off. */
  discounts?: Discounts | undefined
  /** Prices that were agreed in an offer. */
  agreed?: AgreedPrices | undefined
  /** Where it goes and what the buyer wishes; null or missing: nothing is said. */
  delivery?: DeliveryRequest | null
  /** Of an order that was sent for approval: where it goes and what the buyer wished, as it was checked then. */
  keptDelivery?: ResolvedDelivery | undefined
}

/** By unit: the price of one, and the offer by which it was agreed. They take the place of what the price would be otherwise. */
export type AgreedPrices = ReadonlyMap<number, { price: { value: string; currency: string }; offer: StepRule }>

export type DraftLine = Omit<NewOrderLine, 'line_no' | 'back_order'>

/** An order before it is placed: its head without a number, and its lines before stock is taken. */
export type OrderDraft = {
  ok: true
  head: Omit<NewOrder, 'id' | 'orderNo'>
  lines: DraftLine[]
  /** The lines as they were bought: whole, and without promotions. */
  bought: DraftLine[]
  /** What promotions take from their quotas. */
  uses: PromotionUse[]
  /** The mark of the promotions; empty where none is in force. */
  mark: string
  rows: OrderLineRow[]
  facts: OrderFacts
  /** The lines that a representative's discount takes below the floor. */
  belowFloor: BelowFloor[]
}

/**
 * Prices the locked cart at today's prices, or returns why it cannot be ordered: also texts of the store that have not been
 * accepted in time. Stock is not checked.
 */
export async function draftOrder(db: Db, cartId: number, terms: OrderTerms): Promise<OrderDraft | Refusal> {
  const { view, planKey } = terms
  const facts = await loadOrderFacts(db, terms)
  const missing = missingTextsRefusal(facts.missingTexts)
  if (missing !== null) return missing
  const { rows, facts: promotionFacts } = await loadPromotedCart(db, { cartId }, { ...view, planKey })
  if (rows.length === 0) return refuse('cart_empty')
  if (!isAsShown(rows, terms.shownCart)) return refuse('cart_not_as_shown')
  const priced = priceLines(rows, view, terms)
  if (!priced.ok) return priced
  const promoted = await promotedLines(db, rows, promotionFacts, terms)
  if (promoted !== null && 'ok' in promoted) return promoted
  const lines = promoted?.lines ?? priced.lines
  const resolved = terms.keptDelivery ?? (await resolveDelivery(db, { ...terms, ...facts }))
  if (!resolved.ok) return resolved
  const { addressId, delivery } = resolved
  const head = orderHead(terms, lines)
  const carried = {
    amount: amountInLira(head.subtotal, view),
    isFree: promoted?.freeDelivery === true,
    carrier: delivery?.carrier ?? null,
  }
  return {
    ok: true,
    facts,
    rows,
    head: {
      ...head,
      deliveryAddressId: addressId,
      delivery,
      carrierPayer: carrierPayerOf(view.carrier, carried)?.payer ?? null,
    },
    lines: lines.map((line) => draftLine(line, view)),
    bought: priced.lines.map((line) => draftLine(line, view)),
    uses: promoted?.uses ?? [],
    mark: promoted?.mark ?? '',
    belowFloor: lines.flatMap(belowFloorOf),
  }
}

/** An amount of the view's currency in lira, rounded; null without a rate. */
function amountInLira(amount: string, { currency, rates }: View): Decimal | null {
  if (!isConvertible(currency, lira, rates)) return null
  return roundMoney(exchange(decimal(amount), currency, lira, rates))
}

const belowFloorOf = ({ row, price, lowest }: PricedOrderLine): BelowFloor[] =>
  lowest === undefined ? [] : [{ code: row.code, unit: row.unit, price, lowest }]

type Promoted = { lines: PricedOrderLine[]; uses: PromotionUse[]; mark: string; freeDelivery: boolean }

/** The lines with the promotions of today; null where none is in force. Refuses if they are not those on screen. */
async function promotedLines(
  db: Db,
  rows: readonly OrderLineRow[],
  factsOfCart: PromotionFacts,
  { view, planKey, discounts, shownPromotions, couponIds }: OrderTerms,
): Promise<Promoted | Refusal | null> {
  if (!hasPromotions(view)) return rejectIfLost(db, shownPromotions, '', view)
  const facts = couponIds === undefined ? factsOfCart : await loadPromotionFacts(db, couponIds, view.promotions)
  const promoted = await promoteLines(db, rows, facts, { view, planKey })
  const refusal = await rejectIfLost(db, shownPromotions, promoted.mark, view)
  return refusal ?? { ...promoted, lines: pricePromoted(promoted, view, discounts) }
}

async function rejectIfLost(db: Db, shown: string | undefined, now: string, view: View): Promise<Refusal | null> {
  if (shown === undefined || shown === now) return null
  const names = await namesOfPromotions(db, lostPromotions(shown, now), view.locale)
  return names.length === 0 ? refuse('promotions_changed') : refuse('promotions_lost', { names: names.join(', ') })
}

/** Lines with the prices that promotions have made, all of which can be ordered. */
export function pricePromoted({ lines }: PromotedLines, view: View, discounts?: Discounts): PricedOrderLine[] {
  return lines.map(({ row, steps, isFree }) => {
    const own = priceOf(steps) ?? { value: '0', currency: view.currency }
    return { ...pricedLine(row, own, { steps, view }, isFree ? undefined : discounts), isFree }
  })
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
  /** What the floor allows, where a representative's discount goes below it. */
  lowest?: { value: string; currency: string }
  /** A promotion gives it for nothing. */
  isFree?: boolean
}

/** Prices the lines again. Refuses if a product is no longer on sale, has no price, or needs a variant. */
export function priceLines(
  rows: readonly OrderLineRow[],
  view: View,
  { discounts, agreed }: Pick<OrderTerms, 'discounts' | 'agreed'> = {},
): { ok: true; lines: PricedOrderLine[] } | Refusal {
  const lines: PricedOrderLine[] = []
  for (const row of rows) {
    const facts = { productId: row.product_id, code: row.code, name: row.name }
    if (!row.is_active) return refuse('cart_changed', facts)
    if (row.needs_variant) return refuse('variant_not_chosen', facts)
    const steps = [...lineSteps(row, view), ...agreedSteps(agreed, row)]
    const own = priceOf(steps)
    if (own === undefined) return refuse('price_unknown', facts)
    const line = pricedLine(row, own, { steps, view }, discounts)
    if (!hasPrice(line.price, view.currency, view.rates)) return refuse('price_unknown', facts)
    lines.push(line)
  }
  return { ok: true, lines }
}

function agreedSteps(agreed: AgreedPrices | undefined, { unit_id }: OrderLineRow): PriceStep[] {
  const found = agreed?.get(unit_id)
  return found === undefined ? [] : [{ kind: 'offer', fixed: found.price, rule: found.offer, ...found.price }]
}

/** A line at a price, less what a representative takes off. */
function pricedLine(
  row: OrderLineRow,
  own: { value: string; currency: string },
  { steps, view }: { steps: PriceStep[]; view: View },
  discounts: Discounts | undefined,
): PricedOrderLine {
  const percent = discounts && linePercent(discounts, row.unit_id)
  const isDiscounted = percent?.greaterThan(0) === true
  const price = isDiscounted ? discountedPrice(own, percent) : own
  const taxRate = row.tax_rate ?? String(view.settings.defaultTaxRate)
  const { code, name, quantity, multiplier } = row
  const line = { row, productId: row.product_id, code, name, quantity, multiplier, price, taxRate, steps }
  if (!isDiscounted) return line
  const lowest = lowestBelow(row, { own, price, view })
  return { ...line, undiscounted: own, ...(lowest !== null && { lowest }) }
}

type Discounted = Record<'own' | 'price', { value: string; currency: string }> & { view: View }

/** What the floor allows, if the discounted price is below it. A price that a promotion has made lower is not the discount's. */
function lowestBelow(row: OrderLineRow, { own, price, view }: Discounted) {
  const { start, moves } = lineParts(row, view).parts
  const floor = lowestPrice(start, moves, { currency: price.currency, rates: view.rates })
  if (floor === null) return null
  const lowest = decimal(floor.value).greaterThan(own.value) ? own : floor
  return decimal(price.value).lessThan(lowest.value) ? lowest : null
}

/** What promotions take off an order before tax, in its currency. */
export function savedByPromotions({ head, bought }: Pick<OrderDraft, 'head' | 'bought'>, { rates }: View): Decimal {
  const lines = bought.map(({ price_value: value, price_currency: currency, quantity, tax_rate: taxRate }) => {
    return { price: { value, currency }, quantity, taxRate }
  })
  return cartTotals(lines, head.currency, rates).subtotal.minus(head.subtotal)
}

/** Whether the totals exceed what the database columns can hold. */
export function exceedsColumnLimits({ head }: OrderDraft): boolean {
  return Number(head.total) + Number(head.totalTry) > 1e15
}

/** Finds the first product whose stock, read without a lock, does not cover the order. */
export function findEarlyShortage({ rows, lines }: OrderDraft, view: View): Refusal | null {
  const stock = new Map(rows.map((row) => [row.product_id, row.stock]))
  // Free goods that are not bought as well are given as far as stock covers them.
  const demands = stockDemands(lines).filter(({ productId }) => stock.has(productId))
  return findShortage(demands, (id) => stock.get(id) ?? 0, stockRuleOf(view))
}

/** The demand of an order by product, in base units. */
export function stockDemands(lines: readonly DraftLine[]): NamedStockDemand[] {
  return stockDemand(lines.map((line) => ({ ...line, productId: line.product_id })))
}

function orderHead(terms: OrderTerms, lines: readonly PricedOrderLine[]): OrderDraft['head'] {
  const { userId, dealerId, view, planKey } = terms
  const totals = cartTotals(lines, view.currency, view.rates)
  const currencies = new Set(lines.map(({ price }) => price.currency))
  return {
    userId,
    dealerId,
    planKey,
    description: orderNote(terms.description),
    branchId: view.branch,
    currency: view.currency,
    ...statedRates(view, currencies),
    subtotal: totals.subtotal.toFixed(2),
    tax: totals.tax.toFixed(2),
    total: totals.total.toFixed(2),
    totalTry: totals.totalTry.toFixed(2),
    dealerOrderNo: terms.dealerOrderNo,
  }
}

function draftLine(
  { row, price, taxRate, quantity, steps, undiscounted, lowest, isFree }: PricedOrderLine,
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
    ...(lowest !== undefined && { floor_value: lowest.value }),
    ...(isFree === true && { is_free: true }),
  }
}
