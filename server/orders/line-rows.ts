import type { Locale } from '#contract/core/visitor.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import type { StepRule } from '#domain/pricing/price-steps.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { ruleNameIn } from '#server/price-reasons/price-reasons.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell, XlsxColumn } from '#server/platform/xlsx/xlsx.ts'

/** A line of an order for files, with its order and dealer. */
export type FileLineRow = {
  order_no: string
  created_at: Date
  state: OrderState
  dealer_code: string
  dealer: string
  line_no: number
  code: string
  name: string
  brand: string | null
  unit: string
  quantity: number
  price_value: string
  price_currency: string
  tax_rate: string
  amount: string
  currency: string
  is_free: boolean
  /** The promotions that made its price. */
  promotions: StepRule[] | null
}

/** The lines of these orders, in the order of the ids. */
export async function loadFileLines(db: Db, ids: readonly number[]): Promise<FileLineRow[]> {
  return db.query<FileLineRow>(
    `SELECT o.order_no, o.created_at, o.state, d.code AS dealer_code,
            d.name AS dealer, l.line_no, l.code, l.name, l.brand, l.unit, l.quantity, l.price_value, l.price_currency,
            l.tax_rate, l.amount, o.currency, l.is_free,
            jsonb_path_query_array(l.price_steps, '$[*] ? (@.kind == "promotion").rule') AS promotions
       FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
       JOIN orders o ON o.id = wanted.id
       JOIN order_lines l ON l.order_id = o.id
       JOIN dealers d ON d.id = o.dealer_id
      ORDER BY wanted.place, l.line_no`,
    [ids],
    'order_file_lines',
  )
}

export async function countLines(db: Db, ids: readonly number[]): Promise<number> {
  const row = await db.one<{ count: number }>(
    'SELECT count(*) AS count FROM order_lines WHERE order_id = ANY ($1::bigint[])',
    [ids],
  )
  return row?.count ?? 0
}

/** Staff have a column for the dealer; dealers may not see prices. */
export type LineFile = { locale: Locale; hasDealer: boolean; seesPrices: boolean }

type Column = readonly [
  key: string,
  kind: XlsxColumn['kind'],
  width: number,
  cell: (row: FileLineRow, locale: Locale) => XlsxCell,
]

function promotionNames({ promotions }: FileLineRow, locale: Locale): XlsxCell {
  const names = (promotions ?? []).map((rule) => ruleNameIn(rule, locale))
  return names.length === 0 ? null : names.join(', ')
}

const orderColumns: Column[] = [
  ['number', 'text', 16, (row) => row.order_no],
  ['date', 'day', 12, (row) => dayInTurkey(row.created_at)],
  ['status', 'text', 16, (row, locale) => translate(locale, `orders.states.${row.state}`)],
]
const dealerColumns: Column[] = [
  ['dealerCode', 'text', 14, (row) => row.dealer_code],
  ['dealer', 'text', 34, (row) => row.dealer],
]
const lineColumns: Column[] = [
  ['line', 'number', 6, (row) => row.line_no],
  ['code', 'text', 18, (row) => row.code],
  ['name', 'text', 44, (row) => row.name],
  ['brand', 'text', 18, (row) => row.brand],
  ['quantity', 'number', 10, (row) => row.quantity],
  ['unit', 'text', 10, (row) => row.unit],
  ['taxRate', 'number', 8, (row) => row.tax_rate],
]
const priceColumns: Column[] = [
  ['price', 'number', 14, (row) => row.price_value],
  ['priceCurrency', 'text', 10, (row) => row.price_currency],
  ['amount', 'amount', 16, (row) => row.amount],
  ['currency', 'text', 10, (row) => row.currency],
]

const promotionColumns: Column[] = [
  ['free', 'text', 12, (row, locale) => (row.is_free ? translate(locale, 'promotions.line.free') : null)],
  ['promotions', 'text', 30, (row, locale) => promotionNames(row, locale)],
]

function columnsFor({ hasDealer, seesPrices }: LineFile): Column[] {
  const prices = seesPrices ? priceColumns : []
  return [...orderColumns, ...(hasDealer ? dealerColumns : []), ...lineColumns, ...prices, ...promotionColumns]
}

/** The sheet of order lines. */
export function lineSheet(file: LineFile): { name: string; columns: XlsxColumn[] } {
  const title = (key: string) => translate(file.locale, `orders.file.${key}`)
  return {
    name: title('lines'),
    columns: columnsFor(file).map(([key, kind, width]) => ({ title: title(key), kind, width })),
  }
}

export function lineCells(row: FileLineRow, file: LineFile): XlsxCell[] {
  return columnsFor(file).map(([, , , cell]) => cell(row, file.locale))
}
