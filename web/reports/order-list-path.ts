import { pages } from '#contract/core/pages.ts'

/** The order list with these filters. */
export const orderListPath = (filters: Record<string, string>): string =>
  `${pages.adminOrders}?${new URLSearchParams(filters).toString()}`
