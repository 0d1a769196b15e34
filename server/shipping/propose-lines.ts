import { openQuantity } from '#domain/orders/order-life.ts'
import { missingQuantity, proposedQuantities } from '#domain/orders/picking.ts'
import type { ShippedLineRow } from '#server/orders/orders.ts'
import type { LastPicked } from './picking/picking-rows.ts'

/**
 * Lines of one order of which something is open: what is proposed to be shipped, and what of the rest was not found when it
 * was picked.
 */
export function proposeLines(rows: readonly ShippedLineRow[], picked: readonly LastPicked[]) {
  const lines = rows.flatMap((row) => {
    const open = openQuantity({ ...row, backOrdered: row.back_ordered })
    const last = picked.find((each) => each.order_id === row.order_id && each.line_no === row.line_no)
    const ended = last && { ...last, shippedBefore: last.shipped_before }
    return open > 0 ? [{ row, open, shipped: row.shipped, last: ended }] : []
  })
  const proposed = proposedQuantities(lines)
  return lines.map(({ row: { line_no: lineNo, code, name, unit, shipped }, open: quantity, last }, at) => {
    const missing = last === undefined ? 0 : missingQuantity(quantity, last)
    return { lineNo, code, name, unit, quantity, proposed: proposed[at] ?? 0, missing, shipped }
  })
}
