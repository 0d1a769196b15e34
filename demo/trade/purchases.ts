import type { Db } from '#server/platform/db/pool.ts'

const buyer = 'satinalma@example.com'

type Sent = { state: 'waiting' | 'refused'; hoursAgo: number; note: string; worth: number; offset: number }

const requests: readonly Sent[] = [
  { state: 'refused', hoursAgo: 76, note: 'Servis araçları için', worth: 9000, offset: 3 },
  { state: 'waiting', hoursAgo: 3, note: 'Şantiye açılışı, cuma gününe yetişmeli', worth: 7000, offset: 0 },
]

/** The buyer of the first dealer has limits: one of its orders waits for the owner, another one was refused. */
export async function loadPurchases(db: Db, today: Date): Promise<void> {
  await db.execute(
    `INSERT INTO purchase_limits (user_id, per_order, per_month) SELECT id, 10000, 50000 FROM users WHERE email = $1`,
    [buyer],
  )
  await db.execute(
    'INSERT INTO purchase_rules (dealer_id, second_step_over) SELECT dealer_id, 250000 FROM users WHERE email = $1',
    [buyer],
  )
  for (const request of requests) await insertRequest(db, request, today)
}

/** Three products in stock with a price in lira, each worth about a third of the request. */
async function insertRequest(db: Db, { state, hoursAgo, note, worth, offset }: Sent, today: Date): Promise<void> {
  const at = new Date(today.getTime() - hoursAgo * 3_600_000)
  await db.execute(
    `WITH chosen AS (
       SELECT p.id AS product_id, u.id AS unit_id, p.code, p.name, p.images[1] AS image, u.name AS unit, u.multiplier,
              price.sale_value, coalesce(p.tax_rate, 20) AS tax_rate,
              greatest(1, ceil($5 / greatest(price.sale_value, 1)))::integer AS quantity,
              row_number() OVER (ORDER BY p.id) AS line_no
         FROM products p JOIN product_units u ON u.id = p.default_unit_id
         JOIN unit_prices price ON price.unit_id = u.id AND price.sale_currency = 'TRY' AND price.sale_value > 50
         JOIN price_lists list ON list.id = price.price_list_id AND list.is_default
        WHERE p.is_active AND p.parent_id IS NULL AND p.variant_names IS NULL
          AND NOT EXISTS (SELECT FROM campaign_discounts d WHERE d.product_id = p.id)
          AND (SELECT sum(quantity) FROM inventory i WHERE i.product_id = p.id) > 2 + ceil($5 / price.sale_value) * u.multiplier
        ORDER BY p.id LIMIT 3 OFFSET $6
     ), priced AS (
       SELECT *, round(sale_value * quantity, 2) AS amount FROM chosen
     ), made AS (
       INSERT INTO purchase_requests (dealer_id, user_id, state, reasons, facts, terms, currency, total, total_try,
                                      created_at, expires_at, ended_at)
       SELECT u.dealer_id, u.id, $2, '{order}',
              '{"perOrder":"10000.00","perMonth":"50000.00","monthTotal":"0.00","categories":[]}'::jsonb
                || jsonb_build_object('orderTotal', round(sums.total, 2)::text),
              jsonb_build_object('note', $4::text, 'planKey', NULL, 'branchId', NULL, 'addressId', NULL,
                'delivery', NULL), 'TRY',
              round(sums.total, 2), round(sums.total, 2), $3::timestamptz, $3::timestamptz + interval '7 days',
              CASE WHEN $2 = 'refused' THEN $3::timestamptz + interval '5 hours' END
         FROM users u, (SELECT sum(amount * (100 + tax_rate) / 100) AS total FROM priced) sums
        WHERE u.email = $1 AND sums.total IS NOT NULL
       RETURNING id, user_id, dealer_id
     ), lines AS (
       INSERT INTO purchase_request_lines (request_id, line_no, product_id, unit_id, code, name, image, unit, multiplier,
                                           quantity_before, quantity, price_value, price_currency, tax_rate, amount)
       SELECT made.id, line_no - $6, product_id, unit_id, code, name, image, unit, multiplier, quantity, quantity, sale_value,
              'TRY', tax_rate, amount
         FROM made, priced
     )
     INSERT INTO purchase_request_events (request_id, at, step, user_id, reason)
     SELECT made.id, $3::timestamptz + s.after, s.step,
            CASE s.step WHEN 'sent' THEN made.user_id
              ELSE (SELECT min(id) FROM users WHERE dealer_id = made.dealer_id AND user_role = 'owner') END,
            s.reason
       FROM made JOIN (VALUES
         ('waiting', 'sent', '', interval '0'), ('refused', 'sent', '', interval '0'),
         ('refused', 'refused', 'Depoda yeterince var, gelecek ay alalım', interval '5 hours')
       ) s (state, step, reason, after) ON s.state = $2
      ORDER BY s.after`,
    [buyer, state, at, note, worth / 3 + 1400, offset],
  )
}
