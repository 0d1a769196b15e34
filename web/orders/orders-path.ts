import { urlOf } from '#contract/core/endpoint.ts'
import type { OrderRange, OrderSort, OrderStatus } from '#contract/shop/orders.ts'
import { pages } from '#contract/core/pages.ts'

export type OrdersView = {
  page: number
  sort: OrderSort
  status: OrderStatus | null
  /** Instead of `from` and `to`. */
  range: OrderRange | null
  from: string | null
  to: string | null
  q: string
}

/** Address of a list of orders, or of its file; default values are left out. */
export function ordersPath(view: OrdersView, path: string = pages.orders): string {
  const { page, sort, status, range, q } = view
  const { from, to } = range === null ? view : { from: null, to: null }
  return urlOf(
    path,
    {},
    { q, status, range, from, to, sort: sort === '-date' ? '' : sort, page: page === 1 ? '' : page },
  )
}

/** Whether a filter is set. */
export const isNarrowed = ({ q, status, from, to }: OrdersView): boolean =>
  q !== '' || status !== null || from !== null || to !== null
