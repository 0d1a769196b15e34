import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { type ExportSource, rowsOf } from '#server/exports/exports.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell, XlsxColumn } from '#server/platform/xlsx/xlsx.ts'
import { findInvoiceIds, type InvoiceRow, loadInvoices } from './invoice-rows.ts'
import { parseInvoicesQuery } from './list-query.ts'

const columns = [
  ['number', 'text', 20],
  ['date', 'day', 12],
  ['dueDate', 'day', 12],
  ['type', 'text', 14],
  ['order', 'text', 16],
  ['net', 'amount', 16],
  ['tax', 'amount', 14],
  ['total', 'amount', 16],
  ['currency', 'text', 10],
  ['open', 'amount', 16],
  ['openCurrency', 'text', 10],
  ['state', 'text', 18],
] as const satisfies readonly (readonly [string, XlsxColumn['kind'], number])[]

export function invoiceColumns(locale: Locale): XlsxColumn[] {
  return columns.map(([name, kind, width]) => ({ title: translate(locale, `invoices.head.${name}`), kind, width }))
}

export function invoiceCells(row: InvoiceRow, locale: Locale): XlsxCell[] {
  const isOpen = row.side === 'debit' && row.unpaid !== null
  return [
    row.invoice_no,
    row.issued_on,
    row.due_on,
    row.type_code,
    row.order_no,
    Number(row.net),
    Number(row.tax),
    Number(row.total),
    row.currency,
    isOpen ? Number(row.unpaid) : null,
    isOpen ? row.movement_currency : null,
    translate(locale, `invoices.states.${row.state}`),
  ]
}

/** The invoice list of all dealers as a file. */
export function invoicesExport(pool: Pool): ExportSource {
  return {
    name: 'invoices',
    page: pages.adminInvoices,
    area: 'payments',
    fileName: 'faturalar',
    sheet: (locale) => ({ name: translate(locale, 'invoices.title'), columns: dealerColumns(locale) }),
    async open(query, locale) {
      const { filter, sort } = parseInvoicesQuery(null, query)
      const ids = await findInvoiceIds(pool, filter, sort)
      return rowsOf(ids, async (part) =>
        (await loadInvoices(pool, part, filter.today)).map((row) => [
          row.dealer_code,
          row.dealer,
          ...invoiceCells(row, locale),
        ]),
      )
    },
  }
}

function dealerColumns(locale: Locale): XlsxColumn[] {
  return [
    { title: translate(locale, 'administration.invoices.columns.dealerCode'), kind: 'text', width: 14 },
    { title: translate(locale, 'administration.invoices.columns.dealer'), kind: 'text', width: 40 },
    ...invoiceColumns(locale),
  ]
}
