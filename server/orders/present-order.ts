import type { ListedOrder, Order, OrderItem, OrderPayment } from '#contract/shop/orders.ts'
import { imagePath, productPath } from '#contract/core/pages.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { decimal } from '#domain/money/money.ts'
import type { EarlyPaymentStep } from '#domain/payments/compare-payments.ts'
import { priceOf } from '#domain/pricing/price-steps.ts'
import { ruleNameIn, shownStep } from '#server/price-reasons/price-reasons.ts'
import { type BankAccount, parseBankAccounts } from '#domain/money/iban.ts'
import { maskedCardNumber } from '#domain/payments/card.ts'
import { emptyNote } from '#domain/orders/order.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { findOrdersOfDealer, type OrderLineRow, type OrderPaymentRow, type OrderRow } from './order-rows.ts'
import { rateNotes } from '#domain/money/rate-policy.ts'

/** `seesReasons`: how prices came about. */
type Reader = { locale: Locale; seesPrices: boolean; seesReasons?: boolean; seesCosts?: boolean }

/** An order as the API returns it, without amounts for readers who do not see prices. */
export function presentOrder(row: OrderRow, reader: Reader): Order {
  return { ...presentHead(row, reader), ...presentLines(row.lines ?? [], reader) }
}

/** Orders of the dealer by their ids, as its users see them in Turkish. */
export async function loadOrdersOfDealer(
  db: Db,
  { dealerId, ...sees }: { dealerId: number; seesPrices: boolean; seesReasons: boolean },
  ids: readonly number[],
): Promise<{ id: number; record: Order }[]> {
  const rows = await findOrdersOfDealer(db, dealerId, ids)
  return rows.map((row) => ({ id: row.id, record: presentOrder(row, { locale: 'tr', ...sees }) }))
}

export function presentListed(row: OrderRow, reader: Reader): ListedOrder {
  const head = { ...presentHead(row, reader), lineCount: row.line_count, hasRequest: row.has_request }
  return row.lines === null ? head : { ...head, ...presentLines(row.lines, reader) }
}

function presentLines(lines: readonly OrderLineRow[], reader: Reader): Pick<Order, 'orderItems' | 'orderProducts'> {
  return { orderItems: lines.map((line) => presentLine(line, reader)), orderProducts: lines.map(presentProduct) }
}

const presentStep = ({ days, percent }: EarlyPaymentStep) => ({ days, percent: Number(percent) })

function presentTotals(row: OrderRow) {
  return {
    subtotal: Number(row.subtotal),
    tax: Number(row.tax),
    total: Number(row.total),
    totalTry: Number(row.total_try),
  }
}

function presentHead(row: OrderRow, { locale, seesPrices }: Reader): Omit<Order, 'orderItems' | 'orderProducts'> {
  return {
    id: row.id,
    orderNo: row.order_no,
    date: row.created_at.toISOString(),
    creator: creatorOf(row, locale),
    ...(row.representative !== null && { representative: row.representative }),
    dealer: row.dealer,
    state: row.state,
    isCancel: row.is_cancel,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    cancelledBy: row.canceller,
    cancelReason: row.cancel_reason,
    isSent: row.sent_to_erp_at !== null,
    // Stored in Turkish, shown in the reader's language.
    description: row.description === emptyNote ? translate(locale, 'orders.noNote') : row.description,
    branch: row.branch,
    plan: row.plan,
    currency: row.currency,
    rates: Object.fromEntries(Object.entries(row.rates).map(([code, rate]) => [code, Number(rate)])),
    rateNotes: rateNotes(row.currency, Object.keys(row.rates), { rates: row.rates, sources: row.rate_sources }),
    ratePolicy: row.rate_policy,
    ...(seesPrices && presentTotals(row)),
    ...(seesPrices && row.early_payment !== null && { earlyPayment: row.early_payment.map(presentStep) }),
    payment: row.payment === null ? null : presentPayment(row.payment),
    delivery: row.delivery,
    carrierPayer: row.carrier_payer,
  }
}

