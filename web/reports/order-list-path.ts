import { pages } from '#contract/core/pages.ts'

/** The order list with these filters. */
export const orderListPath = (filters: Record<string, string>): string =>
  `${pages.adminOrders}?${new URLSearchParams(filters).toString()}`

/** The order list with the orders that count as sales: those that are not cancelled. */
export const salesPath = (filters: Record<string, string>): string => orderListPath({ ...filters, state: 'active' })
