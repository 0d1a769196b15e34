import { type ErrorCode, refuse, type Refusal } from '#contract/core/errors.ts'
import { cartTotals, lineAmount } from '#domain/cart/cart.ts'
import { type Decimal, decimal, roundMoney } from '#domain/money/money.ts'
import { type PlannedLine, planChange, type WantedChange } from '#domain/orders/line-changes.ts'
import { changeableStates } from '#domain/orders/order-life.ts'
import type { LineChange } from '#domain/orders/order-steps.ts'
import { findShortage, shareBackOrders, type NamedStockDemand, stockDemand } from '#domain/orders/order.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { stockRuleOf } from '#server/cart/cart.ts'
import {
  type ChangedLineRow,
  type ChangedOrderRow,
  insertReplacements,
  loadLinesToChange,
  lockForChange,
  type OrderActor,
  recordStep,
  saveLines,
  saveTotals,
} from '#server/orders/orders.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { allowBelowFloors, type PriceSetter } from '#server/pricing/pricing.ts'
import { checkDealerLimit } from '#server/risk/risk.ts'
import type { StoreFacts } from '#server/settings/settings.ts'
import { lockStock, returnPart, takeStock } from '#server/stock/stock.ts'
import { type ChangedPrice, findChangedBelow } from './price-floors.ts'
import { findReplacement, type ReplacementProduct } from './queries.ts'

export type LineWish = WantedChange & {
  lineNo: number
  /** An equivalent product, which takes the place of the whole line. `price` of one of its units. */
  replaceBy?: { code: string; unit?: string | undefined; quantity: number; price: string } | undefined
}

export type ChangeRequest = {
  orderId: number
  /** Null: an order of any dealer. */
  dealerId: number | null
  /** The state that was on screen; null if the request has none. */
  shownState: string | null
  lines: readonly LineWish[]
  actor: OrderActor
  reason: string
  /** Who sets prices; without it the change sets none. */
  setter?: PriceSetter
}

type Added = { wish: NonNullable<LineWish['replaceBy']>; product: ReplacementProduct; row: ChangedLineRow }
type Plan = { order: ChangedOrderRow; rows: ChangedLineRow[]; planned: PlannedLine[]; added: Added[] }

export type ChangedOrder = { orderNo: string; stepId: number; isEmpty: boolean }

/**
 * Changes lines of an order before it is picked: stock, totals and the dealer's limit follow in the same transaction. Aborts
 * the transaction with a refusal. Locks the order, then its dealer if it gets more expensive, then the stock by product.
 */
export async function changeLines(db: Transaction, request: ChangeRequest, facts: StoreFacts): Promise<ChangedOrder> {
  const order = await lockForChange(db, { id: request.orderId, dealerId: request.dealerId })
  if (order === undefined) return abortTransaction('order_not_found')
  const problem = whyNot(order, request)
  if (problem !== null) return abortTransaction(problem)
  const rows = await loadLinesToChange(db, order.id)
  const plan: Plan = { order, rows, ...(await planLines(db, rows, request.lines)) }
  if (request.setter !== undefined) {
    const below = await findChangedBelow(db, order, changedPrices(plan), facts)
    await allowBelowFloors(db, request.setter, { noun: 'order', id: order.order_no }, below)
  }
  const active = activeLines(plan, facts)
  const totals = cartTotals(active, order.currency, order.rates)
  await checkLimit(db, plan, totals.totalTry, facts)
  const backOrders = await moveStock(db, plan, facts)
  await save(db, plan, backOrders, facts)
  const texts = {
    subtotal: totals.subtotal.toFixed(2),
    tax: totals.tax.toFixed(2),
    total: totals.total.toFixed(2),
    totalTry: totals.totalTry.toFixed(2),
  }
  const isStaff = request.actor.kind === 'staff'
  await saveTotals(db, order.id, texts, isStaff ? facts.settings.orderChangeHours : null)
  const stepId = await recordStep(db, order.id, {
    step: 'lines_changed',
    actor: request.actor,
    reason: request.reason,
    facts: { lines: changesOf(plan), total: { before: order.total, after: texts.total, currency: order.currency } },
  })
  return { orderNo: order.order_no, stepId, isEmpty: active.length === 0 }
}

