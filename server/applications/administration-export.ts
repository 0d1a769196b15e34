import { adminApplicationsPath } from '#contract/core/application-paths.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { columnsOf, type ExportColumn, type ExportSource, rowsOf } from '#server/exports/exports.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { parseApplicationFilter } from './administration.ts'
import { findApplicationIds, type ListedRow, loadListed } from './list-rows.ts'

/** The list of applications as a file. */
export function applicationsExport(pool: Pool): ExportSource {
  return {
    name: 'applications',
    page: adminApplicationsPath,
    area: 'people',
    fileName: 'bayilik-basvurulari',
    sheet: (locale) => ({
      name: translate(locale, 'administration.applications.title'),
      columns: columnsOf(columns, (name) => translate(locale, `administration.exports.applications.${name}`)),
    }),
    async open(query, locale) {
      const ids = await findApplicationIds(pool, parseApplicationFilter(query), { limit: null, offset: 0 })
      return rowsOf(ids, async (part) => (await loadListed(pool, part)).map((row) => cellsOf(row, locale)))
    },
  }
}

const columns: ExportColumn[] = [
  ['number', 'text', 16],
  ['date', 'day', 12],
  ['state', 'text', 18],
  ['company', 'text', 40],
  ['taxOffice', 'text', 20],
  ['taxNumber', 'text', 14],
  ['city', 'text', 16],
  ['business', 'text', 20],
  ['contactName', 'text', 24],
  ['email', 'text', 30],
  ['phone', 'text', 18],
  ['filedBy', 'text', 24],
]

function cellsOf(row: ListedRow, locale: Locale): XlsxCell[] {
  return [
    row.application_no,
    dayInTurkey(row.created_at),
    translate(locale, `applications.states.${row.state}`),
    row.company,
    row.tax_office,
    row.tax_number,
    row.city,
    translate(locale, `applications.businesses.${row.business}`),
    row.contact_name,
    row.email,
    row.phone,
    row.filer ?? '',
  ]
}
