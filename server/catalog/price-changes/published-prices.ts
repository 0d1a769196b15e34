import type { Db } from '#server/platform/db/pool.ts'

/** The prices of a unit in the order of the arrays: the sale price, the list price, the five plans'. */
const names = ['sale', 'list', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5']

/** Places of the arrays, from 1. */
export const places = names.map((_, at) => at + 1)

const arrays = `ARRAY[${names.map((name) => `${name}_value`).join(', ')}] AS values,
  ARRAY[${names.map((name) => `${name}_currency`).join(', ')}] AS currencies`

/** The prices of a list as `unit_id`, `values` and `currencies`; `list` is a parameter. */
export const publishedIn = (list: string): string =>
  `(SELECT unit_id, ${arrays} FROM unit_prices WHERE price_list_id = ${list})`

/**
 * Condition on a row `r` of a change and its list's present prices by this alias: they are other ones than when the row was
 * made, and not already the wanted ones.
 */
export const isConflictWith = (present: string): string => `(
  (${present}.values, ${present}.currencies) IS DISTINCT FROM (r.before_values, r.before_currencies)
  AND (${present}.values, ${present}.currencies) IS DISTINCT FROM (r.after_values, r.after_currencies))`

export const priceColumns = names.map((name) => `${name}_value, ${name}_currency`).join(', ')

/** The values for `priceColumns` from arrays of a row. */
export const fromArrays = (row: string): string =>
  places.map((at) => `${row}.after_values[${at}], ${row}.after_currencies[${at}]`).join(', ')

/**
 * For the open transaction: statements about whole lists have long expressions, and a database that compiles them takes a
 * minute for it.
 */
export async function withoutCompiling(db: Db): Promise<void> {
  await db.execute('SET LOCAL jit = off')
}

/** Rows from which a publication reads whole tables. */
const manyRows = 20_000

/** For the open transaction: many rows are joined by hashing in memory; looking each of them up takes twice as long. */
export async function planForRows(db: Db, rows: number): Promise<void> {
  if (rows < manyRows) return
  await db.execute("SET LOCAL work_mem = '128MB'")
  await db.execute('SET LOCAL enable_nestloop = off')
  // Triggers may have planned for the few rows of earlier changes of this connection.
  await db.execute('SET LOCAL plan_cache_mode = force_custom_plan')
}
