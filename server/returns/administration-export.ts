import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { columnsOf, type ExportColumn, type ExportSource, rowsOf } from '#server/exports/exports.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { parseReturnFilter } from './administration.ts'
import { findReturnIds, type ListedRow, loadListed } from './return-rows.ts'

/** The list of returns of all dealers as a file. */
export function returnsExport(pool: Pool): ExportSource {
  return {
    name: 'returns',
    page: pages.adminReturns,
    area: 'orders',
    fileName: 'iadeler',
    sheet: (locale) => ({
      name: translate(locale, 'administration.returns.title'),
      columns: columnsOf(columns, (name) => translate(locale, `administration.exports.returns.${name}`)),
    }),
    async open(query, locale) {
      const ids = await findReturnIds(pool, parseReturnFilter(query), { limit: null, offset: 0 })
      return rowsOf(ids, async (part) => (await loadListed(pool, part)).map((row) => cellsOf(row, locale)))
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
  ['order', 'text', 18],
  ['reason', 'text', 20],
  ['description', 'text', 50],
  ['lines', 'number', 10],
  ['invoiceNo', 'text', 20],
]

function cellsOf(row: ListedRow, locale: Locale): XlsxCell[] {
  return [
    row.return_no,
    dayInTurkey(row.created_at),
    translate(locale, `returns.states.${row.state}`),
    row.dealer_code,
    row.dealer,
    row.creator,
    row.order_no,
    translate(locale, `returns.reasons.${row.reason}`),
    row.description,
    row.line_count,
    row.invoice_no,
  ]
}