/** The prices that are lowered, and those of equivalent products. */
function changedPrices({ rows, planned, added }: Plan): ChangedPrice[] {
  const lowered = planned.flatMap(({ lineNo, price, quantity, cancelled }): ChangedPrice[] => {
    const row = rows.find(({ line_no }) => line_no === lineNo)
    if (row?.product_id == null || row.unit_id === null || !price.lessThan(row.price_value) || quantity === cancelled)
      return []
    const { product_id: productId, unit_id: unitId, price_currency: currency } = row
    return [{ productId, unitId, quantity: quantity - cancelled, price: { value: price.toFixed(), currency } }]
  })
  const replaced = added.map(({ wish, product, row }) => ({
    productId: product.product_id,
    unitId: product.unit_id,
    quantity: wish.quantity,
    price: { value: wish.price, currency: row.price_currency },
  }))
  return [...lowered, ...replaced]
}

function whyNot(order: ChangedOrderRow, { shownState }: ChangeRequest): ErrorCode | null {
  if (order.is_sent) return 'order_already_sent'
  if (order.state === 'cancelled' || order.state === 'rejected') return 'order_already_cancelled'
  if (order.state === 'picking') return 'order_in_picking'
  if (!changeableStates.includes(order.state)) return 'order_in_delivery'
  return shownState !== null && shownState !== order.state ? 'order_state_changed' : null
}

async function planLines(db: Transaction, rows: readonly ChangedLineRow[], wishes: readonly LineWish[]) {
  const planned: PlannedLine[] = []
  const added: Added[] = []
  for (const wish of wishes) {
    const row = rows.find(({ line_no }) => line_no === wish.lineNo)
    if (row === undefined) return abortTransaction('order_line_not_found')
    const line = { ...row, lineNo: row.line_no, backOrder: row.back_order, price: row.price_value }
    if (wish.replaceBy === undefined) {
      const plan = planChange(line, wish)
      if (plan.needed.greaterThan(0) && row.product_id === null) abortTransaction('cart_changed')
      if (isChange(row, plan)) planned.push(plan)
      continue
    }
    const product = await findReplacement(db, wish.replaceBy.code, wish.replaceBy.unit ?? null)
    if (product === undefined) return abortTransaction(refuse('replacement_not_found', { code: wish.replaceBy.code }))
    planned.push(planChange(line, { quantity: 0 }))
    added.push({ wish: wish.replaceBy, product, row })
  }
  if (planned.length === 0) return abortTransaction('order_change_empty')
  return { planned, added }
}

const isChange = (row: ChangedLineRow, plan: PlannedLine) =>
  plan.quantity !== row.quantity || plan.cancelled !== row.cancelled || !plan.price.equals(row.price_value)

const taxOf = ({ product }: Added, { settings }: StoreFacts) => product.tax_rate ?? String(settings.defaultTaxRate)

/** The lines that the dealer is to get, after the change. */
function activeLines({ rows, planned, added }: Plan, facts: StoreFacts) {
  const kept = rows.map((row) => {
    const plan = planned.find(({ lineNo }) => lineNo === row.line_no)
    const price = { value: plan?.price.toFixed() ?? row.price_value, currency: row.price_currency }
    return { price, quantity: (plan ?? row).quantity - (plan ?? row).cancelled, taxRate: row.tax_rate }
  })
  const replaced = added.map((each) => ({
    price: { value: each.wish.price, currency: each.row.price_currency },
    quantity: each.wish.quantity,
    taxRate: taxOf(each, facts),
  }))
  return [...kept, ...replaced].filter(({ quantity }) => quantity > 0)
}

/** An order may get more expensive by at most what the dealer's limit leaves. */
async function checkLimit(db: Transaction, { order }: Plan, totalTry: Decimal, facts: StoreFacts): Promise<void> {
  const more = totalTry.minus(order.total_try)
  if (!more.greaterThan(0)) return
  const isOn = facts.settings.b2b_risk_limit_islem === '1' && facts.settings.approveOverLimit !== '1'
  const request = { dealerId: order.dealer_id, isOn, rates: facts.rates, today: dayInTurkey(new Date()) }
  const refusal: Refusal | null = await checkDealerLimit(db, request, more)
  if (refusal !== null) abortTransaction(refusal)
}

/** Returns and takes stock. Returns what stock does not cover, by product. */
async function moveStock(db: Transaction, plan: Plan, facts: StoreFacts): Promise<ReadonlyMap<number, Decimal>> {
  const { order, rows, planned } = plan
  const demands = demandsOf(plan)
  const returned = new Map<number, Decimal>()
  for (const { lineNo, returned: units } of planned) {
    const productId = rows.find(({ line_no }) => line_no === lineNo)?.product_id ?? null
    if (productId !== null) returned.set(productId, (returned.get(productId) ?? decimal(0)).plus(units))
  }
  const products = [...new Set([...returned.keys(), ...demands.map(({ productId }) => productId)])]
  await lockStock(
    db,
    products.toSorted((a, b) => a - b),
    order.branch_id,
  )
  const parts = [...returned].map(([productId, quantity]) => ({ productId, quantity }))
  await returnPart(db, order.id, parts)
  const stock = await lockStock(db, products, order.branch_id)
  const shortage = findShortage(demands, (id) => stock.get(id)?.total ?? 0, stockRuleOf(facts))
  if (shortage !== null) abortTransaction(shortage)
  return takeStock(db, { orderId: order.id }, demands, stock)
}

