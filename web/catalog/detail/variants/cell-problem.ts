import type { Unit } from '#contract/shop/product.ts'
import type { VariantCell } from '#contract/shop/variants.ts'
import { decimal } from '#domain/money/money.ts'
import { findQuantityProblem, type QuantityProblem } from '#domain/pricing/order-quantity.ts'
import { largestQuantity, type StockRule, stockSuffices } from '#domain/stock/stock.ts'
import type { InCart } from './use-grid-lines.ts'

/** What the server will refuse a quantity for, as far as the browser knows; `fits`: the nearest quantities without a problem. */
export type CellProblem = { kind: 'stock'; fits: number[] } | { kind: 'rule'; problem: QuantityProblem; fits: number[] }

/** The problem of a quantity in a unit next to what the cart has of the variant; null: none. */
export function findCellProblem(
  cell: VariantCell,
  unit: Unit,
  quantity: number,
  { inCart, rule }: { inCart: readonly InCart[]; rule: StockRule },
): CellProblem | null {
  const held = inCart.reduce((sum, line) => sum.plus(decimal(line.multiplier).times(line.quantity)), decimal(0))
  const requested = decimal(unit.multiplier).times(quantity)
  if (cell.quantity !== undefined && !stockSuffices(requested, held, cell.quantity, rule)) {
    const fits = largestQuantity(unit.multiplier, held, cell.quantity, rule)
    return { kind: 'stock', fits: fits > 0 ? [fits] : [] }
  }
  const terms = (name: string) => cell.units.find(({ value }) => value === name)?.terms ?? {}
  const base = cell.units.find(({ id }) => id === cell.defaultUnit)
  const lines = [
    { unit: unit.value, multiplier: unit.multiplier, quantity, terms: unit.terms ?? {} },
    ...inCart.map((line) => ({ ...line, terms: terms(line.unit) })),
  ]
  const problem = findQuantityProblem(lines, 0, base?.multiplier ?? 1)
  return problem && { kind: 'rule', problem, fits: problem.fits }
}
