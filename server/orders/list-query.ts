import type * as z from 'zod/mini'
import {
  type OrderRange,
  orderRanges,
  type OrderSort,
  orderSorts,
  ordersPerPage,
  ordersPerPageMax,
  type ordersQuery,
  type OrderStatus,
  orderStatuses,
} from '#contract/shop/orders.ts'
import { addDays, type Day, dayInTurkey, parsePeriod } from '#domain/text/calendar-day.ts'

type RawQuery = z.output<typeof ordersQuery>

export type OrderListQuery = {
  page: number
  limit: number
  sort: OrderSort
  status: OrderStatus | null
  range: OrderRange | null
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
  const range = orderRanges.find((each) => each === query.range) ?? null
  return {
    page: parseWholeNumber(query.page, 1, 1_000_000) ?? 1,
    limit: parseWholeNumber(query.limit, 1, ordersPerPageMax) ?? ordersPerPage,
    sort: orderSorts.find((sort) => sort === query.sort && (seesPrices || !sort.endsWith('total'))) ?? '-date',
    status: orderStatuses.find((status) => status === query.status) ?? null,
    range,
    ...(range === null ? parsePeriod(query) : periodOf(range, dayInTurkey(new Date()))),
    // The database accepts no NUL in texts.
    q: (query.q ?? '').replaceAll('\0', '').trim(),
    hasLines: query.lines !== '0',
  }
}

/** The first and last day of a range, both included. */
export function periodOf(range: OrderRange, today: Day): { from: Day; to: Day } {
  if (range === 'month') return { from: `${today.slice(0, 8)}01`, to: today }
  const day = range === 'today' ? today : addDays(today, -1)
  return { from: day, to: day }
}

function parseWholeNumber(text: string | undefined, min: number, max: number): number | null {
  if (text === undefined || !/^\d{1,7}$/.test(text)) return null
  return Math.min(Math.max(Number(text), min), max)
}
