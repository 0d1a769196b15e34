import type { CartItem } from '#contract/shop/cart.ts'
import type { RemovedLine } from './cart-activity.ts'
import { withLine } from './cart-lines.ts'

/** A row of the cart's table: a line, or the place of a removed one. */
export type CartRow = CartItem | RemovedLine

export const isRemoved = (row: CartRow): row is RemovedLine => 'undoKey' in row

export const rowId = (row: CartRow): number => (isRemoved(row) ? row.line.id : row.id)

/** The lines with the removed ones in their places. A line that is in the cart again is not a removed one. */
export function cartRows(items: readonly CartItem[], removals: readonly RemovedLine[]): CartRow[] {
  const rows: CartRow[] = [...items]
  if (removals.length === 0) return rows
  const present = new Set(items.map(({ id }) => id))
  for (const removal of removals) {
    if (present.has(removal.line.id)) continue
    const above = new Set(removal.above)
    rows.splice(rows.findLastIndex((row) => above.has(rowId(row))) + 1, 0, removal)
  }
  return rows
}

/** The lines with restored ones: in the place of their removed row, or in place of a line with the same unit. */
export function withRestored(
  items: readonly CartItem[],
  removals: readonly RemovedLine[],
  restored: readonly CartItem[],
): CartItem[] {
  const byId = new Map(restored.map((line) => [line.id, line]))
  const kept = cartRows(items, removals).flatMap((row) => {
    const line = isRemoved(row) ? byId.get(row.line.id) : row
    return line === undefined ? [] : [line]
  })
  return restored.reduce<CartItem[]>((lines, line) => withLine(lines, line), kept)
}
