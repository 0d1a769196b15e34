import { lira } from '#domain/money/money.ts'
import type { CellKind } from '#domain/reports/reports.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** Formats the figures of reports. */
export function useCellFormat(): (cell: number | string, kind: CellKind) => string {
  const { formatMoney, formatNumber, formatQuantity } = useTranslation()
  return (cell, kind) => {
    if (kind === 'day') return formatDay(String(cell))
    if (kind === 'money') return formatMoney(Number(cell), lira)
    if (kind === 'percent') return `%${formatNumber(cell, 1)}`
    return formatQuantity(Number(cell))
  }
}
