import type { ReportRow } from '#contract/admin/reports.ts'
import { adminMissedSearchesPath, reportPath } from '#contract/core/admin-pages.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { adminProductPath, adminStatementPath } from '#contract/core/record-paths.ts'
import { addDays } from '#domain/text/calendar-day.ts'
import { listPath } from '#web/administration/list-address.ts'
import { salesPath } from './order-list-path.ts'
import { placeOf, type Report, viewOf } from './report-place.ts'

/** Where a row leads to: the orders, the product, the account, or the same report by a finer grouping; null if nowhere. */
export function rowPath(report: Report, { key, name, code }: ReportRow): string | null {
  const { from, to, by } = report
  if (report.report === 'ageing' && by === 'dealer') return adminStatementPath(Number(key))
  if (report.report === 'lost' && by === 'search') return urlOf(adminMissedSearchesPath, {}, { q: name })
  switch (by) {
    case 'day':
      return salesPath({ from: key, to: key })
    case 'month': {
      const [first, last] = [`${key}-01`, lastDayOf(key)]
      return salesPath({ from: first < from ? from : first, to: last > to ? to : last })
    }
    case 'dealer':
      return salesPath({ dealer: code, from, to })
    case 'brand':
      return name === '' ? null : narrower(report, { by: 'product', brand: name })
    case 'category':
      return name === '' ? null : narrower(report, { by: 'product', category: name.split(' › ').at(-1) })
    case 'region':
      return name === '' ? null : narrower(report, { by: 'dealer', region: name })
    case 'representative':
      return null
    default:
      return /^\d+$/.test(key) ? adminProductPath(Number(key)) : null
  }
}

function lastDayOf(month: string): string {
  const next = new Date(`${month}-28T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 4)
  return addDays(`${next.toISOString().slice(0, 7)}-01`, -1)
}

function narrower(report: Report, filters: Record<string, string | undefined>): string {
  const { page, names } = placeOf(report)
  return listPath(page ?? reportPath(report.report), { ...viewOf(report), ...filters, sort: '', page: 1 }, names)
}
