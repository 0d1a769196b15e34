import { parcelsMax, shippedQuantityMax } from '#contract/admin/shipments.ts'
import { carrierOf, shipmentFieldMax } from '#domain/orders/shipment.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { type RecordReader, RowSkipped } from '#server/statement/statement.ts'
import type { ShipmentColumn } from './shipment-columns.ts'

/** What a row says about how its shipment is sent; empty or null: nothing. `weight`: of all parcels, in kilograms. */
export type ShipmentHead = {
  carrier: string
  trackingNo: string
  deliveryNoteNo: string
  parcels: number | null
  weight: number | null
  shippedOn: Day | null
}

/** A row of a file of shipments. One without `code` and `lineNo` stands for all that can be shipped of its order. */
export type ShipmentRow = {
  line: number
  orderNo: string
  code: string
  lineNo: number | null
  quantity: number | null
  head: ShipmentHead
  /** Rows with the same text are one shipment. */
  group: string
}

/** A row that cannot be read. Without a group, it is not known to which shipment it belongs. */
export type UnreadRow = { line: number; orderNo: string; group: string | null; problem: RowSkipped }

export function readRow(line: number, record: RecordReader<ShipmentColumn>, today: Day): ShipmentRow | UnreadRow {
  let known: Pick<UnreadRow, 'orderNo' | 'group'> = { orderNo: '', group: null }
  try {
    record.check()
    const orderNo = record.text('order_no').toUpperCase()
    const deliveryNoteNo = text(record, 'delivery_note_no', shipmentFieldMax.deliveryNoteNo)
    const trackingNo = text(record, 'tracking_no', shipmentFieldMax.trackingNo)
    known = { orderNo, group: groupOf({ orderNo, deliveryNoteNo, trackingNo }) }
    if (orderNo === '') throw new RowSkipped('order_no_missing')
    const code = record.text('product_code')
    const lineNo = whole(record, 'line_no', shippedQuantityMax)
    const quantity = whole(record, 'quantity', shippedQuantityMax)
    const isLine = code !== '' || lineNo !== null
    if (isLine && quantity === null) throw new RowSkipped('shipment_quantity_missing')
    if (!isLine && quantity !== null) throw new RowSkipped('shipment_line_missing')
    const shippedOn = record.day('shipped_on')
    if (shippedOn !== null && shippedOn > today) throw new RowSkipped('shipment_day_future')
    const carrier = carrierOf(text(record, 'carrier', shipmentFieldMax.carrier))
    const parcels = whole(record, 'parcels', parcelsMax)
    const head = { carrier, trackingNo, deliveryNoteNo, parcels, weight: weightOf(record), shippedOn }
    return { line, code, lineNo, quantity, head, orderNo, group: known.group ?? '' }
  } catch (error) {
    if (!(error instanceof RowSkipped)) throw error
    return { line, ...known, problem: error }
  }
}

/** One delivery note is one shipment; without it, one tracking number, or one order. */
function groupOf({ orderNo, deliveryNoteNo, trackingNo }: Record<'orderNo' | 'deliveryNoteNo' | 'trackingNo', string>) {
  if (deliveryNoteNo !== '') return `note ${deliveryNoteNo}`
  return trackingNo === '' ? `order ${orderNo}` : `tracking ${trackingNo}`
}

function text(record: RecordReader<ShipmentColumn>, field: ShipmentColumn, limit: number): string {
  const value = record.text(field)
  if (value.length <= limit) return value
  throw new RowSkipped('text_too_long', { column: record.title(field), length: value.length, limit })
}

/** A whole number from 1; null if the cell is empty. */
function whole(record: RecordReader<ShipmentColumn>, field: ShipmentColumn, max: number): number | null {
  const value = record.amount(field)
  const number = Number(value)
  if (value === null || (Number.isInteger(number) && number >= 1 && number <= max))
    return value === null ? null : number
  throw new RowSkipped('shipment_number_invalid', { column: record.title(field), value: record.text(field), max })
}

const weightMax = 100_000

function weightOf(record: RecordReader<ShipmentColumn>): number | null {
  const value = record.amount('weight')
  const weight = Number(value)
  if (value === null || (weight >= 0.001 && weight <= weightMax)) return value === null ? null : weight
  throw new RowSkipped('number_invalid', { column: record.title('weight'), value })
}
