import type { Grouping } from '#domain/reports/reports.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { ReportQuery } from './report-query.ts'
import { type Part, type Rates, type ReportRows, reportRowsOf } from './report-rows.ts'
import {
  categoryOfSql,
  categoryPathSql,
  costsSql,
  dealerConditions,
  joinParent,
  limitSql,
  orderOf,
  Params,
  productConditions,
  rateSql,
  withinDays,
} from './report-sql.ts'

/** The key of each grouping as SQL, and the name and code of a group `g`. */
type GroupSql = { key: string; name: string; code?: string; join?: string; names?: string }
const groupings: Partial<Record<Grouping, GroupSql>> = {
  day: { key: "to_char(o.created_at AT TIME ZONE 'Europe/Istanbul', 'YYYY-MM-DD')", name: 'g.key' },
  month: { key: "to_char(o.created_at AT TIME ZONE 'Europe/Istanbul', 'YYYY-MM')", name: 'g.key' },
  dealer: { key: 'd.id::text', name: 'n.name', code: 'n.code', join: 'JOIN dealers n ON n.id = g.key::integer' },
  representative: { key: 'd.representative', name: 'g.key' },
  region: { key: 'd.region', name: 'g.key' },
  brand: { key: "coalesce(l.brand, '')", name: 'g.key' },
  category: { key: `coalesce(${categoryOfSql}::text, '')`, name: categoryPathSql("nullif(g.key, '')::integer") },
  product: {
    key: "coalesce(l.product_id::text, 'code:' || l.code)",
    name: 'g.line_name',
    code: 'g.line_code',
    names: ', max(line_code) AS line_code, max(line_name) AS line_name',
  },
}

/**
 * Sales of orders that are not cancelled, in lira by the rates of each order. `net`: before tax, without what was
 * returned. `margin`: net minus cost of the lines whose cost is known; `uncosted`: net of the others. `total`: the whole
 * orders with tax.
 */
export async function loadSales(db: Db, query: ReportQuery, rates: Rates, part: Part): Promise<ReportRows> {
  const group = groupings[query.by]
  if (group === undefined) throw new Error(`Sales are not grouped by ${query.by}.`)
  const params = new Params()
  const dealer = dealerConditions(params, query)
  const conditions = [
    'NOT o.is_cancel AND l.quantity > l.cancelled',
    withinDays(params, 'o.created_at', query),
    ...dealer,
    ...productConditions(params, query, { brand: 'l.brand', code: 'l.code', name: 'l.name' }),
  ]
  const joins = [
    dealer.length > 0 || group.key.startsWith('d.') ? 'JOIN dealers d ON d.id = o.dealer_id' : '',
    query.by === 'category' || query.category !== '' ? `LEFT JOIN products p ON p.id = l.product_id ${joinParent}` : '',
  ]
  const { names = '' } = group
  const today = params.add(JSON.stringify(rates))
  const rows = await db.query<Parameters<typeof reportRowsOf>[0][number]>(
    `WITH lines AS (
       SELECT ${group.key} AS key, o.id, o.total_try, l.code AS line_code, l.name AS line_name,
              l.amount * ${rateSql('o.currency', today)} AS amount,
              l.returned::numeric / (l.quantity - l.cancelled) AS returned_part,
              (l.quantity - l.cancelled - l.returned) * l.multiplier AS quantity,
              c.cost * ${rateSql('c.currency', today)} AS cost
         FROM orders o JOIN order_lines l ON l.order_id = o.id
         LEFT JOIN ${costsSql} c ON c.product_id = l.product_id
         ${joins.join(' ')}
        WHERE ${conditions.join(' AND ')}
     ), of_orders AS (
       SELECT key, id, max(total_try) AS total, sum(amount) AS amount, sum(amount * returned_part) AS returned,
              sum(quantity) AS quantity, sum(cost * quantity) AS cost,
              sum(amount * (1 - returned_part)) FILTER (WHERE cost IS NULL) AS uncosted ${names}
         FROM lines GROUP BY key, id
     ), grouped AS (
       SELECT key, count(*) AS orders, sum(total) AS total, sum(amount - returned) AS net, sum(returned) AS returned,
              sum(quantity) AS quantity, sum(cost) AS cost, coalesce(sum(uncosted), 0) AS uncosted ${names}
         FROM of_orders GROUP BY key
     ), figures AS (
       SELECT g.key, ${group.name} AS name, ${group.code ?? "''"} AS code, g.orders, round(g.net, 2) AS net,
              round(g.returned, 2) AS returned, g.quantity, round(g.total, 2) AS total,
              round(g.net - g.uncosted - g.cost, 2) AS margin,
              round((g.net - g.uncosted - g.cost) * 100 / nullif(g.net - g.uncosted, 0), 1) AS "marginRate",
              round(g.uncosted, 2) AS uncosted
         FROM grouped g ${group.join ?? ''}
     ), sums AS (
       SELECT (SELECT count(DISTINCT id) FROM of_orders) AS orders, round(sum(net), 2) AS net,
              round(sum(returned), 2) AS returned, sum(quantity) AS quantity, round(sum(total), 2) AS total,
              round(sum(net - uncosted - cost), 2) AS margin,
              round(sum(net - uncosted - cost) * 100 / nullif(sum(net - uncosted) FILTER (WHERE cost IS NOT NULL), 0), 1)
                AS "marginRate",
              round(sum(uncosted), 2) AS uncosted
         FROM grouped
     )
     SELECT figures.*, (SELECT count(*) FROM grouped) AS rows, (SELECT to_jsonb(sums) FROM sums) AS sums
       FROM figures ORDER BY ${orderOf(query.sort)} ${limitSql(part)}`,
    params.values,
  )
  return reportRowsOf(rows)
}
