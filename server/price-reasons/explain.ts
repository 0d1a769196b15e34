import type { PlanKey } from '#contract/core/money.ts'
import type { FloorNote } from '#contract/admin/price-reasons.ts'
import type { PriceReasons } from '#contract/shop/price-reasons.ts'
import { cartTotals, hasPrice } from '#domain/cart/cart.ts'
import { rateNotes } from '#domain/money/rate-policy.ts'
import { decimal, lira, type Rates } from '#domain/money/money.ts'
import { lowestPrice, type PriceMove, priceOf, type PriceStep, stepsFrom } from '#domain/pricing/price-steps.ts'
import { lineParts, loadNamedLines, storedPrice } from '#server/cart/cart.ts'
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
  /** Staff see products off sale, and what floors from cost go by. */
  isForStaff?: boolean
}

/**
 * For staff. `floorWithoutCost`: of a floor from cost that has no effect because the cost is unknown, the name. `floorNote`: the
 * floor that applies, where no step shows it.
 */
export type Explained = PriceReasons & { floorWithoutCost: string | null; floorNote: FloorNote | null }

/** How a line's price comes about; null without such a product, and for products with variants. */
export async function explainLine(db: Db, line: PricedLine, pricing: Pricing): Promise<Explained | null> {
  const { view, facts, isForStaff = false } = pricing
  const unitId = line.unitId ?? (await findDefaultUnit(db, line.productId))
  if (unitId === null) return null
  const named = [{ productId: line.productId, unitId, quantity: line.quantity }]
  const [row] = await loadNamedLines(db, named, { ...view, planKey: line.planKey })
  if (row === undefined || row.needs_variant || !(row.is_active || isForStaff)) return null
  const { parts, floor } = lineParts(row, view)
  const { start, moves } = parts
  const steps = stepsFrom(start, moves, view.rates)
  const used = new Set(steps.map(({ currency }) => currency))
  const price = priceOf(steps)
  const taxRate = row.tax_rate ?? String(view.settings.defaultTaxRate)
  const isPlans = storedPrice(row, view)?.isPlans === true
  return {
    product: { code: row.code, name: row.name },
    unit: row.unit,
    quantity: row.quantity,
    list: facts.priceLists.find(({ id }) => id === row.price_list_id)?.name ?? '',
    plan: (isPlans && facts.plans.find(({ key }) => key === line.planKey)?.name) || null,
    steps: steps.map((step) => shownStep(step, view.locale, { seesCosts: isForStaff })),
    floorWithoutCost: floorWithoutCost(floor),
    floorNote: floorNote(floor, { start, steps, rates: view.rates }),
    taxRate: Number(taxRate),
    line: hasPrice(price, view.currency, view.rates) ? lineOf({ price, quantity: row.quantity, taxRate }, view) : null,
    rates: rateNotes(view.currency, used, { rates: view.rates, sources: view.rateSources }),
    ratePolicy: [...used].some((code) => code !== lira) ? view.ratePolicy : 'order_day',
  }
}

/** The name of the floor from cost that has no effect, because the cost is unknown. */
function floorWithoutCost(floor: PriceMove | null): string | null {
  return floor?.kind === 'floor' && floor.aboveCost !== undefined && floor.fixed === null ? floor.rule.name : null
}

/** The floor that applies, where it is not the last step: the price is not below it, or was set below it by right. */
function floorNote(
  floor: PriceMove | null,
  { start, steps, rates }: { start: readonly PriceStep[]; steps: readonly PriceStep[]; rates: Rates },
): FloorNote | null {
  const price = priceOf(steps)
  const lowest = floor && price ? lowestPrice(start, [floor], { currency: price.currency, rates }) : null
  if (price === undefined || lowest === null) return null
  const order = decimal(price.value).comparedTo(lowest.value)
  if (order === 0 && steps.at(-1)?.kind === 'floor') return null
  const place = order === 0 ? 'at' : order > 0 ? 'above' : 'below'
  return { place, value: Number(lowest.value), currency: lowest.currency }
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
