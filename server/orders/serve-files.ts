import type { FastifyInstance } from 'fastify'
import { listOrders, ordersQuery } from '#contract/shop/orders.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { xlsxRowsMax } from '#contract/core/exports.ts'
import { pages } from '#contract/core/pages.ts'
import { ordersFilePath } from '#contract/core/record-paths.ts'
import { emptyNote } from '#domain/orders/order.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type DealerContext, serveDealerList, type VisitOptions } from '#server/visitor/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import { makeCsv } from '#server/platform/tables/write-csv.ts'
import { makeXlsx, type XlsxCell, type XlsxColumn, type XlsxSheet } from '#server/platform/xlsx/xlsx.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { type AdminOrderRow, loadOrderRows } from './administration-queries.ts'
import { deliveryCells, deliveryColumns, isDeliveryColumn } from './delivery-cells.ts'
import { countLines, lineCells, type LineFile, lineSheet, loadFileLines } from './line-rows.ts'
import { parseListQuery } from './list-query.ts'
import { ratesCell } from './rates-cell.ts'
import { findDealersOrderIds } from './order-rows.ts'

type Deps = { pool: Pool; store: Store }

/** How many orders are read at once. */
const batchSize = 500

/** Serves the order list with its lines as a file, at the address of the page with its filters. */
export function serveOrderFiles(app: FastifyInstance, { visit, ...deps }: Deps & { visit: VisitOptions }): void {
  const list = { pathOf: ordersFilePath, page: pages.orders, endpoint: listOrders, name: 'siparisler' }
  serveDealerList(app, { ...list, make: (format, query, dealer) => makeFile(format, query, dealer, deps) }, visit)
}

/** A workbook has the orders on its first sheet and the lines on its second; a CSV file has the lines. */
async function makeFile(
  format: 'xlsx' | 'csv',
  query: unknown,
  visit: DealerContext,
  { pool, store }: Deps,
): Promise<Buffer | Refusal> {
  const parsed = ordersQuery.safeParse(query)
  const { actor, locale } = visit
  const reader = { seesPrices: viewOf(visit, store.facts()).seesPrices }
  const { sort, ...filter } = parseListQuery(parsed.success ? parsed.data : {}, reader)
  const ids = await findDealersOrderIds(
    pool,
    { dealerId: actor.dealer.id, addresses: actor.addresses, ...filter },
    sort,
  )
  if ((await countLines(pool, ids)) > xlsxRowsMax) return refuse('orders_too_many', { limit: xlsxRowsMax })
  const file: LineFile = { locale, hasDealer: false, ...reader }
  const lines: XlsxSheet = { ...lineSheet(file), rows: [] }
  const orders: XlsxSheet = { name: translate(locale, 'orders.table'), columns: columnsFor(file), rows: [] }
  for (let at = 0; at < ids.length; at += batchSize) {
    const part = ids.slice(at, at + batchSize)
    lines.rows.push(...(await loadFileLines(pool, part)).map((row) => lineCells(row, file)))
    if (format === 'xlsx') orders.rows.push(...(await loadOrderRows(pool, part)).map((row) => orderCells(row, file)))
  }
  return format === 'csv' ? makeCsv(lines, locale) : await makeXlsx(orders, [lines])
}

const columns = [
  ['number', 'text', 16],
  ['date', 'day', 12],
  ['status', 'text', 16],
  ['creator', 'text', 24],
  ['branch', 'text', 18],
  ['plan', 'text', 18],
  ['lineCount', 'number', 8],
  ['note', 'text', 40],
  ['currency', 'text', 10],
  ['subtotal', 'amount', 16],
  ['tax', 'amount', 14],
  ['total', 'amount', 16],
  ...deliveryColumns,
  ['rates', 'text', 40],
] as const satisfies readonly (readonly [string, XlsxColumn['kind'], number])[]
const priceColumns: readonly string[] = ['currency', 'subtotal', 'tax', 'total', 'rates']

function columnsFor({ locale, seesPrices }: LineFile): XlsxColumn[] {
  return columns
    .filter(([key]) => seesPrices || !priceColumns.includes(key))
    .map(([key, kind, width]) => ({
      title: translate(locale, isDeliveryColumn(key) ? `delivery.file.${key}` : `orders.file.${key}`),
      kind,
      width,
    }))
}

function orderCells(row: AdminOrderRow, { locale, seesPrices }: LineFile): XlsxCell[] {
  return [
    row.order_no,
    dayInTurkey(row.created_at),
    translate(locale, `orders.states.${row.state}`),
    row.creator,
    row.branch,
    row.plan,
    row.line_count,
    row.description === emptyNote ? null : row.description,
    ...(seesPrices ? [row.currency, row.subtotal, row.tax, row.total] : []),
    ...deliveryCells(row, locale),
    ...(seesPrices ? [ratesCell(row, locale)] : []),
  ]
}
