import type { listOrderChoice } from '#contract/admin/order-bulk.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { parseOrderListQuery } from './administration-filter.ts'
import { findForFilter, findOrderIds, loadOrderRows, sumOrders } from './administration-queries.ts'

/** The first orders of a list with these filters, and how many match. */
export async function findChoice(
  pool: Pool,
  query: Input<typeof listOrderChoice>['query'],
  limit: number,
): Promise<Reply<typeof listOrderChoice>> {
  const { sort, page: _page, limit: _limit, ...filter } = parseOrderListQuery(query)
  const found = await findForFilter(pool, filter)
  const [ids, { total }] = await Promise.all([
    findOrderIds(pool, found, sort, { limit, offset: 0 }),
    sumOrders(pool, found),
  ])
  const rows = await loadOrderRows(pool, ids)
  return {
    orders: rows.map(({ id, order_no: orderNo, dealer_code: dealerCode, state }) => ({
      id,
      orderNo,
      dealerCode,
      state,
    })),
    total,
  }
}
