import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Money, PlanKey } from '#contract/core/money.ts'
import type { RepeatedLine } from '#contract/shop/orders.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { priceUnderPlan } from '#domain/cart/cart.ts'
import { decimal } from '#domain/money/money.ts'
import { saveUserChoices } from '#server/account/account.ts'
import { addLinesToCart } from '#server/cart/cart.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { errorBody } from '#server/platform/http/errors.ts'
import type { View } from '#server/settings/settings.ts'
import { findOrderById, type OrderLineRow, type OrderReader, type OrderRow } from './order-rows.ts'

export type RepeatRequest = {
  orderId: number
  reader: OrderReader
  userId: number
  /** Line numbers of the order; undefined for all lines. */
  lines: readonly number[] | undefined
  view: View
}

type LineOutcome = { added: number; refusal: Refusal | null }

type Repeated = { ok: true; order: OrderRow; lines: RepeatedLine[] }

/** Adds an order's lines to the cart by the rules of adding, at today's prices. Returns the outcome of each line. */
export async function orderAgain(pool: Pool, request: RepeatRequest): Promise<Repeated | Refusal> {
  const { orderId, reader, userId, view } = request
  const order = await findOrderById(pool, orderId, reader)
  if (order === undefined) return refuse('order_not_found')
  // Free goods come again with what is bought.
  const bought = order.lines?.filter((line) => !line.is_free)
  const wanted = new Set(request.lines ?? bought?.map(({ line_no }) => line_no))
  const named = (order.lines ?? []).filter(({ line_no }) => wanted.has(line_no))
  if (named.length < wanted.size) return refuse('order_line_not_found')
  const lines = named.filter((line) => !line.is_free)
  const productIds = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))]
  const products = await loadProducts(pool, productIds, view)
  const outcomes = await transaction(pool, async (db) => {
    // The next order is proposed to go where this one went.
    if (order.delivery_address_id !== null) {
      await saveUserChoices(db, userId, { deliveryAddress: order.delivery_address_id })
    }
    return addAll(db, userId, lines, products, view)
  })
  const repeated = lines.map((line, i) => {
    const unit = products.get(line.product_id ?? 0)?.units.find(({ id }) => id === line.unit_id)
    const price = unit && priceIn(order.plan_key, unit, view)
    return presentLine(line, outcomes[i] ?? { added: 0, refusal: null }, price, view.locale)
  })
  return { ok: true, order, lines: repeated }
}

/** A line that exceeds the stock is added as far as stock covers it. */
async function addAll(
  db: Db,
  userId: number,
  lines: readonly OrderLineRow[],
  products: ReadonlyMap<number, Product>,
  view: View,
): Promise<LineOutcome[]> {
  const toRequest = (line: OrderLineRow, quantity: number) => {
    // A product that the visitor cannot see cannot be ordered again.
    const productId = products.has(line.product_id ?? 0) ? line.product_id : null
    return { productId, unitId: line.unit_id, quantity }
  }
  const requested = lines.map((line) => toRequest(line, line.quantity))
  const refusals = await addLinesToCart(db, userId, requested, view)
  const outcomes = lines.map(({ quantity }, i): LineOutcome => {
    const refusal = refusals[i] ?? null
    return { added: refusal === null ? quantity : 0, refusal }
  })
  const short = lines.flatMap((line, i) => {
    const fits = Number(refusals[i]?.facts?.['fits'] ?? 0)
    return fits > 0 ? [{ i, line, fits }] : []
  })
  const second = await addLinesToCart(
    db,
    userId,
    short.map(({ line, fits }) => toRequest(line, fits)),
    view,
  )
  for (const [at, { i, fits }] of short.entries()) {
    const outcome = outcomes[i]
    if (outcome !== undefined && second[at] === null) outcome.added = fits
  }
  return outcomes
}

/** Today's price of a unit under the order's plan. */
function priceIn(plan: PlanKey | null, unit: Unit, { currency, rates }: View): Money | undefined {
  return priceUnderPlan(unit.defaultPrice, plan === null ? undefined : unit[plan], currency, rates)
}

function presentLine(
  line: OrderLineRow,
  { added, refusal }: LineOutcome,
  priceNow: Money | undefined,
  locale: Locale,
): RepeatedLine {
  const { line_no: lineNo, code, name, unit, quantity } = line
  const priceBefore = { value: Number(line.price_value), currency: line.price_currency }
  const isSame = priceNow?.currency === line.price_currency && decimal(priceNow.value).equals(line.price_value)
  return {
    lineNo,
    code,
    name,
    unit,
    quantity,
    added,
    ...(priceNow !== undefined && !isSame && { priceBefore, priceNow }),
    ...(refusal !== null && {
      error: { code: refusal.code, message: errorBody(refusal, locale).error.messages.type },
    }),
  }
}
