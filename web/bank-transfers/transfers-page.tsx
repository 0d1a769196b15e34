import '#web/app/page-words.ts'
import { ReceiptText } from 'lucide-react'
import { useSearchParameters } from '#web/app/use-search-parameters.ts'
import { Link } from '#web/ui/link.tsx'
import { urlOf } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import { transfersPath } from '#contract/core/transfer-paths.ts'
import { getOrderSummary } from '#contract/shop/orders.ts'
import { getOpenDebts } from '#contract/shop/statement.ts'
import { listTransfers } from '#contract/shop/transfers.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/transfers-page.ts'
import { StoreAccounts } from './store-accounts.tsx'
import { TransferForm } from './transfer-form.tsx'
import { TransfersTable } from './transfers-table.tsx'

/** Loads the dealer's notices, and the debts or the order of the address that a new one pays. */
async function load(api: ServerCall, { url }: PageLocation) {
  const query = new URL(url).searchParams
  const ids = query.get('debts')?.slice(0, 4000) ?? ''
  const number = query.get('order')?.slice(0, 40)
  const [list, debts, order] = await Promise.all([
    api(listTransfers, { query: { page: query.get('page')?.slice(0, 10) } }),
    ids === '' ? { items: [], total: 0 } : api(getOpenDebts, { query: { ids } }),
    number === undefined || number === '' ? null : api(getOrderSummary, { query: { order: number } }),
  ])
  return { list, debts, order: order && { number: order.orderNo, total: order.totalTry ?? 0 } }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Bank transfers that the dealer reports, and what became of them. */
export default function TransfersPage({ loaderData: { list, debts, order } }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const { user } = useVisitor()
  const query = useSearchParameters()
  const mayReport = user?.permissions.includes('pay') === true && list.accounts.length > 0
  const title = t('transfers.title')
  return (
    <div className="page-width flex flex-col gap-4 py-5">
      <PageHead title={title} description={t('transfers.description')} canonical={transfersPath} noIndex />
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-20 font-semibold">{title}</h1>
        {list.total > 0 && (
          <span className="text-14 text-ink-2">
            {t('transfers.reported', { count: list.total, number: formatQuantity(list.total) })}
          </span>
        )}
        <Link to={pages.statement} className={buttonClasses('outline', 'md', 'ml-auto')}>
          <ReceiptText size={16} aria-hidden="true" /> {t('shell.statement')}
        </Link>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <StoreAccounts {...list} />
        {/* Another choice of debts or another order starts a new form. */}
        {mayReport && <TransferForm key={query.toString()} accounts={list.accounts} debts={debts} order={order} />}
      </div>
      {list.items.length === 0 ? (
        <NoTransfers isPage={list.total > 0} />
      ) : (
        <TransfersTable items={list.items} label={title} />
      )}
      <Pagination
        page={list.page}
        pages={list.pages}
        to={(page) => urlOf(transfersPath, {}, { page: page === 1 ? undefined : page })}
      />
    </div>
  )
}

function NoTransfers({ isPage }: { isPage: boolean }) {
  const { t } = useTranslation()
  if (!isPage) return <EmptyState title={t('transfers.empty.title')} text={t('transfers.empty.text')} />
  return (
    <EmptyState
      title={t('transfers.empty.page')}
      actions={
        <Link to={transfersPath} className={buttonClasses('outline', 'card')}>
          {t('transfers.empty.first')}
        </Link>
      }
    />
  )
}
