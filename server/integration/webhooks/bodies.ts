import { type DealerEventType, dealerEventTypes, type EventType } from '#contract/integration/event-types.ts'
import {
  loadCancellations,
  loadDealers,
  loadFaultReports,
  loadOffers,
  loadOrders,
  loadPayments,
  loadRefunds,
} from '#server/integration/events/records.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type DealersView, dealerLoaders } from './dealer-records.ts'
import { loadImports, loadStock } from './further-records.ts'

/** Receivers expect small messages (Standard Webhooks 1.0.0): longer ones go without their lines. */
export const bodyMax = 20_000

type Loader = (db: Db, ids: readonly number[]) => Promise<{ id: number; record: object }[]>
const loaders: Record<EventType, Loader> = {
  'order.created': loadOrders,
  'order.cancelled': loadCancellations,
  'order.acknowledged': loadOrders,
  'order.changed': loadOrders,
  'payment.captured': loadPayments,
  'payment.unknown': loadPayments,
  'payment.refunded': loadRefunds,
  'offer.created': loadOffers,
  'offer.accepted': loadOffers,
  'offer.cancelled': loadOffers,
  'dealer.created': loadDealers,
  'dealer.changed': loadDealers,
  'fault_report.created': loadFaultReports,
  'fault_report.changed': loadFaultReports,
  'stock.below_zero': loadStock,
  'import.finished': loadImports,
}

/** The record that an event is about. Its deliveries to one target keep their order. */
export function subjectOf(type: EventType): string {
  if (type === 'payment.refunded') return 'refund'
  return type.slice(0, type.indexOf('.'))
}

export type ToSend = { id: number; type: EventType; subjectId: number; at: Date }

const isOfDealers = (type: EventType): type is DealerEventType => (dealerEventTypes as readonly string[]).includes(type)

/** The records of events: the store's in full, a dealer's own as its screens show them. */
function loadRecords(db: Db, view: DealersView | null, type: EventType, ids: readonly number[]): ReturnType<Loader> {
  if (view === null) return loaders[type](db, ids)
  return isOfDealers(type) ? dealerLoaders[type](db, view, ids) : Promise.resolve([])
}

/**
 * The bodies of deliveries by their id, with each record as it is now. A record that no longer exists is null.
 * @param view of the dealer who receives them; null for the store
 */
export async function makeBodies(
  db: Db,
  view: DealersView | null,
  deliveries: readonly ToSend[],
): Promise<Map<number, string>> {
  const bodies = new Map<number, string>()
  for (const [type, of] of Map.groupBy(deliveries, (each) => each.type)) {
    const rows = await loadRecords(db, view, type, [...new Set(of.map(({ subjectId }) => subjectId))])
    const records = new Map(rows.map(({ id, record }) => [id, record]))
    for (const { id, subjectId, at } of of) bodies.set(id, bodyOf(type, at, records.get(subjectId) ?? null))
  }
  return bodies
}

/** Fields with an entry for each line of a record. */
const lists = new Set(['lines', 'stock', 'orderItems', 'orderProducts'])

/** The message of an event, without the record's lines if it would be too long. */
export function bodyOf(type: string, at: Date, data: object | null): string {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
  if (data === null || Buffer.byteLength(body) <= bodyMax) return body
  const head = Object.fromEntries(Object.entries(data).filter(([name]) => !lists.has(name)))
  return JSON.stringify({ type, timestamp: at.toISOString(), data: { ...head, hasMoreLines: true } })
}
