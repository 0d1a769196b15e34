import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { emptyNote } from '#domain/orders/order.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type ExportSource, rowsOf } from '#server/exports/exports.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell, XlsxColumn } from '#server/platform/xlsx/xlsx.ts'
import { deliveryCells, deliveryColumns, isDeliveryColumn } from './delivery-cells.ts'
import { ratesCell } from './rates-cell.ts'
import { parseOrderListQuery } from './administration-filter.ts'
import { countLines, lineCells, lineSheet, loadFileLines } from './line-rows.ts'
import { type AdminOrderRow, findForFilter, findOrderIds, loadOrderRows } from './administration-queries.ts'

/** The order list of all dealers as a file. */
export function ordersExport(pool: Pool): ExportSource {
  return {
    name: 'orders',
    page: pages.adminOrders,
    area: 'orders',
    fileName: 'siparisler',
    sheet: (locale) => ({ name: translate(locale, 'administration.orders.title'), columns: columnsOf(locale) }),
    async open(query, locale) {
      const { sort, ...filter } = parseOrderListQuery(query)
      const ids = await findOrderIds(pool, await findForFilter(pool, filter), sort)
      const file = { locale, hasDealer: true, seesPrices: true }
      const orders = rowsOf(ids, async (part) => (await loadOrderRows(pool, part)).map((row) => cellsOf(row, locale)))
      const lines = rowsOf(ids, async (part) => (await loadFileLines(pool, part)).map((row) => lineCells(row, file)))
      return {
        ...orders,
        total: ids.length + (await countLines(pool, ids)),
        further: [{ sheet: lineSheet(file), batches: lines.batches }],
      }
    },
  }
}

const columns = [
  ['number', 'text', 16],
  ['date', 'day', 12],
  ['state', 'text', 16],
  ['sent', 'day', 14],
  ['dealerCode', 'text', 14],
  ['dealer', 'text', 34],
  ['creator', 'text', 24],
  ['branch', 'text', 18],
  ['plan', 'text', 18],
  ['payment', 'text', 24],
  ['lines', 'number', 8],
  ['currency', 'text', 10],
  ['subtotal', 'amount', 16],
  ['tax', 'amount', 14],
  ['total', 'amount', 16],
  ['totalTry', 'amount', 16],
  ['note', 'text', 40],
  ...deliveryColumns,
  ['rates', 'text', 40],
] as const satisfies readonly (readonly [string, XlsxColumn['kind'], number])[]

function columnsOf(locale: Locale): XlsxColumn[] {
  return columns.map(([name, kind, width]) => ({
    title: isDeliveryColumn(name)
      ? translate(locale, `delivery.file.${name}`)
      : translate(locale, `administration.orders.columns.${name}`),
    kind,
    width,
  }))
}

function cellsOf(row: AdminOrderRow, locale: Locale): XlsxCell[] {
  return [
    row.order_no,
    dayInTurkey(row.created_at),
    translate(locale, `orders.states.${row.state}`),
    row.sent_to_erp_at === null ? null : dayInTurkey(row.sent_to_erp_at),
    row.dealer_code,
    row.dealer,
    row.creator,
    row.branch,
    row.plan,
    row.payment_reference,
    row.line_count,
    row.currency,
    row.subtotal,
    row.tax,
    row.total,
    row.total_try,
    row.description === emptyNote ? null : row.description,
    ...deliveryCells(row, locale),
    ratesCell(row, locale),
  ]
}
