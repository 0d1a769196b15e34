import { type Refusal, refuse } from '#contract/core/errors.ts'
import { decimal, exchange, isConvertible } from '#domain/money/money.ts'
import {
  type CountedLine,
  findQuantityProblem,
  type QuantityProblem,
  unitTermsOf,
  type UnitTerms,
} from '#domain/pricing/order-quantity.ts'
import { formatsOf } from '#domain/text/format.ts'
import { goodsOf, loadOrdered, type OrderLineRow } from '#server/cart/cart.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { lockAccounts } from '#server/statement/statement.ts'

export type RuledOrder = {
  dealerId: number
  cartId: number
  rows: readonly OrderLineRow[]
  /** Before tax, in the view's currency. */
  subtotal: string
  view: View
}

/**
 * The first rule of quantity that an order or offer breaks, or the missing amount for the least one; null: none. Where a rule
 * limits a period, the dealer is locked until the transaction ends, so that parallel orders count each other.
 */
export async function findQuantityRefusal(db: Db, order: RuledOrder): Promise<Refusal | null> {
  const { rows, view } = order
  if (view.orderRules.key === '') return null
  const terms = rows.map((row) => unitTermsOf(view.orderRules.quantities(goodsOf(row.goods), row.unit)) ?? {})
  await countPeriods(db, order, terms)
  const products = Map.groupBy(rows.keys(), (at) => rows[at]!.product_id)
  for (const places of products.values()) {
    const lines = places.map((at): CountedLine => {
      const { unit, multiplier, quantity } = rows[at]!
      return { unit, multiplier, quantity, terms: terms[at]! }
    })
    for (const [at, place] of places.entries()) {
      const row = rows[place]!
      const problem = findQuantityProblem(lines, at, row.default_multiplier ?? 1)
      if (problem !== null) return lineRefusal(row, problem, view)
    }
  }
  return amountRefusal(order)
}

/** Adds what the dealer has ordered in the periods. */
async function countPeriods(db: Db, { dealerId, cartId, rows }: RuledOrder, terms: UnitTerms[]): Promise<void> {
  const limited = rows.flatMap((row, at) => {
    const period = terms[at]?.period_maximum
    return period === undefined ? [] : [{ row, period }]
  })
  if (limited.length === 0) return
  await lockAccounts(db, [dealerId])
  const periods = limited.map(({ row, period }) => {
    return { productId: row.product_id, unit: period.inUnit ? row.unit : null, days: period.days }
  })
  const ordered = await loadOrdered(db, { dealerId, cartId }, periods)
  for (const [at, { period }] of limited.entries()) period.ordered = ordered[at] ?? 0
}

/** The facts are those of the dealer API (docs/integration.md); `…Text` are for the sentence. */
function lineRefusal(row: OrderLineRow, { kind, term, fits }: QuantityProblem, { locale }: View): Refusal {
  const { formatQuantity } = formatsOf(locale)
  const { quantity, inUnit, days } = term
  return refuse(`quantity_${kind}`, {
    productId: row.product_id,
    code: row.code,
    name: row.name,
    lineUnit: row.unit,
    lineQuantity: row.quantity,
    quantity,
    quantityText: formatQuantity(quantity),
    unit: inUnit ? row.unit : (row.default_unit ?? row.unit),
    ...(days !== undefined && { days }),
    ...Object.fromEntries(fits.map((fit) => [fit < row.quantity ? 'fitsBelow' : 'fitsAbove', fit])),
  })
}

/** Without a rate the amounts cannot be compared, and the rule does not apply. */
function amountRefusal({ subtotal, view }: RuledOrder): Refusal | null {
  const least = view.orderRules.orderMinimum?.fixed
  if (least == null || !isConvertible(least.currency, view.currency, view.rates)) return null
  const amount = exchange(decimal(subtotal), view.currency, least.currency, view.rates).toDecimalPlaces(2)
  if (!amount.lessThan(least.value)) return null
  // The missing amount would reveal the total to users who do not see prices.
  if (!view.seesPrices) return refuse('order_minimum_missed')
  const missing = decimal(least.value).minus(amount)
  const { formatMoney } = formatsOf(view.locale)
  return refuse('order_minimum', {
    minimum: Number(least.value),
    missing: missing.toNumber(),
    currency: least.currency,
    minimumText: formatMoney(decimal(least.value), least.currency),
    missingText: formatMoney(missing, least.currency),
  })
}
