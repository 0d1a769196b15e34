import { type OrderSort, orderSorts, ordersPerPage, ordersPerPageMax } from '#contract/shop/orders.ts'
import { type Day, parsePeriod } from '#domain/text/calendar-day.ts'

type RawQuery = Partial<Record<'page' | 'limit' | 'sort' | 'from' | 'to' | 'q' | 'lines', string | undefined>>

export type OrderListQuery = {
  page: number
  limit: number
  sort: OrderSort
  from: Day | null
  to: Day | null
  q: string
  hasLines: boolean
}

/**
 * Parses the list's query. Invalid values are ignored, and so is sorting by hidden totals (decisions, "Catalog and
 * search").
 */
export function parseListQuery(query: RawQuery, { seesPrices }: { seesPrices: boolean }): OrderListQuery {
  return {
    page: parseWholeNumber(query.page, 1, 1_000_000) ?? 1,
    limit: parseWholeNumber(query.limit, 1, ordersPerPageMax) ?? ordersPerPage,
    sort: orderSorts.find((sort) => sort === query.sort && (seesPrices || !sort.endsWith('total'))) ?? '-date',
    ...parsePeriod(query),
    // Numbers are in upper case. The database accepts no NUL in texts.
    q: (query.q ?? '').replaceAll('\0', '').trim().toUpperCase(),
    hasLines: query.lines !== '0',
  }
}

function parseWholeNumber(text: string | undefined, min: number, max: number): number | null {
  if (text === undefined || !/^\d{1,7}$/.test(text)) return null
  return Math.min(Math.max(Number(text), min), max)
}
