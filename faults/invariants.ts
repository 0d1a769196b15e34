import type { Db } from '#server/platform/db/pool.ts'

/** What must hold in every database, whatever happened to it. Each query finds the rows that break its rule. */
const rules: Record<string, string> = {
  'inventory is the sum of its movements': `
    SELECT product_id, warehouse_id, i.quantity, m.quantity AS moved
      FROM inventory i
      FULL JOIN (SELECT product_id, warehouse_id, sum(quantity) AS quantity FROM stock_movements GROUP BY 1, 2) m
        USING (product_id, warehouse_id)
     WHERE coalesce(i.quantity, 0) <> coalesce(m.quantity, 0)`,

  'no order takes stock below zero': `
    SELECT * FROM (
      SELECT product_id, warehouse_id, reason, order_id,
             sum(quantity) OVER (PARTITION BY product_id, warehouse_id ORDER BY id) AS left_over
        FROM stock_movements) s
     WHERE reason = 'order' AND left_over < 0`,

  'an order has lines': `
    SELECT order_no FROM orders o WHERE NOT EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id)`,

  // price × quantity × rate / rate of the order's currency; multiplied before it is divided, rounded half away from zero.
  'an order’s totals are those of its lines': `
    SELECT o.order_no, o.subtotal, s.subtotal AS expected_subtotal, o.tax, s.tax AS expected_tax, o.total_try, s.total_try
      FROM orders o
      CROSS JOIN LATERAL (SELECT '{"TRY": "1"}' || o.rates AS rates) kept
      CROSS JOIN LATERAL (SELECT (kept.rates ->> o.currency)::numeric AS rate) r
      CROSS JOIN LATERAL (
        SELECT round(sum(l.price_value * l.quantity * (kept.rates ->> l.price_currency)::numeric / r.rate
                         * 1.00000000000000000000), 2) AS subtotal,
               round(sum(l.price_value * l.quantity * l.tax_rate * (kept.rates ->> l.price_currency)::numeric / r.rate
                         * 1.00000000000000000000) / 100, 2) AS tax,
               round(o.total * r.rate, 2) AS total_try
          FROM order_lines l WHERE l.order_id = o.id) s
     WHERE (o.subtotal, o.tax, o.total, o.total_try)
           IS DISTINCT FROM (s.subtotal, s.tax, s.subtotal + s.tax, s.total_try)`,

  // Orders that came with the data (demo store) have moved no stock; every order that this program placed has or waits.
  'an order took what its lines say, or waits for it': `
    SELECT o.order_no, w.wanted, coalesce(m.taken, 0) AS taken
      FROM orders o
      JOIN LATERAL (SELECT sum(quantity * multiplier - back_order) AS wanted FROM order_lines l WHERE l.order_id = o.id) w
        ON true
      LEFT JOIN (SELECT order_id, -sum(quantity) AS taken FROM stock_movements WHERE order_id IS NOT NULL GROUP BY 1) m
        ON m.order_id = o.id
     WHERE (m.order_id IS NOT NULL OR EXISTS (SELECT FROM idempotency_keys k WHERE k.order_id = o.id))
       AND coalesce(m.taken, 0) <> CASE WHEN o.is_cancel THEN 0 ELSE w.wanted END`,

  'an idempotency key has led to one order or one offer': `
    SELECT user_id, key, 'unfinished' AS problem FROM idempotency_keys WHERE order_id IS NULL AND offer_id IS NULL
    UNION ALL
    SELECT min(user_id), string_agg(key, ' '), 'shared' FROM idempotency_keys
     GROUP BY order_id, offer_id HAVING count(*) > 1`,

  'an offer has lines': `
    SELECT id, offer_no FROM offers o WHERE NOT EXISTS (SELECT FROM offer_items i WHERE i.offer_id = o.id)`,

  'a movement of an order belongs to an order': `
    SELECT id, order_id FROM stock_movements m
     WHERE order_id IS NOT NULL AND NOT EXISTS (SELECT FROM orders o WHERE o.id = m.order_id)`,
}

/** The sweep after every fault test: one line for each broken rule, with the rows that break it. Empty = all hold. */
export async function findBroken(db: Db): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, sql] of Object.entries(rules)) {
    const rows = await db.query(sql)
    if (rows.length > 0) broken.push(`${rule}: ${rows.length} rows, ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return broken
}
