import { lineStates } from '#contract/admin/bank-lines.ts'
import { adminBankLinesPath } from '#contract/core/admin-pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { parsePeriod } from '#domain/text/calendar-day.ts'
import { columnsOf, type ExportColumn, type ExportSource, rowsOf } from '#server/exports/exports.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { findLineIds, type LineFilter, type LineRow, loadLines } from './line-rows.ts'

/** The list of bank lines as a file: what each of them is booked as. */
export function bankLinesExport(pool: Pool): ExportSource {
  return {
    name: 'bankLines',
    page: adminBankLinesPath,
    area: 'payments',
    fileName: 'banka-hareketleri',
    sheet: (locale) => ({
      name: translate(locale, 'administration.bankLines.title'),
      columns: columnsOf(columns, (name) => translate(locale, textOf[name] ?? '')),
    }),
    async open(query, locale) {
      const ids = await findLineIds(pool, parseLineFilter(query))
      return rowsOf(ids, async (part) => (await loadLines(pool, part)).map((row) => cellsOf(row, locale)))
    },
  }
}

type LineQuery = Readonly<Partial<Record<'state' | 'q' | 'from' | 'to', string>>>

/** Open lines without a valid state. */
export function parseLineFilter(query: LineQuery): LineFilter {
  const state = lineStates.find((each) => each === query.state) ?? 'open'
  return { state, q: cleanText(query.q), ...parsePeriod(query) }
}

const columns: ExportColumn[] = [
  ['date', 'day', 12],
  ['amount', 'amount', 16],
  ['sender', 'text', 32],
  ['description', 'text', 48],
  ['reference', 'text', 18],
  ['senderIban', 'text', 30],
  ['account', 'text', 30],
  ['state', 'text', 18],
  ['dealers', 'text', 40],
  ['reason', 'text', 30],
]

const fields = 'administration.bankLines.fields'
/** The words of the list and of the statements' columns. */
const textOf: Readonly<Record<string, string>> = {
  date: `${fields}.date`,
  amount: `${fields}.amount`,
  sender: `${fields}.sender`,
  description: `${fields}.description`,
  reference: `${fields}.reference`,
  senderIban: `${fields}.senderIban`,
  account: 'administration.bankLines.upload.account',
  state: 'administration.bankLines.filter.state',
  dealers: 'administration.bankLines.columns.match',
  reason: 'transferMail.reason',
}

function cellsOf(row: LineRow, locale: Locale): XlsxCell[] {
  const state = row.amount.startsWith('-') ? 'outgoing' : row.state
  return [
    row.booked_on,
    row.amount,
    row.sender,
    row.description,
    row.reference,
    row.sender_iban,
    row.iban,
    translate(locale, `administration.bankLines.states.${state}`),
    row.bookings.map(({ dealer, dealerCode }) => `${dealer} (${dealerCode})`).join(', '),
    row.reason,
  ]
}
