import '#web/app/page-words.ts'
import { getReport } from '#contract/admin/reports.ts'
import { reportOfSlug, reportPath } from '#contract/core/admin-pages.ts'
import { data, redirect } from 'react-router'
import { reportNames, slowCoverDays } from '#domain/reports/reports.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { ListFrame } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/report-page.ts'
import { ReportChart } from './report-chart.tsx'
import { ReportFilter } from './report-filter.tsx'
import { filtersOf, placeOf, type Report, viewOf } from './report-place.ts'
import { ReportTable } from './report-table.tsx'
import { SavedViews } from './saved-views.tsx'
import { useCellFormat } from './use-cell-format.ts'

const load = (api: ServerCall, { params, url }: PageLocation<{ params: { report?: string } }>) => {
  if (params.report === undefined) throw redirect(reportPath('sales'))
  const report = reportOfSlug(params.report)
  if (report === undefined) throw data(null, { status: 404 })
  return api(getReport, { params: { report }, ...queryOf(url, filtersOf(report)) })
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Reports: sales, lost demand, ageing of debts, stock. */
export default function ReportPage({ loaderData: report }: Route.ComponentProps) {
  const { t } = useTranslation()
  const place = placeOf(report)
  const view = viewOf(report)
  return (
    <ListFrame
      place={place}
      list={{ ...view, items: report.items, total: report.total, pages: report.pages }}
      noun="reports"
      filter={
        <>
          <PageTabs
            label={t('administration.reports.tabs')}
            tabs={reportNames.map((name) => ({
              page: reportPath(name),
              label: t(`administration.reports.names.${name}`),
            }))}
          />
          <SavedViews report={report} />
          <ReportFilter key={report.report} report={report} />
          <p className="max-w-3xl text-13 text-ink-2">
            {t(`administration.reports.notes.${report.report}`, { days: slowCoverDays })}
          </p>
        </>
      }
      head={
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <Sums report={report} />
            <ExportButtons name={`${report.report}Report`} place={place} list={{ ...view, total: report.total }} />
          </div>
          <ReportChart report={report} />
        </>
      }
    >
      <ReportTable report={report} />
    </ListFrame>
  )
}

/** The period, and the sums over all rows. */
function Sums({ report }: { report: Report }) {
  const { t } = useTranslation()
  const format = useCellFormat()
  const { from, to, columns, sums } = report
  return (
    <ListSums>
      <ListSum name={t(`administration.reports.${report.report === 'ageing' ? 'asOf' : 'period'}`)}>
        {from === to ? formatDay(to) : `${formatDay(from)} – ${formatDay(to)}`}
      </ListSum>
      {columns.map(({ name, kind }, at) => {
        const sum = sums[at] ?? null
        return sum === null ? null : (
          <ListSum key={name} name={t(`administration.reports.columns.${name}`)}>
            {format(sum, kind)}
          </ListSum>
        )
      })}
    </ListSums>
  )
}
