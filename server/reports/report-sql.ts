import type { Day } from '#domain/text/calendar-day.ts'
import type { ReportFilter } from './report-query.ts'
import type { Part } from './report-rows.ts'

/** Collects the parameters of a statement. */
export class Params {
  readonly values: unknown[] = []
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}

/** `column` is between two days in Turkey, both included. */
export function withinDays(params: Params, column: string, { from, to }: { from: Day; to: Day }): string {
  const midnight = (day: string, more: number) =>
    `(${params.add(day)}::date + ${more})::timestamp AT TIME ZONE 'Europe/Istanbul'`
  return `${column} >= ${midnight(from, 0)} AND ${column} < ${midnight(to, 1)}`
}

const contains = (params: Params, column: string, text: string) =>
  `strpos(fold(${column}), fold(${params.add(text)})) > 0`

/** Conditions on a dealer: its code, or a part of its name; its region. */
export function dealerConditions(params: Params, filter: Pick<ReportFilter, 'dealer' | 'region'>, d = 'd'): string[] {
  const conditions: string[] = []
  if (filter.dealer !== '') {
    const place = params.add(filter.dealer)
    conditions.push(`(upper(${d}.code) = upper(${place}) OR strpos(fold(${d}.name), fold(${place})) > 0)`)
  }
  if (filter.region !== '') conditions.push(contains(params, `${d}.region`, filter.region))
  return conditions
}

/** Joins the `representative` of a dealer, who has a `name`, '' without one. */
export const joinRepresentative = (dealerId: string): string =>
  `JOIN dealer_representative_names representative ON representative.dealer_id = ${dealerId}`

/** The category of a product `p` with its parent `parent`: variants are in the category of their parent. */
export const categoryOfSql = 'coalesce(p.category_id, parent.category_id)'
export const joinParent = 'LEFT JOIN products parent ON parent.id = p.parent_id'

/**
 * Conditions on products; `brand`, `code` and `name` are the expressions that hold them. A category includes those
 * below it.
 */
export function productConditions(
  params: Params,
  { brand, category, product }: Pick<ReportFilter, 'brand' | 'category' | 'product'>,
  columns: { brand: string; code: string; name: string },
): string[] {
  const conditions: string[] = []
  if (brand !== '') conditions.push(contains(params, `coalesce(${columns.brand}, '')`, brand))
  if (product !== '') {
    const place = params.add(product)
    conditions.push(
      `(strpos(upper(${columns.code}), upper(${place})) > 0 OR strpos(fold(${columns.name}), fold(${place})) > 0)`,
    )
  }
  if (category !== '') {
    conditions.push(`${categoryOfSql} IN (
      WITH RECURSIVE below AS (
        SELECT id FROM categories WHERE ${contains(params, 'name', category)}
         UNION SELECT c.id FROM categories c JOIN below b ON c.parent_id = b.id)
      SELECT id FROM below)`)
  }
  return conditions
}

/** The names of a category and those above it, the topmost first. */
export const categoryPathSql = (id: string): string => `(
  WITH RECURSIVE above AS (
    SELECT c.id, c.parent_id, c.name, 1 AS depth FROM categories c WHERE c.id = ${id}
     UNION ALL SELECT c.id, c.parent_id, c.name, a.depth + 1 FROM categories c JOIN above a ON c.id = a.parent_id)
  SELECT string_agg(name, ' › ' ORDER BY depth DESC) FROM above)`

/** `value` in lira: by the rates of the order `o`, else by those in the parameter `today`. Lira are not multiplied. */
export const liraSql = (value: string, code: string, today: string): string => `CASE ${code} WHEN 'TRY' THEN ${value}
  ELSE ${value} * coalesce((o.rates ->> ${code})::numeric, (${today}::jsonb ->> ${code})::numeric) END`

/** The order of rows by a column of the statement, as the query has parsed it. */
export function orderOf(sort: string): string {
  return `"${sort.replace(/^-/, '')}" ${sort.startsWith('-') ? 'DESC' : 'ASC'} NULLS LAST, name, key`
}

/** The parent of the product of a line `l`; few products are variants. */
export const joinParentOfLine =
  'LEFT JOIN (SELECT id, parent_id FROM products WHERE parent_id IS NOT NULL) variant ON variant.id = l.product_id'

/** Joins the cost `c` of a product. A variant without an own cost has that of its parent. */
export const joinCosts = (productId: string, parentId: string): string => `
  LEFT JOIN product_costs own_cost ON own_cost.product_id = ${productId}
  LEFT JOIN product_costs parent_cost ON parent_cost.product_id = ${parentId}
  CROSS JOIN LATERAL (SELECT coalesce(own_cost.cost, parent_cost.cost) AS cost,
                             coalesce(own_cost.currency, parent_cost.currency) AS currency) c`

export const limitSql = (part: Part): string => (part === null ? '' : `LIMIT ${part.limit} OFFSET ${part.offset}`)
