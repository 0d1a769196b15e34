import type { Db } from '#server/platform/db/pool.ts'
import type { ReportQuery } from './report-query.ts'
import { type Part, type Rates, type ReportRows, reportRowsOf } from './report-rows.ts'
import { joinParent, limitSql, orderOf, Params, productConditions, liraSql, withinDays } from './report-sql.ts'

type SqlRow = Parameters<typeof reportRowsOf>[0][number]

/**
 * Demand that stock did not cover, by product: quantities that did not fit into carts, users who wait for the product,
 * and goods that were not found on their shelf and cancelled. `value` is an estimate in lira by the price of the default
 * list; who waits counts as one default unit.
 */
export async function loadLostProducts(db: Db, query: ReportQuery, part: Part): Promise<ReportRows> {
  const params = new Params()
  const period = `${params.add(query.from)}::date AND ${params.add(query.to)}::date`
  const conditions = productConditions(params, query, { brand: 'b.name', code: 'p.code', name: 'p.name' })
  const rows = await db.query<SqlRow>(
    `WITH asked AS (
       SELECT s.product_id, u.dealer_id, s.missing, 0 AS unpicked, NULL::integer AS watcher
         FROM stock_shortages s JOIN users u ON u.id = s.user_id WHERE s.day BETWEEN ${period}
        UNION ALL
       SELECT w.product_id, u.dealer_id, 0, 0, w.user_id FROM stock_watches w JOIN users u ON u.id = w.user_id
        WHERE ${withinDays(params, 'w.created_at', query)}
        UNION ALL
       SELECT l.product_id, o.dealer_id, 0, (k.quantity - k.picked) * l.multiplier, NULL
         FROM pickings t JOIN picking_lines k ON k.picking_id = t.id AND k.rest = 'cancel'
         JOIN order_lines l ON l.order_id = k.order_id AND l.line_no = k.line_no JOIN orders o ON o.id = l.order_id
        WHERE l.product_id IS NOT NULL AND ${withinDays(params, 't.ended_at', query)}
     ), grouped AS (
       SELECT product_id, count(DISTINCT dealer_id) AS dealers, sum(missing) AS missing, sum(unpicked) AS unpicked,
              count(DISTINCT watcher) AS watchers
         FROM asked GROUP BY product_id
     ), figures AS (
       SELECT p.id::text AS key, p.name, p.code, g.dealers, g.missing, g.watchers, g.unpicked,
              round(coalesce(price.price_try, 0) * ((g.missing + g.unpicked) / coalesce(u.multiplier, 1) + g.watchers), 2)
                AS value
         FROM grouped g JOIN products p ON p.id = g.product_id ${joinParent}
         LEFT JOIN brands b ON b.id = coalesce(p.brand_id, parent.brand_id)
         LEFT JOIN product_units u ON u.id = p.default_unit_id
         LEFT JOIN price_lists list ON list.is_default
         LEFT JOIN product_sort_prices price ON price.product_id = p.id AND price.price_list_id = list.id
        WHERE ${['true', ...conditions].join(' AND ')}
     ), sums AS (
       SELECT sum(missing) AS missing, sum(watchers) AS watchers, sum(unpicked) AS unpicked, sum(value) AS value FROM figures
     )
     SELECT figures.*, (SELECT count(*) FROM figures) AS rows, (SELECT to_jsonb(sums) FROM sums) AS sums
       FROM figures ORDER BY ${orderOf(query.sort)} ${limitSql(part)}`,
    params.values,
  )
  return reportRowsOf(rows)
}

/**
 * Searches that found nothing fitting. `value` is an estimate in lira: each user and day of a search counts as an average
 * line of the orders of the period.
 */
export async function loadLostSearches(db: Db, query: ReportQuery, rates: Rates, part: Part): Promise<ReportRows> {
  const params = new Params()
  const today = params.add(JSON.stringify(rates))
  const rows = await db.query<SqlRow>(
    `WITH average AS (
       SELECT avg(${liraSql('l.amount', 'o.currency', today)}) AS line
         FROM orders o JOIN order_lines l ON l.order_id = o.id
        WHERE NOT o.is_cancel AND l.quantity > l.cancelled AND ${withinDays(params, 'o.created_at', query)}
     ), grouped AS (
       SELECT folded, max(query) AS name, count(*) AS searches, count(DISTINCT user_id) AS users,
              count(DISTINCT (coalesce(user_id, 0), (created_at AT TIME ZONE 'Europe/Istanbul')::date)) AS wishes
         FROM searches
        WHERE (result_count = 0 OR is_relaxed) AND ${withinDays(params, 'created_at', query)}
          AND NOT EXISTS (SELECT FROM ignored_searches i WHERE i.folded = searches.folded)
        GROUP BY folded
     ), figures AS (
       SELECT folded AS key, name, '' AS code, searches, users,
              round(wishes * coalesce((SELECT line FROM average), 0), 2) AS value
         FROM grouped
     ), sums AS (SELECT sum(searches) AS searches, sum(value) AS value FROM figures)
     SELECT figures.*, (SELECT count(*) FROM figures) AS rows, (SELECT to_jsonb(sums) FROM sums) AS sums
       FROM figures ORDER BY ${orderOf(query.sort)} ${limitSql(part)}`,
    params.values,
  )
  return reportRowsOf(rows)
}
