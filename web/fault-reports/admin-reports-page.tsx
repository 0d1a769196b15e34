import '#web/app/page-words.ts'
import { useNavigation } from 'react-router'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AllFaultReports, listAllFaultReports } from '#contract/shop/fault-reports.ts'
import { pages } from '#contract/core/pages.ts'
import { adminFaultReportPath } from '#contract/core/record-paths.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Pagination } from '#web/app/page/pagination.tsx'
import { UnreadStrip } from '#web/notes/unread-strip.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-reports-page.ts'
import { ReportsFilter } from './reports-filter.tsx'
import { isNarrowed, queryOf, reportsPath } from './reports-path.ts'
import { ReportsTable } from './reports-table.tsx'

const load = (api: ServerCall, { url }: PageLocation) => api(listAllFaultReports, queryOf(url))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const base = pages.adminFaultReports
const place = { page: base, names: ['state', 'q'] }

/** Fault reports of all dealers. */
export default function AdminReportsPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const isLoading = useNavigation().state === 'loading'
  const title = t('administration.faultReports.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('administration.faultReports.description')} canonical={base} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        <NewStrip list={list} />
        <UnreadStrip kind="fault_report" />
        <ReportsFilter
          list={list}
          base={base}
          label={t('administration.faultReports.filter')}
          searchLabel={t('administration.faultReports.q')}
          searchHint={t('administration.faultReports.qHint')}
          apply={t('administration.list.apply')}
        />
        <div aria-busy={isLoading} className={classes('flex flex-col gap-3', isLoading && 'opacity-60')}>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p className="text-13 text-ink-2">
              {t('faultReport.list.count', { count: list.total, number: formatQuantity(list.total) })}
            </p>
            <ExportButtons name="faultReports" place={place} list={list} />
          </div>
          <Rows list={list} />
        </div>
      </div>
    </AdminFrame>
  )
}

/** Unread reports, unless the list shows them anyway. */
function NewStrip({ list: { newCount, state } }: { list: AllFaultReports }) {
  const { t, formatQuantity } = useTranslation()
  if (newCount === 0 || state === 'new') return null
  return (
    <MessageStrip
      tone="info"
      actions={
        <AreaLink isAction to={reportsPath(base, { state: 'new' })} className={buttonClasses('outline', 'md')}>
          {t('administration.faultReports.showNew')}
        </AreaLink>
      }
    >
      {t('administration.faultReports.waiting', { count: newCount, number: formatQuantity(newCount) })}
    </MessageStrip>
  )
}

function Rows({ list }: { list: AllFaultReports }) {
  const { t } = useTranslation()
  const { items, page, pages: count } = list
  if (items.length > 0) {
    return (
      <>
        <ReportsTable
          items={items}
          label={t('administration.faultReports.title')}
          pathOf={({ id }) => adminFaultReportPath(id)}
        />
        <Pagination page={page} pages={count} to={(to) => reportsPath(base, { ...list, page: to })} />
      </>
    )
  }
  if (!isNarrowed(list) && page === 1) {
    return (
      <EmptyState title={t('administration.faultReports.empty')} text={t('administration.faultReports.emptyText')} />
    )
  }
  return (
    <EmptyState
      title={t('faultReport.list.nothing')}
      actions={
        <AreaLink isAction to={base} className={buttonClasses('outline', 'card')}>
          {t('faultReport.list.showAll')}
        </AreaLink>
      }
    />
  )
}
