import { formatCell } from '#domain/reports/format-report.ts'
import type { CellKind } from '#domain/reports/reports.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** Formats the figures of reports. */
export function useCellFormat(): (cell: number | string, kind: CellKind) => string {
  const { t, ...formats } = useTranslation()
  const percent = (number: string) => t('administration.reports.percent', { percent: number })
  return (cell, kind) => formatCell(formats, percent, cell, kind)
}
