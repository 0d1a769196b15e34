import { AreaLink } from '#web/administration/area-link.tsx'
import type { ReportRow } from '#contract/admin/reports.ts'
import { isSortable } from '#domain/reports/reports.ts'
import { formatRowName } from '#domain/reports/format-report.ts'
import { SortHead } from '#web/administration/sort-head.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { placeOf, type Report, viewOf } from './report-place.ts'
import { rowPath } from './row-path.ts'
import { useCellFormat } from './use-cell-format.ts'

/** The rows of a report. Each leads to what it sums up, where there is a list of it. */
export function ReportTable({ report }: { report: Report }) {
  const { t } = useTranslation()
  const title = (name: string) => t(`administration.reports.columns.${name}`)
  const heads = { place: placeOf(report), list: viewOf(report) }
  return (
    <CardTable
      label={t(`administration.reports.names.${report.report}`)}
      below="xl"
      head={
        <>
          <SortHead {...heads} field="name" className="w-full pl-4">
            {t(`administration.reports.by.${report.report === 'stock' ? 'product' : report.by}`)}
          </SortHead>
          {report.columns.map((column) =>
            isSortable(column) ? (
              <SortHead key={column.name} {...heads} field={column.name} align="right" className="last:pr-4">
                {title(column.name)}
              </SortHead>
            ) : (
              <HeadCell key={column.name} align="right" className="last:pr-4">
                {title(column.name)}
              </HeadCell>
            ),
          )}
        </>
      }
    >
      {report.items.map((row) => (
        <Row key={row.key} report={report} row={row} title={title} />
      ))}
    </CardTable>
  )
}

function Row({ report, row, title }: { report: Report; row: ReportRow; title(name: string): string }) {
  const format = useCellFormat()
  const nameOf = useRowName(report)
  const path = rowPath(report, row)
  return (
    <tr data-testid="report-row" className={`${cardRow.xl} max-xl:grid-cols-2 max-sm:grid-cols-1`}>
      <Cell className="max-xl:col-span-full max-xl:px-0 xl:pl-4">
        {path === null ? (
          <span className="font-medium">{nameOf(row)}</span>
        ) : (
          <AreaLink to={path} className="font-medium after:absolute after:inset-0 hover:underline">
            {nameOf(row)}
          </AreaLink>
        )}
        {row.code !== '' && <span className="code block text-12 text-ink-2">{row.code}</span>}
      </Cell>
      {report.columns.map(({ name, kind }, at) => {
        const cell = row.cells[at] ?? null
        return (
          <Cell
            key={name}
            align="right"
            className="whitespace-nowrap tabular-nums max-xl:flex max-xl:justify-between max-xl:gap-2 max-xl:px-0 xl:last:pr-4"
          >
            <span className="text-12 text-ink-2 xl:hidden">{title(name)}</span>
            {cell === null ? '–' : format(cell, kind)}
          </Cell>
        )
      })}
    </tr>
  )
}

/** The name of a row: a day, a month, or a name; a text for what has none. */
export function useRowName({ by }: Pick<Report, 'by'>): (row: Pick<ReportRow, 'name'>) => string {
  const { t, language } = useTranslation()
  return ({ name }) => (name === '' ? t(`administration.reports.none.${by}`) : formatRowName(name, by, language))
}
