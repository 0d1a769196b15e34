import { createHash } from 'node:crypto'
import { spreadWeight } from '#domain/orders/shipment.ts'
import type { NumberedShipment } from '#server/shipping/shipping.ts'
import type { Issue } from '#server/statement/statement.ts'
import type { ShipmentHead, ShipmentRow, UnreadRow } from './read-row.ts'
import type { ShipmentColumn } from './shipment-columns.ts'

export type RowIssue = Pick<Issue, 'code' | 'facts'> & { line: number; orderNo: string }

/** A shipment of the file, from one row or more. */
export type PlannedShipment = {
  rows: readonly ShipmentRow[]
  head: ShipmentHead & { carrier: string }
  request: Pick<NumberedShipment, 'key' | 'typed' | 'goods' | 'shippedOn'>
}

/**
 * The shipments of a file in the order of their first rows. A shipment goes as a whole: a row that cannot be read takes
 * the others of its shipment with it.
 */
export function planShipments(
  rows: readonly (ShipmentRow | UnreadRow)[],
  titleOf: (field: ShipmentColumn) => string,
): { planned: PlannedShipment[]; issues: RowIssue[] } {
  const issues: RowIssue[] = []
  const planned: PlannedShipment[] = []
  const groups = Map.groupBy(rows, ({ group, line }) => group ?? line)
  for (const group of groups.values()) {
    const good = group.filter((row) => 'head' in row)
    const found = group.flatMap((row) => ('problem' in row ? [issueOf(row, row.problem)] : []))
    const plan = found.length > 0 ? found : planOf(good, titleOf)
    if (Array.isArray(plan)) issues.push(...withOthers(plan, group))
    else planned.push(plan)
  }
  return { planned, issues }
}

type Row = Pick<ShipmentRow, 'line' | 'orderNo'>

const issueOf = ({ line, orderNo }: Row, { code, facts }: Pick<Issue, 'code' | 'facts'>): RowIssue => {
  return { line, orderNo, code, facts }
}

/** The rows that have a problem, and the other rows of their shipment, which stay behind. */
export function withOthers(issues: readonly RowIssue[], rows: readonly Row[]): RowIssue[] {
  const first = issues[0]?.line ?? 0
  const others = rows.filter(({ line }) => !issues.some((issue) => issue.line === line))
  return [
    ...issues,
    ...others.map((row) => issueOf(row, { code: 'shipment_row_left', facts: { line: first } })),
  ].toSorted((a, b) => a.line - b.line)
}

const columnOf: Readonly<Record<keyof ShipmentHead, ShipmentColumn>> = {
  carrier: 'carrier',
  trackingNo: 'tracking_no',
  deliveryNoteNo: 'delivery_note_no',
  parcels: 'parcels',
  weight: 'weight',
  shippedOn: 'shipped_on',
}
const headNames = Object.keys(columnOf) as (keyof ShipmentHead)[]

/** The shipment of these rows, or why it cannot be made. */
function planOf(
  rows: readonly ShipmentRow[],
  titleOf: (field: ShipmentColumn) => string,
): PlannedShipment | RowIssue[] {
  const [first] = rows
  if (first === undefined) return []
  const head = { ...first.head }
  for (const row of rows) {
    for (const name of headNames) {
      const [value, before] = [row.head[name], head[name]]
      if (value === null || value === '' || value === before) continue
      if (before !== null && before !== '') {
        return [
          issueOf(row, {
            code: 'shipment_rows_differ',
            facts: { column: titleOf(columnOf[name]), value: String(value), before: String(before) },
          }),
        ]
      }
      Object.assign(head, { [name]: value })
    }
  }
  if (head.carrier === '') return [issueOf(first, { code: 'shipment_carrier_missing', facts: {} })]
  const lines = rows.flatMap(({ orderNo, code, lineNo, quantity }) => {
    if (quantity === null) return []
    return [lineNo === null ? { orderNo, code, quantity } : { orderNo, lineNo, quantity }]
  })
  const mixed = rows.find(({ quantity }) => (quantity === null) !== (first.quantity === null))
  if (mixed !== undefined) return [issueOf(mixed, { code: 'shipment_rows_mixed', facts: {} })]
  const goods = lines.length > 0 ? { lines } : { orderNos: [...new Set(rows.map(({ orderNo }) => orderNo))] }
  return { rows, head, request: requestOf(head, goods) }
}

function requestOf(head: ShipmentHead, goods: NumberedShipment['goods']): PlannedShipment['request'] {
  const { carrier, trackingNo, deliveryNoteNo, parcels, weight, shippedOn } = head
  const unused = { trackingUrl: '', recipient: '', address: '', district: '', city: '', phone: '', note: '' }
  return {
    key: keyOf(head, goods),
    typed: {
      ...{ carrier, trackingNo, deliveryNoteNo, ...unused },
      // As typed into forms, with a comma.
      weights: spreadWeight(weight, parcels ?? 1).map((each) => (each === null ? '' : String(each).replace('.', ','))),
    },
    goods,
    shippedOn: shippedOn ?? undefined,
  }
}

/** The same goods under the same numbers on the same day are the same shipment, in whatever file they come. */
function keyOf({ trackingNo, deliveryNoteNo, shippedOn }: ShipmentHead, goods: NumberedShipment['goods']): string {
  const parts = ('lines' in goods ? goods.lines.map((line) => JSON.stringify(line)) : goods.orderNos).toSorted()
  const text = JSON.stringify([deliveryNoteNo, trackingNo, shippedOn, parts])
  return `file ${createHash('sha256').update(text).digest('hex')}`
}

/** Shipments that name the same orders, together: one of them changes what is left for the next. */
export function chainsOf(planned: readonly PlannedShipment[]): PlannedShipment[][] {
  const chains = new Map<string, PlannedShipment[]>()
  for (const shipment of planned) {
    const numbers = [...new Set(shipment.rows.map(({ orderNo }) => orderNo))]
    const earlier = [...new Set(numbers.flatMap((orderNo) => chains.get(orderNo) ?? []))]
    const chain = [...earlier.toSorted((a, b) => planned.indexOf(a) - planned.indexOf(b)), shipment]
    for (const { rows } of chain) for (const { orderNo } of rows) chains.set(orderNo, chain)
  }
  return [...new Set(chains.values())]
}

/** The rows of a shipment that a refusal is about: those with the product or order that it names, otherwise all. */
export function issuesOf(
  { rows }: PlannedShipment,
  refusal: Partial<Pick<Issue, 'facts'>> & Pick<Issue, 'code'>,
): RowIssue[] {
  const { code, facts = {} } = refusal
  const named = rows.filter((row) => row.code !== '' && row.code === facts['code'])
  const ofOrder = rows.filter(({ orderNo }) => orderNo === facts['number'])
  const about = named.length > 0 ? named : ofOrder.length > 0 ? ofOrder : rows
  return withOthers(
    about.map((row) => issueOf(row, { code, facts })),
    rows,
  )
}
