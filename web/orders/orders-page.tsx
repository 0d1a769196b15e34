import '#web/app/page-words.ts'
import { listOrders } from '#contract/orders.ts'
import { pages } from '#contract/pages.ts'
import { call } from '#web/app/call.ts'
import { callContext } from '#web/app/call-context.ts'
import { PageHead } from '#web/app/page-head.tsx'
import { signInOrThrow } from '#web/cart/sign-in-redirect.ts'
import { Pagination } from '#web/catalog/list-pagination.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/orders-page.ts'
import { NoOrders } from './no-orders.tsx'
import { ordersPath } from './orders-path.ts'
import { OrdersTable } from './orders-table.tsx'
import { OrdersToolbar } from './orders-toolbar.tsx'

/** Lines come when an order is opened. */
function inputOf(url: string) {
  const search = new URL(url).searchParams
  const said = ['page', 'sort', 'from', 'to', 'q'].flatMap((key) => {
    const value = search.get(key)
    return value === null ? [] : [[key, value.slice(0, 200)]]
  })
  return { query: { ...Object.fromEntries(said), lines: '0' } }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  return context
    .get(callContext)(listOrders, inputOf(request.url))
    .catch((error: unknown) => signInOrThrow(error, request.url))
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listOrders, inputOf(request.url)).catch((error: unknown) => signInOrThrow(error, request.url))
}

/** The dealer's orders: a table, and below an opened one its lines. */
export default function OrdersPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <div className="page-width py-5">
      <PageHead title={t('orders.title')} description={t('orders.description')} canonical={pages.orders} noIndex />
      <OrdersToolbar list={list} />
      {list.items.length === 0 ? <NoOrders list={list} /> : <OrdersTable orders={list.items} />}
      <Pagination page={list.page} pages={list.pages} to={(page) => ordersPath({ ...list, page })} />
    </div>
  )
}
