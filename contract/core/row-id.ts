import * as z from 'zod/mini'

/** What an `integer` of the database holds. */
const rowNumberMax = 2_147_483_647
const digits = (most: number) =>
  z.pipe(z.pipe(z.string().check(z.regex(new RegExp(`^\\d{1,${most}}$`))), z.transform(Number)), z.number())

/** A row's number in an address: up to nine digits, read as a number. One that no row has is `not_found`. */
export const rowId = digits(9)
/** The same of what grows with the trade (orders, offers, payments), which the database counts in `bigint`. */
export const longRowId = digits(15)

/** A row's number in a JSON body. */
export const rowNumber = z.number().check(z.int(), z.positive(), z.maximum(rowNumberMax))
export const longRowNumber = z.number().check(z.int(), z.positive())

/** Of `/:id`. */
export const rowParams = z.object({ id: rowId })
export const longRowParams = z.object({ id: longRowId })
