import '#web/app/page-words.ts'
import { TriangleAlert } from 'lucide-react'
import { Link, useNavigation } from 'react-router'
import type { Reply } from '#contract/endpoint.ts'
import { listPayments } from '#contract/payment-administration.ts'
import { pages } from '#contract/pages.ts'
import { formatQuantity } from '#domain/format.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { PageHead } from '#web/app/page-head.tsx'
import { type LoadPlace, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/page-loader.ts'
import { Price } from '#web/app/price.tsx'
import { Pagination } from '#web/catalog/list-pagination.tsx'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-payments-page.ts'
import { PaymentsFilter } from './admin-payments-filter.tsx'
import { isNarrowed, paymentsPath, queryOf } from './admin-payments-path.ts'
import { PaymentsTable } from './admin-payments-table.tsx'

const load = (ask: ServerCall, { url }: LoadPlace) => ask(listPayments, queryOf(url))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const place = { page: pages.adminPayments, names: ['state', 'kind', 'from', 'to', 'q'] }

type List = Reply<typeof listPayments>

/** Card payments of all dealers, for staff. */
export default function AdminPaymentsPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isLoading = useNavigation().state === 'loading'
  const title = t('administration.payments.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead
        title={title}
        description={t('administration.payments.description')}
        canonical={pages.adminPayments}
        noIndex
      />
      <div className="flex max-w-420 flex-col gap-4">
        <AttentionStrip list={list} />
        <PaymentsFilter list={list} />
        <div aria-busy={isLoading} className={classes('flex flex-col gap-3', isLoading && 'opacity-60')}>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <Sums list={list} />
            <ExportButtons name="payments" {...{ place, list }} />
          </div>
          <Rows list={list} />
        </div>
      </div>
    </AdminFrame>
  )
}

/** Payments that wait for a person, unless the list shows them anyway. */
function AttentionStrip({ list: { attentionCount, state } }: { list: List }) {
  const { t } = useTranslation()
  if (attentionCount === 0 || state === 'attention') return null
  return (
    <MessageStrip
      tone="warning"
      actions={
        <Link to={paymentsPath({ state: 'attention' })} className={buttonClasses('outline', 'md')}>
          <TriangleAlert size={14} aria-hidden="true" /> {t('administration.payments.showAttention')}
        </Link>
      }
    >
      {t('administration.payments.waiting', { count: attentionCount, number: formatQuantity(attentionCount) })}
    </MessageStrip>
  )
}

/** Over everything that the filters leave, not only over this page. */
function Sums({ list: { total, captured, refunded } }: { list: List }) {
  const { t } = useTranslation()
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">
      <div className="flex gap-1.5">
        <dt className="text-ink-2">{t('administration.payments.sums.count')}</dt>
        <dd className="font-semibold">{formatQuantity(total)}</dd>
      </div>
      {(
        [
          ['administration.payments.sums.captured', captured],
          ['administration.payments.sums.refunded', refunded],
        ] as const
      ).map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-ink-2">{t(name)}</dt>
          <dd className="font-semibold">
            <Price value={value} currency="TRY" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Rows({ list }: { list: List }) {
  const { t } = useTranslation()
  const { items, total, page, pages: count } = list
  if (items.length > 0) {
    return (
      <>
        <PaymentsTable items={items} />
        <Pagination page={page} pages={count} to={(number) => paymentsPath({ ...list, page: number })} />
      </>
    )
  }
  if (total === 0 && !isNarrowed(list)) {
    return (
      <EmptyState title={t('administration.payments.empty.title')} text={t('administration.payments.empty.text')} />
    )
  }
  return (
    <EmptyState
      title={t(total > 0 ? 'administration.payments.empty.page' : 'administration.payments.empty.nothing')}
      actions={
        <Link
          to={total > 0 ? paymentsPath({ ...list, page: 1 }) : paymentsPath({})}
          className={buttonClasses('outline', 'card')}
        >
          {t(total > 0 ? 'administration.payments.empty.first' : 'administration.payments.empty.all')}
        </Link>
      }
    />
  )
}
