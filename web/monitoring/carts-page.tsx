import { adminCartsPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { urlOf } from '#contract/core/endpoint.ts'
import { cartsState, listCarts } from '#contract/admin/monitoring.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { callContext } from '#web/app/data/call-context.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { signInOrThrow } from '#web/app/data/page-loader.ts'
import { Pagination } from '#web/app/page/pagination.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/carts-page.ts'
import { CartCard } from './cart-card.tsx'
import { useCartChanges } from './use-cart-changes.ts'

function pageOf(url: string): number {
  const text = new URL(url).searchParams.get('page') ?? ''
  return /^\d{1,6}$/.test(text) ? Math.max(1, Number(text)) : 1
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const api = context.get(callContext)
  const page = pageOf(request.url)
  try {
    const [state, carts] = await Promise.all([api(cartsState), api(listCarts, { query: { page: String(page) } })])
    return { state, carts, page }
  } catch (error) {
    return signInOrThrow(error, request.url)
  }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const page = pageOf(request.url)
  try {
    // Reads the state first: a change in between is found by the next poll.
    const state = await call(cartsState)
    return { state, carts: await call(listCarts, { query: { page: String(page) } }), page }
  } catch (error) {
    return signInOrThrow(error, request.url)
  }
}

const pathOf = (page: number) => urlOf(adminCartsPath, {}, { page: page === 1 ? undefined : page })

/** Customers' carts, live (specification, checkout, section 2). */
export default function CartsPage({ loaderData: { state, carts, page } }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const isLost = useCartChanges(state.version)
  const title = t('monitoring.carts.title')
  const shown = Object.entries(carts)
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('monitoring.carts.description')} canonical={adminCartsPath} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        {isLost && (
          <MessageStrip tone="warning" role="status">
            {t('monitoring.carts.lost')}
          </MessageStrip>
        )}
        {state.total > 0 && (
          <p className="text-13 text-ink-2">
            {t('monitoring.carts.total', { count: state.total, number: formatQuantity(state.total) })}
          </p>
        )}
        {shown.length > 0 ? (
          <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
            {shown.map(([key, cart]) => (
              <CartCard key={key} cartKey={key} cart={cart} />
            ))}
          </div>
        ) : state.total === 0 ? (
          <EmptyState title={t('monitoring.carts.empty')} />
        ) : (
          <EmptyState
            title={t('monitoring.carts.emptyPage')}
            actions={
              <AreaLink isAction to={pathOf(1)} className={buttonClasses('outline', 'card')}>
                {t('monitoring.carts.firstPage')}
              </AreaLink>
            }
          />
        )}
        <Pagination page={page} pages={state.pages} to={pathOf} />
      </div>
    </AdminFrame>
  )
}
