import { type Decimal, decimal } from '#domain/money/money.ts'
import { orderNumber, shareBackOrders } from '#domain/orders/order.ts'
import { insertOrder, insertOrderLines, nextOrderNumber } from '#server/orders/orders.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { DraftLine, OrderDraft } from './order-draft.ts'

export type PlacedOrder = { ok: true; id: number; orderNo: string }

/** Writes an order with its lines. `take` makes stock the order's and answers what is back-order of it, by product. */
export async function writeOrder(
  db: Db,
  { head, lines }: Pick<OrderDraft, 'head' | 'lines'>,
  take: (orderId: number) => Promise<ReadonlyMap<number, Decimal>>,
): Promise<PlacedOrder> {
  const { year, sequence } = await nextOrderNumber(db)
  const orderNo = orderNumber(year, sequence)
  const id = await insertOrder(db, { ...head, orderNo })
  failpoint('order.after_order')
  const backOrders = await take(id)
  failpoint('order.after_stock')
  const shares = shareBackOrders(lines.map(wantedOf), backOrders)
  const rows = lines.map((line, i) => {
    return { ...line, line_no: i + 1, back_order: decimal(shares[i] ?? 0).toFixed(3) }
  })
  await insertOrderLines(db, id, rows)
  failpoint('order.after_lines')
  return { ok: true, id, orderNo }
}

const wantedOf = (line: DraftLine) => ({ ...line, productId: line.product_id })
