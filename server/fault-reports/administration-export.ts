import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { columnsOf, type ExportColumn, type ExportSource, rowsOf } from '#server/exports/exports.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { parseReportListQuery } from './list-reports.ts'
import { type ExportedRow, findReportIds, loadReports } from './report-rows.ts'

/** The fault report list of all dealers as a file. */
export function faultReportsExport(pool: Pool): ExportSource {
  return {
    name: 'faultReports',
    page: pages.adminFaultReports,
    area: 'orders',
    fileName: 'ariza-bildirimleri',
    sheet: (locale) => ({
      name: translate(locale, 'administration.faultReports.title'),
      columns: columnsOf(columns, (name) => translate(locale, `administration.exports.faultReports.${name}`)),
    }),
    async open(query, locale) {
      const ids = await findReportIds(pool, parseReportListQuery(null, query))
      return rowsOf(ids, async (part) => (await loadReports(pool, part)).map((row) => cellsOf(row, locale)))
    },
  }
}

const columns: ExportColumn[] = [
  ['number', 'text', 16],
  ['date', 'day', 12],
  ['state', 'text', 18],
  ['dealerCode', 'text', 14],
  ['dealer', 'text', 40],
  ['creator', 'text', 24],
  ['productCode', 'text', 20],
  ['product', 'text', 40],
  ['serialNo', 'text', 20],
  ['description', 'text', 50],
  ['contactName', 'text', 24],
  ['contactPhone', 'text', 18],
  ['contactEmail', 'text', 28],
  ['photos', 'number', 10],
  ['note', 'text', 40],
]

function cellsOf(row: ExportedRow, locale: Locale): XlsxCell[] {
  return [
    row.report_no,
    dayInTurkey(row.created_at),
    translate(locale, `faultReport.states.${row.state}`),
    row.dealer_code,
    row.dealer,
    row.creator,
    row.product_code,
    row.product_name,
    row.serial_no,
    row.description,
    row.contact_name,
    row.contact_phone,
    row.contact_email,
    row.photo_count,
    row.note,
  ]
}