/** Who placed the order; a representative by its role. */
const creatorOf = ({ creator, representative: name }: OrderRow, locale: Locale): string =>
  name === null ? creator : translate(locale, 'orders.byRepresentative', { name })

function presentPayment(payment: OrderPaymentRow): OrderPayment {
  const { reference, state, installment, card_first6: first6, card_last4: last4 } = payment
  const cardNumber = first6 === null || last4 === null ? null : maskedCardNumber(first6, last4)
  return {
    reference,
    state,
    installment,
    cardNumber,
    amount: Number(payment.amount),
    fee: Number(payment.fee),
    refunded: Number(payment.refunded),
  }
}

function placeOf({ product_id: id, seo, ozelkod2, image }: OrderLineRow) {
  return {
    url: id === null || seo === null ? null : productPath({ id, seo, ozelkod2 }),
    image: image === null ? null : imagePath(image),
  }
}

function presentLine(
  line: OrderLineRow,
  { locale, seesPrices, seesReasons = false, seesCosts = false }: Reader,
): OrderItem {
  return {
    ...placeOf(line),
    lineNo: line.line_no,
    productId: line.product_id,
    code: line.code,
    name: line.name,
    brand: line.brand,
    model: line.model,
    unit: line.unit,
    multiplier: Number(line.multiplier),
    quantity: line.quantity,
    backOrder: Number(line.back_order),
    confirmed: line.confirmed,
    shipped: line.shipped,
    cancelled: line.cancelled,
    backOrdered: line.back_ordered,
    returned: line.returned,
    replacesLine: line.replaces_line,
    taxRate: Number(line.tax_rate),
    ...promotionsOf(line, locale),
    ...(seesPrices && {
      price: { value: Number(line.price_value), currency: line.price_currency },
      amount: Number(line.amount),
      ...discountOf(line),
      ...(seesReasons && stepsOf(line, locale, seesCosts)),
    }),
  }
}

/** The promotions that made its price. */
function promotionsOf(
  { price_steps: steps, is_free: isFree }: OrderLineRow,
  locale: Locale,
): Pick<OrderItem, 'promotions' | 'isFree'> {
  const names = (steps ?? []).flatMap((step) => (step.kind === 'promotion' ? [ruleNameIn(step.rule, locale)] : []))
  return { ...(names.length > 0 && { promotions: names }), ...(isFree && { isFree: true as const }) }
}

/** None if staff changed the price since. */
function stepsOf(
  { price_steps: steps, price_value: now, undiscounted_value: before }: OrderLineRow,
  locale: Locale,
  seesCosts: boolean,
): Pick<OrderItem, 'steps'> {
  const price = steps === null ? undefined : priceOf(steps)
  const isCurrent = steps !== null && price !== undefined && decimal(before ?? now).equals(price.value)
  return isCurrent ? { steps: steps.map((step) => shownStep(step, locale, { seesCosts })) } : {}
}

/** What a representative has taken off, in percent with two decimals; nothing if staff raised the price since. */
function discountOf({ undiscounted_value: before, price_value: now }: OrderLineRow): Pick<OrderItem, 'discount'> {
  if (before === null || !decimal(before).greaterThan(now)) return {}
  const percent = decimal(before).minus(now).dividedBy(before).times(100).toDecimalPlaces(2).toNumber()
  return { discount: { before: Number(before), percent } }
}

function presentProduct(line: OrderLineRow): Order['orderProducts'][number] {
  return {
    product: { ...placeOf(line), id: line.product_id, code: line.code, name: line.name },
    quantity: line.quantity,
    productUnit: { id: line.unit_id, value: line.unit, multiplier: Number(line.multiplier) },
    tax: Number(line.tax_rate),
  }
}

/** The store's accounts for paying an order by bank transfer; none for orders that were paid by card or cancelled. */
export function transferAccounts(
  { payment, isCancel }: Pick<Order, 'payment' | 'isCancel'>,
  { bankAccounts }: Pick<StoreSettings, 'bankAccounts'>,
): BankAccount[] {
  return payment === null && !isCancel ? (parseBankAccounts(bankAccounts) ?? []) : []
}
