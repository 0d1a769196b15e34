import type { PlanKey } from '#contract/core/money.ts'
import type { PriceReasons } from '#contract/shop/price-reasons.ts'
import { cartTotals, hasPrice } from '#domain/cart/cart.ts'
import { lira } from '#domain/money/money.ts'
import { type PriceStep, priceOf } from '#domain/pricing/price-steps.ts'
import { lineSteps, loadNamedLines, storedPrice } from '#server/cart/cart.ts'
import { loadRatesAt } from '#server/exchange-rates/exchange-rates.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { StoreFacts, View } from '#server/settings/settings.ts'
import { shownStep } from './shown-step.ts'

export type PricedLine = {
  productId: number
  /** Null: the default unit. */
  unitId: number | null
  quantity: number
  planKey: PlanKey | null
}

type Pricing = {
  view: View
  facts: Pick<StoreFacts, 'plans' | 'priceLists'>
  /** When the rates of the view applied. */
  moment: Date
  /** Staff see products off sale, too. */
  alsoInactive?: boolean
}

/** How a line's price comes about; null without such a product, and for products with variants. */
export async function explainLine(db: Db, line: PricedLine, pricing: Pricing): Promise<PriceReasons | null> {
  const { view, facts, moment, alsoInactive = false } = pricing
  const unitId = line.unitId ?? (await findDefaultUnit(db, line.productId))
  if (unitId === null) return null
  const named = [{ productId: line.productId, unitId, quantity: line.quantity }]
  const [row] = await loadNamedLines(db, named, { ...view, planKey: line.planKey })
  if (row === undefined || row.needs_variant || !(row.is_active || alsoInactive)) return null
  const steps = lineSteps(row, view)
  const price = priceOf(steps)
  const taxRate = row.tax_rate ?? String(view.settings.defaultTaxRate)
  const isPlans = storedPrice(row, view)?.isPlans === true
  return {
    product: { code: row.code, name: row.name },
    unit: row.unit,
    quantity: row.quantity,
    list: facts.priceLists.find(({ id }) => id === row.price_list_id)?.name ?? '',
    plan: (isPlans && facts.plans.find(({ key }) => key === line.planKey)?.name) || null,
    steps: steps.map(shownStep),
    taxRate: Number(taxRate),
    line: hasPrice(price, view.currency, view.rates) ? lineOf({ price, quantity: row.quantity, taxRate }, view) : null,
    rates: await ratesOfSteps(db, steps, view, moment),
  }
}

async function findDefaultUnit(db: Db, productId: number): Promise<number | null> {
  const row = await db.one<{ unit_id: number | null }>(
    'SELECT default_unit_id AS unit_id FROM products WHERE id = $1',
    [productId],
    'price_reasons_unit',
  )
  return row?.unit_id ?? null
}

function lineOf(line: Parameters<typeof cartTotals>[0][number], { currency, rates }: View): PriceReasons['line'] {
  const { subtotal, total } = cartTotals([line], currency, rates)
  return { currency, amount: Number(subtotal), withTax: Number(total) }
}

async function ratesOfSteps(
  db: Db,
  steps: readonly PriceStep[],
  view: View,
  moment: Date,
): Promise<PriceReasons['rates']> {
  const used = new Set([view.currency, ...steps.map(({ currency }) => currency)])
  // Prices in one currency need no rate.
  if (used.size === 1) return []
  used.delete(lira)
  return (await loadRatesAt(db, [...used], moment)).map(({ code, rate, source, valid_from: since }) => {
    return { currency: code, rate: Number(rate), source, since: since.toISOString() }
  })
}