/** The stock that the change needs, as lines of orders do. */
function needsOf({ rows, planned, added }: Plan) {
  const more = planned.flatMap(({ lineNo, needed }) => {
    const row = rows.find(({ line_no }) => line_no === lineNo)
    if (row === undefined || row.product_id === null || needed.isZero()) return []
    const quantity = needed.dividedBy(row.multiplier).toNumber()
    return [{ lineNo, productId: row.product_id, quantity, multiplier: row.multiplier, code: row.code, name: row.name }]
  })
  const replaced = added.map(({ wish, product, row }) => ({
    ...product,
    lineNo: -row.line_no,
    productId: product.product_id,
    quantity: wish.quantity,
  }))
  return [...more, ...replaced]
}

const demandsOf = (plan: Plan): NamedStockDemand[] => stockDemand(needsOf(plan))

async function save(
  db: Transaction,
  plan: Plan,
  missing: ReadonlyMap<number, Decimal>,
  facts: StoreFacts,
): Promise<void> {
  const { order, rows, planned, added } = plan
  const needs = needsOf(plan)
  const shares = shareBackOrders(needs, missing)
  const backOrderOf = (lineNo: number) => shares[needs.findIndex((need) => need.lineNo === lineNo)] ?? decimal(0)
  const amountOf = (price: Decimal | string, currency: string, quantity: number, taxRate: string) => {
    const line = { price: { value: String(price), currency }, quantity, taxRate }
    return roundMoney(lineAmount(line, order.currency, order.rates)).toFixed(2)
  }
  const isConfirmed = order.state === 'confirmed'
  const saved = planned.map((line) => {
    const row = rows.find(({ line_no }) => line_no === line.lineNo)
    if (row === undefined) throw new Error(`Order ${order.id} has no line ${line.lineNo}.`)
    const { quantity, cancelled, price } = line
    return {
      line_no: line.lineNo,
      quantity,
      cancelled,
      back_order: line.backOrder.plus(backOrderOf(line.lineNo)).toFixed(3),
      price_value: price.toFixed(),
      amount: amountOf(price.toFixed(), row.price_currency, quantity - cancelled, row.tax_rate),
    }
  })
  await saveLines(db, order.id, saved, isConfirmed)
  const last = Math.max(...rows.map(({ line_no }) => line_no))
  const replacements = added.map((each, i) => ({
    line_no: last + 1 + i,
    replaces_line: each.row.line_no,
    product_id: each.product.product_id,
    unit_id: each.product.unit_id,
    quantity: each.wish.quantity,
    price_value: each.wish.price,
    price_currency: each.row.price_currency,
    tax_rate: taxOf(each, facts),
    amount: amountOf(each.wish.price, each.row.price_currency, each.wish.quantity, taxOf(each, facts)),
    back_order: backOrderOf(-each.row.line_no).toFixed(3),
  }))
  await insertReplacements(db, order.id, replacements, isConfirmed)
}

/** The changes as the history keeps them. */
function changesOf({ rows, planned, added }: Plan): LineChange[] {
  const last = Math.max(...rows.map(({ line_no }) => line_no))
  const changed = planned.flatMap((plan): LineChange[] => {
    const row = rows.find(({ line_no }) => line_no === plan.lineNo)
    if (row === undefined) return []
    const [before, after] = [row.quantity - row.cancelled, plan.quantity - plan.cancelled]
    const replacedBy = added.find((each) => each.row === row)?.product.code
    const { code, name, unit, price_value, price_currency: currency } = row
    return [
      {
        lineNo: plan.lineNo,
        ...{ code, name, unit },
        ...(before !== after && { quantity: { before, after } }),
        ...(!plan.price.equals(price_value) && {
          price: { before: price_value, after: plan.price.toFixed(), currency },
        }),
        ...(replacedBy !== undefined && { replacedBy }),
      },
    ]
  })
  const replacements = added.map(({ product: { code, name, unit }, wish, row }, i): LineChange => {
    return { lineNo: last + 1 + i, code, name, unit, quantity: { before: 0, after: wish.quantity }, replaces: row.code }
  })
  return [...changed, ...replacements]
}
