import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { listFaultReports } from '#contract/shop/fault-reports.ts'
import { pages } from '#contract/core/pages.ts'
import { faultReportPath } from '#contract/core/record-paths.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Pagination } from '#web/app/page/pagination.tsx'
import { UnreadStrip } from '#web/notes/unread-strip.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/reports-page.ts'
import { ReportsFilter } from './reports-filter.tsx'
import { isNarrowed, queryOf, reportsPath } from './reports-path.ts'
import { ReportsTable } from './reports-table.tsx'

const load = (api: ServerCall, { url }: PageLocation) => api(listFaultReports, queryOf(url))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The dealer's fault reports with their states. */
export default function ReportsPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const title = t('faultReport.list.title')
  const isEmpty = list.items.length === 0
  return (
    <div className="page-width flex flex-col gap-4 py-5">
      <PageHead title={title} description={t('faultReport.list.description')} canonical={pages.faultReports} noIndex />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-20 font-semibold">{title}</h1>
        <span className="text-16 text-ink-2">
          {t('faultReport.list.count', { count: list.total, number: formatQuantity(list.total) })}
        </span>
        <Link to={pages.faultReport} className={buttonClasses('solid', 'card', 'ml-auto max-sm:w-full')}>
          <Plus size={16} aria-hidden="true" /> {t('faultReport.list.new')}
        </Link>
      </div>
      {(!isEmpty || isNarrowed(list)) && (
        <ReportsFilter
          list={list}
          base={pages.faultReports}
          label={t('faultReport.list.filter')}
          searchLabel={t('faultReport.list.apply')}
          searchHint={t('faultReport.list.search')}
          apply={t('faultReport.list.apply')}
        />
      )}
      <UnreadStrip kind="fault_report" />
      {isEmpty ? (
        <NoReports isSome={isNarrowed(list) || list.page > 1} />
      ) : (
        <ReportsTable items={list.items} label={title} pathOf={({ reportNo }) => faultReportPath(reportNo)} />
      )}
      <Pagination
        page={list.page}
        pages={list.pages}
        to={(page) => reportsPath(pages.faultReports, { ...list, page })}
      />
    </div>
  )
}

/** There are no reports yet, or none that match. */
function NoReports({ isSome }: { isSome: boolean }) {
  const { t } = useTranslation()
  return isSome ? (
    <EmptyState
      className="py-16"
      title={t('faultReport.list.nothing')}
      actions={
        <Link to={pages.faultReports} className={buttonClasses('outline', 'card')}>
          {t('faultReport.list.showAll')}
        </Link>
      }
    />
  ) : (
    <EmptyState className="py-16" title={t('faultReport.list.empty')} text={t('faultReport.list.emptyText')} />
  )
}
