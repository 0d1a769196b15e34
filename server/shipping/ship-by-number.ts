import { isDeepStrictEqual } from 'node:util'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
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
import {
  abortTransaction,
  partOrRefusal,
  transactionOrRefusal,
  trial,
} from '#server/platform/db/transaction-or-refusal.ts'
import { findLine, findMade, merge, type NamedLine } from './named-lines.ts'
import { parseShipment, type ShipmentForm, type TypedShipment } from './parse-form.ts'
import { loadLastPicked } from './picking/picking-rows.ts'
import { proposeLines } from './propose-lines.ts'
import { findByKey, findNamesake, findRecipient, loadGoods, loadMade } from './queries.ts'
import { checkOrders, type SentLine, ship, type ShipRequest } from './ship.ts'

export type NumberedShipment = {
  /** The same key is the same shipment. */
  key: string
  typed: TypedShipment
  /** All that can be shipped of orders, or lines of orders. */
  goods: { orderNos: readonly string[] } | { lines: readonly NamedLine[] }
  /** The state of the orders on screen: orders that have left it are refused. */
  shownState?: OrderState
  actor: OrderActor
  author: Author
} & Pick<ShipRequest, 'shippedOn' | 'isTrial'>

/** `quantity`: the sum of its lines. A shipment that the key has made before is not new, and may have been withdrawn. */
export type NumberedShipped = {
  ok: true
  shipmentNo: string
  isNew: boolean
  isWithdrawn: boolean
  quantity: number
}

/**
 * Ships orders that are named by their numbers, by the rules of the screen. The same request again returns its shipment;
 * another one of the same orders under the same delivery note is refused.
 */
export async function shipByNumber(pool: Pool, request: NumberedShipment): Promise<NumberedShipped | Refusal> {
  const form = parseShipment(request.typed)
  if ('ok' in form) return form
  return transactionOrRefusal(pool, (db) => shipIn(db, request, form))
}

/**
 * What `shipByNumber` would do with these requests, one after the other. Nothing is changed; their orders are locked for
 * the time it takes.
 */
export async function tryShipments(
  pool: Pool,
  requests: readonly NumberedShipment[],
): Promise<(NumberedShipped | Refusal)[]> {
  return trial(pool, async (db) => {
    const results = []
    for (const request of requests) {
      const form = parseShipment(request.typed)
      results.push('ok' in form ? form : await partOrRefusal(db, () => shipIn(db, { ...request, isTrial: true }, form)))
    }
    return results
  })
}

async function shipIn(db: Transaction, request: NumberedShipment, typed: ShipmentForm): Promise<NumberedShipped> {
  const { key, goods, shownState, actor, author, shippedOn, isTrial } = request
  // Two requests with one key may name different orders, which do not wait for each other.
  await db.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 57))', [key], 'shipment_key_lock')
  const numbers = 'lines' in goods ? goods.lines.map(({ orderNo }) => orderNo) : goods.orderNos
  const ids = await findIdsByNumber(db, [...new Set(numbers)])
  const orders = await lockForShipping(db, [...ids.values()])
  const earlier = await findByKey(db, key)
  if (earlier !== null) return repeat(db, earlier, goods, ids)
  const orderIds = numbers.map((orderNo) => ({ orderId: ids.get(orderNo) ?? 0 }))
  const dealerId = checkOrders(orders, orderIds)
  if (shownState !== undefined && orders.some(({ state }) => state !== shownState)) {
    return abortTransaction('shipment_stale')
  }
  const rows = await loadShippedLines(db, [...ids.values()])
  const lines = 'lines' in goods ? goods.lines.map((line) => findLine(line, rows, ids)) : await proposed(db, rows)
  const namesake = await findNamesake(db, [...ids.values()], typed)
  if (namesake !== null) return abortTransaction(refuse('shipment_exists', { number: namesake }))
  const form = await withAddress(db, typed, { dealerId, orderIds: [...ids.values()] })
  const made = await ship(db, { key, form, lines: merge(lines), actor, shippedOn, isTrial })
  const { shipmentNo, isNew } = made
  await writeAudit(db, author, { action: 'create', noun: 'shipment', id: shipmentNo, after: { lines: made.lines } })
  return { ok: true, shipmentNo, isNew, isWithdrawn: false, quantity: sumOf(lines) }
}

const sumOf = (lines: readonly { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

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
      : isDeepStrictEqual(new Set(made.map(({ order_id }) => order_id)), new Set(ids.values()))
  if (!isSame) return abortTransaction('shipment_key_used')
  const { shipment_no: shipmentNo, is_withdrawn: isWithdrawn } = await loadMade(db, id)
  return { ok: true, shipmentNo, isNew: false, isWithdrawn, quantity: sumOf(made) }
}

/** All that can be shipped of the orders; each has something. */
async function proposed(db: Transaction, rows: readonly ShippedLineRow[]): Promise<SentLine[]> {
  const orders = Map.groupBy(rows, ({ order_id: orderId }) => orderId)
  if (orders.size === 0) return abortTransaction('shipment_nothing_open')
  const picked = await loadLastPicked(db, [...orders.keys()])
  return [...orders].flatMap(([orderId, own]) => {
    const lines = proposeLines(own, picked).filter(({ proposed: quantity }) => quantity > 0)
    if (lines.length === 0) return abortTransaction('shipment_nothing_open')
    return lines.map(({ lineNo, proposed: quantity, shipped }) => ({ orderId, lineNo, quantity, shipped }))
  })
}

/** The dealer's address, unless the request has one. */
async function withAddress(
  db: Transaction,
  form: ShipmentForm,
  { dealerId, orderIds }: { dealerId: number; orderIds: readonly number[] },
): Promise<ShipmentForm> {
  if ([form.recipient, form.address, form.district, form.city, form.phone].some((text) => text !== '')) return form
  const { name: recipient, address, district, city, phone } = await findRecipient(db, dealerId, orderIds)
  return { ...form, recipient, address, district, city, phone }
}
