import { isDeepStrictEqual } from 'node:util'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import {
  findIdsByNumber,
  loadShippedLines,
  lockForShipping,
  type OrderActor,
  type ShippedLineRow,
} from '#server/orders/orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { findLine, findMade, merge, type NamedLine } from './named-lines.ts'
import { parseShipment, type ShipmentForm, type TypedShipment } from './parse-form.ts'
import { loadLastPicked } from './picking/picking-rows.ts'
import { proposeLines } from './propose-lines.ts'
import { findByKey, findNamesake, findRecipient, loadGoods, loadShipmentNo } from './queries.ts'
import { checkOrders, type SentLine, ship } from './ship.ts'

export type NumberedShipment = {
  /** The same key is the same shipment. */
  key: string
  typed: TypedShipment
  /** All that can be shipped of an order, or lines of orders. */
  goods: { orderNo: string } | { lines: readonly NamedLine[] }
  actor: OrderActor
  author: Author
}

type NumberedShipped = { ok: true; shipmentNo: string; isNew: boolean }

/**
 * Ships orders that are named by their numbers, by the rules of the screen. The same request again returns its shipment;
 * another one of the same orders under the same delivery note is refused.
 */
export async function shipByNumber(pool: Pool, request: NumberedShipment): Promise<NumberedShipped | Refusal> {
  const form = parseShipment(request.typed)
  if ('ok' in form) return form
  return transactionOrRefusal(pool, (db) => shipIn(db, request, form))
}

async function shipIn(db: Transaction, request: NumberedShipment, typed: ShipmentForm): Promise<NumberedShipped> {
  const { key, goods, actor, author } = request
  // Two requests with one key may name different orders, which do not wait for each other.
  await db.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 57))', [key], 'shipment_key_lock')
  const numbers = 'lines' in goods ? goods.lines.map(({ orderNo }) => orderNo) : [goods.orderNo]
  const ids = await findIdsByNumber(db, [...new Set(numbers)])
  const orders = await lockForShipping(db, [...ids.values()])
  const earlier = await findByKey(db, key)
  if (earlier !== null) return repeat(db, earlier, goods, ids)
  const orderIds = numbers.map((orderNo) => ({ orderId: ids.get(orderNo) ?? 0 }))
  const dealerId = checkOrders(orders, orderIds)
  const rows = await loadShippedLines(db, [...ids.values()])
  const lines = 'lines' in goods ? goods.lines.map((line) => findLine(line, rows, ids)) : await proposed(db, rows)
  const namesake = await findNamesake(db, [...ids.values()], typed)
  if (namesake !== null) return abortTransaction(refuse('shipment_exists', { number: namesake }))
  const form = await withAddress(db, dealerId, typed)
  const { shipmentNo, isNew } = await ship(db, { key, form, lines: merge(lines), actor })
  await writeAudit(db, author, { action: 'create', noun: 'shipment', id: shipmentNo, after: { lines } })
  return { ok: true, shipmentNo, isNew }
}

/** The shipment that the key has made; refused if the request names other goods. */
async function repeat(
  db: Transaction,
  id: number,
  goods: NumberedShipment['goods'],
  ids: ReadonlyMap<string, number>,
): Promise<NumberedShipped> {
  const made = await loadGoods(db, id)
  const rows = await loadShippedLines(db, [...ids.values()])
  const lineOf = ({ orderId, lineNo, quantity }: SentLine) => ({ order_id: orderId, line_no: lineNo, quantity })
  const isSame =
    'lines' in goods
      ? isDeepStrictEqual(
          merge(goods.lines.map((line) => findMade(line, made, rows, ids)))
            .map(lineOf)
            .toSorted((a, b) => a.order_id - b.order_id || a.line_no - b.line_no),
          made,
        )
      : made.every(({ order_id }) => order_id === ids.get(goods.orderNo))
  if (!isSame) return abortTransaction('shipment_key_used')
  return { ok: true, shipmentNo: await loadShipmentNo(db, id), isNew: false }
}

async function proposed(db: Transaction, rows: readonly ShippedLineRow[]): Promise<SentLine[]> {
  const [first] = rows
  if (first === undefined) return abortTransaction('shipment_nothing_open')
  const orderId = first.order_id
  const picked = await loadLastPicked(db, [orderId])
  const lines = proposeLines(rows, picked).flatMap((line) => {
    return line.proposed > 0 ? [{ orderId, lineNo: line.lineNo, quantity: line.proposed, shipped: line.shipped }] : []
  })
  return lines.length === 0 ? abortTransaction('shipment_nothing_open') : lines
}

/** The dealer's address, unless the request has one. */
async function withAddress(db: Transaction, dealerId: number, form: ShipmentForm): Promise<ShipmentForm> {
  if ([form.recipient, form.address, form.district, form.city, form.phone].some((text) => text !== '')) return form
  const { name: recipient, address, district, city, phone } = await findRecipient(db, dealerId)
  return { ...form, recipient, address, district, city, phone }
}
