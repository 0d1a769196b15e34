import type { EventType } from '#contract/integration/event-types.ts'
import {
  cancellationFeed,
  dealerFeed,
  faultReportFeed,
  feedPage,
  feedPageMax,
  getOrderRecord,
  offerFeed,
  orderFeed,
  paymentFeed,
  refundFeed,
} from '#contract/integration/feeds.ts'
import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { cursorOf, parseCursor, readEvents } from './events.ts'
import {
  loadCancellations,
  loadDealers,
  loadFaultReports,
  loadOffers,
  loadOrders,
  loadPayments,
  loadRefunds,
} from './records.ts'

/** Registers the feeds of the integration API. */
export function registerFeeds(calls: Calls, pool: Pool): void {
  const feed = <Record>(types: readonly EventType[], load: Loader<Record>) => {
    return ({ query }: { query: FeedQuery }) => readFeed(pool, query, types, load)
  }
  handle(calls, orderFeed, feed(['order.created'], loadOrders))
  handle(calls, cancellationFeed, feed(['order.cancelled'], loadCancellations))
  handle(calls, paymentFeed, feed(['payment.captured'], loadPayments))
  handle(calls, refundFeed, feed(['payment.refunded'], loadRefunds))
  handle(calls, offerFeed, feed(['offer.created', 'offer.accepted', 'offer.cancelled'], loadOffers))
  handle(calls, dealerFeed, feed(['dealer.created', 'dealer.changed'], loadDealers))
  handle(calls, faultReportFeed, feed(['fault_report.created', 'fault_report.changed'], loadFaultReports))
  handle(calls, getOrderRecord, async ({ params }) => {
    const found = await pool.one<{ id: number }>('SELECT id FROM orders WHERE order_no = $1', [params.orderNo])
    const [order] = found === undefined ? [] : await loadOrders(pool, [found.id])
    return order?.record ?? refuse('order_not_found')
  })
}

type Loader<Record> = (db: Db, ids: readonly number[]) => Promise<{ id: number; record: Record }[]>
type FeedQuery = { cursor?: string | undefined; limit?: string | undefined }

async function readFeed<Record>(
  pool: Pool,
  { cursor, limit: wanted }: FeedQuery,
  types: readonly EventType[],
  load: Loader<Record>,
) {
  const limit = parseLimit(wanted)
  if (isRefusal(limit)) return limit
  const after = await parseCursor(pool, cursor)
  if (isRefusal(after)) return after
  const events = await readEvents(pool, types, after, limit + 1)
  const page = events.slice(0, limit)
  const records = new Map((await load(pool, [...new Set(page.map(({ subject_id }) => subject_id))])).map(toEntry))
  const last = page.at(-1)
  return {
    // A record that was removed since has nothing to show.
    items: page.flatMap(({ seq, type, subject_id, at }) => {
      const record = records.get(subject_id)
      return record === undefined ? [] : [{ cursor: cursorOf(seq), event: type, at: at.toISOString(), record }]
    }),
    cursor: last === undefined ? cursor || null : cursorOf(last.seq),
    hasMore: events.length > limit,
  }
}

const toEntry = <Record>({ id, record }: { id: number; record: Record }) => [id, record] as const

function parseLimit(text: string | undefined): number | Refusal {
  if (text === undefined || text === '') return feedPage
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= feedPageMax) return limit
  return { ...refuse('validation_failed'), fields: { limit: 'invalid' } }
}
