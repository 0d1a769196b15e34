import { lira } from '#domain/money/money.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import type { Formats } from '#domain/text/format.ts'
import type { CellKind, Grouping } from './reports.ts'

/** The figure of a report as a page or an email shows it. `percent` adds the sign to a number. */
export function formatCell(
  { formatMoney, formatNumber, formatQuantity }: Formats,
  percent: (number: string) => string,
  cell: number | string,
  kind: CellKind,
): string {
  if (kind === 'day') return formatDay(String(cell))
  if (kind === 'money') return formatMoney(cell, lira)
  if (kind === 'percent') return percent(formatNumber(cell, 1))
  return formatQuantity(cell)
}

/** The name of a row of a report: a day, a month with its year, or the name itself. */
export function formatRowName(name: string, by: Grouping, language: string): string {
  if (by === 'day') return formatDay(name)
  if (by !== 'month') return name
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return month.format(new Date(`${name}-01T00:00:00Z`))
}
