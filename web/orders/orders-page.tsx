import '#web/app/page-words.ts'
import { useLocation } from 'react-router'
import { listOrders } from '#contract/shop/orders.ts'
import { pages } from '#contract/core/pages.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { Pagination } from '#web/app/page/pagination.tsx'
import { UnreadStrip } from '#web/notes/unread-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/orders-page.ts'
import { NoOrders } from './no-orders.tsx'
import { ordersPath } from './orders-path.ts'
import { OrdersTable } from './orders-table.tsx'
import { OrdersToolbar } from './orders-toolbar.tsx'

/** Without lines, which are loaded when an order is opened. */
function inputOf(url: string) {
  const search = new URL(url).searchParams
  const values = ['page', 'sort', 'status', 'range', 'from', 'to', 'q'].flatMap((key) => {
    const value = search.get(key)
    return value === null ? [] : [[key, value.slice(0, 200)]]
  })
  return { query: { ...Object.fromEntries(values), lines: '0' } }
}

const load = (api: ServerCall, { url }: PageLocation) => api(listOrders, inputOf(url))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The dealer's orders as a table; an opened order shows its lines. */
export default function OrdersPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { search } = useLocation()
  useFollow(list, () => call(listOrders, inputOf(`http://shop${pages.orders}${search}`)))
  return (
    <div className="page-width py-5">
      <PageHead title={t('orders.title')} description={t('orders.description')} canonical={pages.orders} noIndex />
      <OrdersToolbar list={list} />
      <UnreadStrip kind="order" />
      {list.items.length === 0 ? <NoOrders list={list} /> : <OrdersTable orders={list.items} />}
      <Pagination page={list.page} pages={list.pages} to={(page) => ordersPath({ ...list, page })} />
    </div>
  )
}
