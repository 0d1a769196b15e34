import { refuse } from '#contract/core/errors.ts'
import { openQuantity } from '#domain/orders/order-life.ts'
import type { ShippedLineRow } from '#server/orders/orders.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import type { SentLine } from './ship.ts'

/** One of `lineNo` and `code`; `shipped`: what was shipped of it before, if the sender knows. */
export type NamedLine = {
  orderNo: string
  lineNo?: number | undefined
  code?: string | undefined
  quantity: number
  shipped?: number | undefined
}

const rowsOfLine = (line: NamedLine, rows: readonly ShippedLineRow[], ids: ReadonlyMap<string, number>) =>
  rows.filter((row) => {
    const isNamed = line.lineNo === undefined ? row.code === line.code : row.line_no === line.lineNo
    return row.order_id === ids.get(line.orderNo) && isNamed
  })

/** Of several lines with a code, the one that is open. */
export function findLine(line: NamedLine, rows: readonly ShippedLineRow[], ids: ReadonlyMap<string, number>): SentLine {
  const found = rowsOfLine(line, rows, ids)
  const open = found.filter((row) => openQuantity({ ...row, backOrdered: row.back_ordered }) > 0)
  if (open.length > 1) return abortTransaction(refuse('shipment_line_unclear', { code: line.code ?? '' }))
  const row = open[0] ?? found[0]
  if (row === undefined) return abortTransaction('order_line_not_found')
  const { order_id: orderId, line_no: lineNo, shipped } = row
  return { orderId, lineNo, quantity: line.quantity, shipped: line.shipped ?? shipped }
}

/** The line of a shipment that was made before: what is open has changed since. */
export function findMade(
  line: NamedLine,
  made: readonly { order_id: number; line_no: number; quantity: number }[],
  rows: readonly ShippedLineRow[],
  ids: ReadonlyMap<string, number>,
): SentLine {
  const named = rowsOfLine(line, rows, ids)
  const row = named.find(({ order_id, line_no }) =>
    made.some((each) => each.order_id === order_id && each.line_no === line_no),
  )
  return { orderId: row?.order_id ?? 0, lineNo: row?.line_no ?? 0, quantity: line.quantity, shipped: 0 }
}

/** Adds up what names the same line. */
export function merge(lines: readonly SentLine[]): SentLine[] {
  const groups = Map.groupBy(lines, ({ orderId, lineNo }) => `${orderId} ${lineNo}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ ...first, quantity: group.reduce((sum, { quantity }) => sum + quantity, 0) }]
  })
}
