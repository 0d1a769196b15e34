import { urlOf } from '#contract/core/endpoint.ts'
import type { OrderSort } from '#contract/shop/orders.ts'
import { pages } from '#contract/core/pages.ts'

export type OrdersView = { page: number; sort: OrderSort; from: string | null; to: string | null; q: string }

/** Address of a list of orders; default values are left out. */
export function ordersPath({ page, sort, from, to, q }: OrdersView): string {
  return urlOf(pages.orders, {}, { q, from, to, sort: sort === '-date' ? '' : sort, page: page === 1 ? '' : page })
}
