import { useMemo } from 'react'
import { isByTime } from '#domain/reports/reports.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Report } from './report-place.ts'
import { shortDay } from './short-day.ts'
import { SalesChart } from './sales-chart.tsx'
import { useCellFormat } from './use-cell-format.ts'
import { useRowName } from './report-table.tsx'

/** A line over time, otherwise bars of the first rows of the table. The table has the same figures for screen readers. */
export function ReportChart({ report }: { report: Report }) {
  const { t } = useTranslation()
  const format = useCellFormat()
  const nameOf = useRowName(report)
  const points = useMemo(() => report.chart.map(({ key, value }) => ({ label: shortDay(key), value })), [report.chart])
  const main = report.columns.find(({ name }) => name === report.charted)
  const max = Math.max(...report.chart.map(({ value }) => value))
  if (main === undefined || report.chart.length < 2 || max <= 0) return null
  return (
    <figure className="rounded-panel border border-line bg-surface p-4">
      <figcaption className="pb-2 text-13 font-medium">{t(`administration.reports.columns.${main.name}`)}</figcaption>
      {isByTime(report.by) ? (
        <SalesChart points={points} />
      ) : (
        <ul aria-hidden="true" className="grid gap-1.5 text-13">
          {report.chart
            .filter(({ value }) => value > 0)
            .map((row) => (
              <li
                key={row.key}
                className="grid grid-cols-[minmax(6rem,14rem)_1fr_auto] items-center gap-3 max-sm:grid-cols-[1fr_auto] max-sm:gap-y-0.5"
              >
                <span className="truncate">{nameOf(row)}</span>
                <span className="max-sm:order-3 max-sm:col-span-2">
                  <span
                    className="block h-3 rounded-control bg-brand"
                    style={{ width: `${Math.max(0, (row.value / max) * 100)}%` }}
                  />
                </span>
                <span className="text-right tabular-nums">{format(row.value, main.kind)}</span>
              </li>
            ))}
        </ul>
      )}
    </figure>
  )
}
