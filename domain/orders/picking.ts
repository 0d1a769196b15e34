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

/** What of a line is in the warehouse ready to leave: all that is open, or what was picked and not shipped since. */
export function pickedQuantity(
  open: number,
  shipped: number,
  last: { picked: number; shippedBefore: number } | undefined,
): number {
  if (last === undefined) return open
  return Math.max(0, Math.min(open, last.shippedBefore + last.picked - shipped))
}

/** Goods of a list that has ended: `rest` is what became of those that were not found. */
type EndedLine = { quantity: number; picked: number; shippedBefore: number; rest: PickingRest | null }

/** What is left open although it was looked for and not found. */
export const missingQuantity = (open: number, { quantity, picked, rest }: EndedLine): number =>
  rest === 'open' ? Math.min(open, quantity - picked) : 0

/**
 * What is proposed for a shipment of an order's lines. While picked goods wait, those and what no list has had; otherwise
 * all that is open, apart from what was not found. What waited for stock when it was picked is open once it is filled.
 */
export function proposedQuantities(
  lines: readonly { open: number; shipped: number; last: EndedLine | undefined }[],
): number[] {
  const waiting = lines.map(({ open, shipped, last }) => (last === undefined ? 0 : pickedQuantity(open, shipped, last)))
  const isPicked = waiting.some((quantity) => quantity > 0)
  return lines.map(({ open, last }, at) => {
    if (last === undefined) return open
    return isPicked ? (waiting[at] ?? 0) : open - missingQuantity(open, last)
  })
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
