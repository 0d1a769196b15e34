import { slowCoverDays } from '#domain/reports/reports.ts'
import { daysBetween } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { ReportQuery } from './report-query.ts'
import { type Part, type Rates, type ReportRows, reportRowsOf } from './report-rows.ts'
import { joinCosts, joinParent, limitSql, orderOf, Params, productConditions, withinDays } from './report-sql.ts'

/**
 * Goods in stock beside what was sold of them in the period, in base units. `cover`: for how many days the stock lasts at
 * that pace, null if nothing was sold. `value` in lira: at cost, else by the price of the default list.
 */
export async function loadStockReport(db: Db, query: ReportQuery, rates: Rates, part: Part): Promise<ReportRows> {
  const params = new Params()
  const days = daysBetween(query.from, query.to) + 1
  const conditions = productConditions(params, query, { brand: 'b.name', code: 'p.code', name: 'p.name' })
  if (query.by === 'dead') conditions.push('s.product_id IS NULL')
  if (query.by === 'slow') conditions.push(`s.sold > 0 AND h.stock * ${days} > s.sold * ${slowCoverDays}`)
  const rows = await db.query<Parameters<typeof reportRowsOf>[0][number]>(
    `WITH held AS (
       SELECT product_id, sum(quantity) AS stock FROM inventory GROUP BY product_id HAVING sum(quantity) > 0
     ), sold AS (
       SELECT l.product_id, sum((l.quantity - l.cancelled - l.returned) * l.multiplier) AS sold
         FROM orders o JOIN order_lines l ON l.order_id = o.id
        WHERE NOT o.is_cancel AND l.product_id IS NOT NULL AND l.quantity - l.cancelled > l.returned
          AND ${withinDays(params, 'o.created_at', query)}
        GROUP BY l.product_id
     ), figures AS (
       SELECT p.id, p.name, p.code, h.stock, coalesce(s.sold, 0) AS sold, round(h.stock * ${days} / s.sold) AS cover,
              round(coalesce(
                h.stock * CASE c.currency WHEN 'TRY' THEN c.cost
                  ELSE c.cost * (${params.add(JSON.stringify(rates))}::jsonb ->> c.currency)::numeric END,
                (SELECT h.stock / coalesce(u.multiplier, 1) * price.price_try
                   FROM price_lists list JOIN product_sort_prices price ON price.price_list_id = list.id
                   LEFT JOIN product_units u ON u.id = p.default_unit_id
                  WHERE list.is_default AND price.product_id = p.id), 0), 2) AS value
         FROM held h JOIN products p ON p.id = h.product_id ${joinParent}
         LEFT JOIN brands b ON b.id = coalesce(p.brand_id, parent.brand_id)
         LEFT JOIN sold s ON s.product_id = p.id
         ${joinCosts('p.id', 'p.parent_id')}
        WHERE ${['true', ...conditions].join(' AND ')}
     ), page AS (
       SELECT *, id::text AS key FROM figures
        ORDER BY ${orderOf(query.sort)} ${limitSql(part)}
     ), sums AS (SELECT count(*) AS rows, jsonb_build_object('value', sum(value)) AS sums FROM figures)
     SELECT page.key, page.name, page.code, page.value, page.stock, page.sold, page.cover,
            (SELECT to_char(o.created_at AT TIME ZONE 'Europe/Istanbul', 'YYYY-MM-DD') FROM orders o
              WHERE o.id = (SELECT max(l.order_id) FROM order_lines l WHERE l.product_id = page.id)) AS "lastSold",
            sums.rows, sums.sums
       FROM page, sums ORDER BY ${orderOf(query.sort)}`,
    params.values,
  )
  return reportRowsOf(rows)
}
