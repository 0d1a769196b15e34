import { type AdminOrderSort, adminOrderSorts, adminOrderStates, type listAllOrders } from '#contract/admin/orders.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { parsePeriod } from '#domain/text/calendar-day.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { AdminOrderFilter } from './administration-queries.ts'

type OrderListQuery = AdminOrderFilter & { sort: AdminOrderSort; page: number; limit: number }

/** Parses the list's query. Invalid values are ignored. */
export function parseOrderListQuery(query: Input<typeof listAllOrders>['query']): OrderListQuery {
  return {
    ...parsePaging(query),
    sort: adminOrderSorts.find((sort) => sort === query.sort) ?? '-date',
    q: cleanText(query.q).toUpperCase(),
    dealer: cleanText(query.dealer),
    product: cleanText(query.product),
    state: adminOrderStates.find((state) => state === query.state) ?? null,
    ...parsePeriod(query),
  }
}
