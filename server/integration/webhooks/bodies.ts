import type { EventType } from '#contract/integration/event-types.ts'
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
import { loadImports, loadStock } from './further-records.ts'

/** Receivers expect small messages (Standard Webhooks 1.0.0): longer ones go without their lines. */
export const bodyMax = 20_000

type Loader = (db: Db, ids: readonly number[]) => Promise<{ id: number; record: object }[]>
const loaders: Record<EventType, Loader> = {
  'order.created': loadOrders,
  'order.cancelled': loadCancellations,
  'order.acknowledged': loadOrders,
  'payment.captured': loadPayments,
  'payment.unknown': loadPayments,
  'payment.refunded': loadRefunds,
  'offer.created': loadOffers,
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

/** The bodies of deliveries by their id, with each record as it is now. A record that no longer exists is null. */
export async function makeBodies(db: Db, deliveries: readonly ToSend[]): Promise<Map<number, string>> {
  const bodies = new Map<number, string>()
  for (const [type, of] of Map.groupBy(deliveries, (each) => each.type)) {
    const rows = await loaders[type](db, [...new Set(of.map(({ subjectId }) => subjectId))])
    const records = new Map(rows.map(({ id, record }) => [id, record]))
    for (const { id, subjectId, at } of of) bodies.set(id, bodyOf(type, at, records.get(subjectId) ?? null))
  }
  return bodies
}

/** The message of an event, without the record's lines if it would be too long. */
export function bodyOf(type: string, at: Date, data: object | null): string {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
  if (data === null || Buffer.byteLength(body) <= bodyMax) return body
  const { lines: _lines, stock: _stock, ...head } = data as { lines?: unknown; stock?: unknown }
  return JSON.stringify({ type, timestamp: at.toISOString(), data: { ...head, hasMoreLines: true } })
}
