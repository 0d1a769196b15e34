import { dayInTurkey, mondayOf } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

/**
 * What reports need beside orders: costs of nine in ten products, quantities that did not fit into carts in the last
 * weeks, and two saved views of the administrator.
 */
export async function loadReportData(db: Db, today: Date): Promise<void> {
  await db.execute(
    `INSERT INTO product_costs (product_id, cost, currency)
     SELECT p.id, round(price.sale_value * (60 + p.id % 25) / 100 / u.multiplier, 4), price.sale_currency
       FROM products p JOIN product_units u ON u.id = p.default_unit_id JOIN price_lists l ON l.is_default
       JOIN unit_prices price ON price.unit_id = u.id AND price.price_list_id = l.id
      WHERE p.id % 10 <> 0 AND price.sale_value > 0`,
  )
  await db.execute(
    `INSERT INTO stock_shortages (day, product_id, user_id, missing)
     SELECT $1::date - (place * 3 % 25)::integer, product_id, user_id, 2 + place * 5 % 40
       FROM (SELECT i.product_id, u.id AS user_id, row_number() OVER (ORDER BY i.product_id, u.id) AS place
               FROM (SELECT product_id FROM inventory GROUP BY product_id HAVING sum(quantity) < 20
                      ORDER BY product_id LIMIT 8) i
               JOIN users u ON u.dealer_id IS NOT NULL AND u.can_order AND (i.product_id + u.id) % 3 = 0) short
      WHERE place <= 20`,
    [dayInTurkey(today)],
  )
  await db.execute(
    `INSERT INTO report_views (user_id, name, report, query, is_weekly, mailed_on)
     SELECT u.id, v.name, v.report, v.query::jsonb, v.is_weekly, $1
       FROM (SELECT min(id) AS id FROM users WHERE dealer_id IS NULL) u,
            (VALUES ('Bayi satışları, geçen hafta', 'sales', '{"by": "dealer", "range": "lastWeek"}', true),
                    ('Markalar, bu yıl', 'sales', '{"by": "brand", "range": "year"}', false)) AS v (name, report, query, is_weekly)
      WHERE u.id IS NOT NULL ON CONFLICT DO NOTHING`,
    [mondayOf(dayInTurkey(today))],
  )
}
