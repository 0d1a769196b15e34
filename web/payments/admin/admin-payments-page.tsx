import { adminBankFindingsPath, paymentsBoardPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { Activity, TriangleAlert } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import type { Reply } from '#contract/core/endpoint.ts'
import { listPayments } from '#contract/admin/payments.ts'
import { pages } from '#contract/core/pages.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { listPath, queryOf } from '#web/administration/list-address.ts'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { lira } from '#domain/money/money.ts'
import { Price } from '#web/app/price.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-payments-page.ts'
import { PaymentsFilter } from './admin-payments-filter.tsx'
import { PaymentsTable } from './admin-payments-table.tsx'

const place: ListPlace = { page: pages.adminPayments, names: ['state', 'kind', 'from', 'to', 'q'] }

const load = (api: ServerCall, { url }: PageLocation) => api(listPayments, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type List = Reply<typeof listPayments>

/** Card payments of all dealers. */
export default function AdminPaymentsPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const textOf = (name: string) => t(`administration.payments.sums.${name}`)
  const sums = list.sums.length > 0 ? list.sums : [{ currency: lira, captured: 0, refunded: 0 }]
  return (
    <ListFrame
      place={place}
      list={list}
      noun="payments"
      filter={
        <>
          <AttentionStrip list={list} />
          <FindingsStrip count={list.findingCount} />
          <PaymentsFilter place={place} list={list} />
        </>
      }
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ListSums>
            <ListSum name={textOf('count')}>{formatQuantity(list.total)}</ListSum>
            {/* Over all filtered payments, not only this page. */}
            {(['captured', 'refunded'] as const).map((kind) => (
              <ListSum key={kind} name={textOf(kind)}>
                <span className="flex flex-wrap gap-x-3">
                  {sums.map((sum) => (
                    <Price key={sum.currency} value={sum[kind]} currency={sum.currency} />
                  ))}
                </span>
              </ListSum>
            ))}
          </ListSums>
          <span className="flex flex-wrap items-center gap-2">
            <AreaLink isAction to={paymentsBoardPath} className={buttonClasses('outline', 'md')}>
              <Activity size={16} aria-hidden="true" /> {t('administration.paymentsBoard.title')}
            </AreaLink>
            <ExportButtons name="payments" place={place} list={list} />
          </span>
        </div>
      }
    >
      <PaymentsTable place={place} list={list} />
    </ListFrame>
  )
}

/** Transactions of the banks' lists that the books lack. */
function FindingsStrip({ count }: { count: number }) {
  const { t, formatQuantity } = useTranslation()
  if (count === 0) return null
  return (
    <MessageStrip
      tone="warning"
      actions={
        <AreaLink isAction to={adminBankFindingsPath} className={buttonClasses('outline', 'md')}>
          {t('administration.bankFindings.show')}
        </AreaLink>
      }
    >
      {t('administration.bankFindings.open', { count, number: formatQuantity(count) })}
    </MessageStrip>
  )
}

/** Payments that need attention, unless the list shows them anyway. */
function AttentionStrip({ list: { attentionCount, state } }: { list: List }) {
  const { t, formatQuantity } = useTranslation()
  if (attentionCount === 0 || state === 'attention') return null
  return (
    <MessageStrip
      tone="warning"
      actions={
        <AreaLink
          isAction
          to={listPath(place.page, { state: 'attention' }, place.names)}
          className={buttonClasses('outline', 'md')}
        >
          <TriangleAlert size={14} aria-hidden="true" /> {t('administration.payments.showAttention')}
        </AreaLink>
      }
    >
      {t('administration.payments.waiting', { count: attentionCount, number: formatQuantity(attentionCount) })}
    </MessageStrip>
  )
}
