import type { Expression } from '#domain/erp/mapping.ts'

/** Discounts of a line that ERPs have fields for. */
const places = [0, 1, 2, 3, 4, 5]

/** The rates that lead from `line.ratedPrice` to the line's amount: "10+5+3". */
export const lineRates: Expression = { join: places.map((at) => `line.rates.${at}`), with: '+' }

/** All rates of the line, also those that lead to its amount but for a kuruş. */
export const lineDiscounts: Expression = { join: places.map((at) => `line.discounts.${at}.rate`), with: '+' }
