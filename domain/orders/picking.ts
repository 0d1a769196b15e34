import { decimal } from '#domain/money/money.ts'

/** What becomes of goods that were not found: they stay open, wait for stock, or are cancelled. */
export const pickingRests = ['back_order', 'open', 'cancel'] as const
export type PickingRest = (typeof pickingRests)[number]

/** Quantities in the unit that was ordered; `multiplier` is its number of base units. */
export type PickingLine = {
  orderId: number
  lineNo: number
  productId: number | null
  multiplier: string
  quantity: number
  picked: number
}

/** A scanned product in one of its units. */
export type ScannedProduct = { productId: number; multiplier: string }

export type ScanProblem = 'not_on_list' | 'wrong_unit' | 'complete'

/**
 * The line that a scan counts for, and by how many units: the first one with room. A code that names several products
 * or units counts for the first that fits. A box counts for all of its pieces if pieces were ordered.
 */
export function lineOfScan<Line extends PickingLine>(
  lines: readonly Line[],
  scanned: readonly ScannedProduct[],
): { line: Line; units: number } | ScanProblem {
  let problem: ScanProblem = 'not_on_list'
  for (const { productId, multiplier } of scanned) {
    for (const line of lines) {
      if (line.productId !== productId) continue
      const units = decimal(multiplier).dividedBy(line.multiplier)
      if (!units.isInteger()) {
        if (problem === 'not_on_list') problem = 'wrong_unit'
      } else if (units.plus(line.picked).greaterThan(line.quantity)) problem = 'complete'
      else return { line, units: units.toNumber() }
    }
  }
  return problem
}

/**
 * What is proposed for a shipment of a line, of which `open` can be shipped: all of it, unless it was picked. Then it is
 * what was picked and has not been shipped since.
 */
export function pickedQuantity(
  open: number,
  shipped: number,
  last: { picked: number; shippedBefore: number } | undefined,
): number {
  if (last === undefined) return open
  return Math.max(0, Math.min(open, last.shippedBefore + last.picked - shipped))
}

type ShelfPlace = { warehousePosition: number; warehouse: string; shelf: string; code: string }

const collator = new Intl.Collator('tr', { numeric: true })

/** In the order of a walk: by warehouse, then by shelf (A-2 before A-10), goods without a shelf last. */
export function compareByShelf(a: ShelfPlace, b: ShelfPlace): number {
  return (
    a.warehousePosition - b.warehousePosition ||
    collator.compare(a.warehouse, b.warehouse) ||
    Number(a.shelf === '') - Number(b.shelf === '') ||
    collator.compare(a.shelf, b.shelf) ||
    collator.compare(a.code, b.code)
  )
}
