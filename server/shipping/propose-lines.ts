import { openQuantity } from '#domain/orders/order-life.ts'
import { pickedQuantity } from '#domain/orders/picking.ts'
import type { ShippedLineRow } from '#server/orders/orders.ts'
import type { loadLastPicked } from './picking/picking-rows.ts'

type Picked = Awaited<ReturnType<typeof loadLastPicked>>[number]

/** Lines of which something is open, and what is proposed to be shipped: all of it, or what was picked. */
export function proposeLines(rows: readonly ShippedLineRow[], picked: readonly Picked[]) {
  return rows.flatMap(({ order_id: orderId, line_no: lineNo, code, name, unit, shipped, ...row }) => {
    const quantity = openQuantity({ ...row, shipped, backOrdered: row.back_ordered })
    if (quantity <= 0) return []
    const last = picked.find((each) => each.order_id === orderId && each.line_no === lineNo)
    const proposed = pickedQuantity(quantity, shipped, last && { ...last, shippedBefore: last.shipped_before })
    return [{ lineNo, code, name, unit, quantity, proposed, shipped }]
  })
}
