import { type Grouping, isByOrder } from '#domain/reports/reports.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { ReportQuery } from './report-query.ts'
import { type Part, type Rates, type ReportRows, reportRowsOf } from './report-rows.ts'
import {
  categoryOfSql,
  categoryPathSql,
  dealerConditions,
  joinCosts,
  joinParent,
  joinParentOfLine,
  joinRepresentative,
  liraSql,
  limitSql,
  orderOf,
  Params,
  productConditions,
  withinDays,
} from './report-sql.ts'

/**
 * The key of each grouping, and the name and code of a group `g`. `text` is the key of a row if it is not that of its
 * group: short keys are grouped faster than long ones.
 */
type GroupSql = { key: string; text?: string; name: string; code?: string; join?: string }
const turkishTime = "o.created_at AT TIME ZONE 'Europe/Istanbul'"
const monthText = "to_char(g.key, 'YYYY-MM')"
const groupings: Partial<Record<Grouping, GroupSql>> = {
  day: { key: `(${turkishTime})::date`, name: 'g.key::text' },
  month: { key: `date_trunc('month', ${turkishTime})`, text: monthText, name: monthText },
  dealer: { key: 'd.id', name: 'n.name', code: 'n.code', join: 'JOIN dealers n ON n.id = g.key' },
  representative: { key: 'representative.name', name: 'g.key' },
  region: { key: 'd.region', name: 'g.key' },
  brand: { key: "coalesce(l.brand, '')", name: 'g.key' },
  category: { key: categoryOfSql, name: categoryPathSql('g.key') },
  // Products that were deleted since are one row.
  product: { key: 'l.product_id', name: 'n.name', code: 'n.code', join: 'LEFT JOIN products n ON n.id = g.key' },
}

const sums = `sum(net) AS net, coalesce(sum(returned), 0) AS returned, sum(quantity) AS quantity, sum(cost) AS cost,
  coalesce(sum(uncosted), 0) AS uncosted`
const ofLines = `SELECT key, count(DISTINCT id) AS orders, NULL::numeric AS total, ${sums} FROM lines GROUP BY key`
// Orders are counted beside their lines: to sum the lines of each order first would take most of the time.
const ofOrders = `SELECT key, o.orders, o.total, l.net, l.returned, l.quantity, l.cost, l.uncosted
  FROM (SELECT key, ${sums} FROM lines GROUP BY key) l
  JOIN (SELECT key, count(*) AS orders, sum(total_try) AS total FROM placed GROUP BY key) o USING (key)`

/**
 * Sales of orders that are not cancelled, in lira by the rates of each order. `net`: before tax, without what was
 * returned. `margin`: net minus cost of the lines whose cost is known; `uncosted`: net of the others. `total`: the whole
 * orders with tax. `quantity`: of single products.
 */
export async function loadSales(db: Db, query: ReportQuery, rates: Rates, part: Part): Promise<ReportRows> {
  const group = groupings[query.by]
  if (group === undefined) throw new Error(`Sales are not grouped by ${query.by}.`)
  const params = new Params()
  const dealer = dealerConditions(params, query)
  const ofPlaced = ['NOT o.is_cancel', withinDays(params, 'o.created_at', query), ...dealer]
  const product = productConditions(params, query, { brand: 'l.brand', code: 'l.code', name: 'l.name' })
  const ofLine = ['l.quantity > l.cancelled', ...product]
  const joinDealer = [
    ...(dealer.length > 0 || group.key.startsWith('d.') ? ['JOIN dealers d ON d.id = o.dealer_id'] : []),
    ...(query.by === 'representative' ? [joinRepresentative('o.dealer_id')] : []),
  ].join(' ')
  const joinProduct =
    query.by === 'category' || query.category !== '' ? `LEFT JOIN products p ON p.id = l.product_id ${joinParent}` : ''
  // An order whose lines are all cancelled is cancelled.
  const hasLine =
    product.length === 0
      ? 'true'
      : `EXISTS (SELECT FROM order_lines l ${joinProduct} WHERE l.order_id = o.id AND ${ofLine.join(' AND ')})`
  const today = params.add(JSON.stringify(rates))
  const isOrders = isByOrder(query.by)
  const quantity = '(l.quantity - l.cancelled - l.returned) * l.multiplier'
  const rows = await db.query<Parameters<typeof reportRowsOf>[0][number]>(
    `WITH lines AS ${isOrders ? '' : 'MATERIALIZED'} (
       SELECT ${group.key} AS key, o.id, v.net, v.returned, ${query.by === 'product' ? quantity : 'NULL::numeric'} AS quantity,
              ${liraSql(`c.cost * (${quantity})`, 'c.currency', today)} AS cost,
              CASE WHEN c.cost IS NULL THEN v.net END AS uncosted
         FROM orders o JOIN order_lines l ON l.order_id = o.id ${joinDealer} ${joinProduct} ${joinParentOfLine} ${joinCosts('l.product_id', 'variant.parent_id')}
         CROSS JOIN LATERAL (SELECT ${liraSql('l.amount', 'o.currency', today)} AS amount) a
         CROSS JOIN LATERAL (
           SELECT CASE WHEN l.returned = 0 THEN a.amount
                       ELSE a.amount * (l.quantity - l.cancelled - l.returned) / (l.quantity - l.cancelled) END AS net,
                  CASE WHEN l.returned > 0 THEN a.amount * l.returned / (l.quantity - l.cancelled) END AS returned) v
        WHERE ${[...ofPlaced, ...ofLine].join(' AND ')}
     ), placed AS (
       SELECT ${isOrders ? group.key : 'NULL'} AS key, o.total_try FROM orders o ${joinDealer}
        WHERE ${[...ofPlaced, hasLine].join(' AND ')}
     ), grouped AS (
       ${isOrders ? ofOrders : ofLines}
     ), figures AS (
       SELECT coalesce(${group.text ?? 'g.key::text'}, '') AS key, ${group.name} AS name, ${group.code ?? "''"} AS code,
              g.orders, round(g.net, 2) AS net, round(g.returned, 2) AS returned, g.quantity, round(g.total, 2) AS total,
              round(g.net - g.uncosted - g.cost, 2) AS margin,
              round((g.net - g.uncosted - g.cost) * 100 / nullif(g.net - g.uncosted, 0), 1) AS "marginRate",
              round(g.uncosted, 2) AS uncosted
         FROM grouped g ${group.join ?? ''}
     ), sums AS (
       SELECT ${isOrders ? 'sum(orders)' : '(SELECT count(*) FROM placed)'} AS orders, round(sum(net), 2) AS net,
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
