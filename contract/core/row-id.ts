import * as z from 'zod/mini'

/** The maximum of PostgreSQL's `integer`. */
const rowNumberMax = 2_147_483_647
const digits = (max: number) =>
  z.pipe(z.pipe(z.string().check(z.regex(new RegExp(`^\\d{1,${max}}$`))), z.transform(Number)), z.number())

/** A row's id in a path: up to nine digits, parsed as a number. An unknown one is answered with `not_found`. */
export const rowId = digits(9)
/** Like `rowId` for tables with `bigint` ids, which grow with the business (orders, offers, payments). */
export const longRowId = digits(15)

/** A row's id in a JSON body. */
export const rowNumber = z.number().check(z.int(), z.positive(), z.maximum(rowNumberMax))
export const longRowNumber = z.number().check(z.int(), z.positive())

/** Parameters of paths with `/:id`. */
export const rowParams = z.object({ id: rowId })
export const longRowParams = z.object({ id: longRowId })
