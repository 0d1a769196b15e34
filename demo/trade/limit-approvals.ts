import type { Db } from '#server/platform/db/pool.ts'

/** Dealers near their risk limit: what their carts are worth, before tax in lira, and what the second one asks for. */
const nearLimit = { email: 'bakiye@example.com', worth: 60_000 }
const asking = {
  email: 'vadesigecmis@example.com',
  worth: 6_000,
  note: 'Çekimiz pazartesi tahsil olacak, şantiye bekliyor',
}

/**
 * Carts over the limit, so that the cart shows what to do about it, and a request to let one of them pass, which waits for
 * the store.
 */
export async function loadLimitApprovals(db: Db, today: Date): Promise<void> {
  for (const { email, worth } of [nearLimit, asking]) await fillCart(db, email, worth)
  await db.execute(
    `WITH asked AS (
       SELECT u.id AS user_id, u.dealer_id, d.risk_limit, d.overdue_balance, l.unit_id, l.quantity, p.code, p.name, n.name AS unit,
              price.sale_value, l.quantity * price.sale_value * (100 + coalesce(p.tax_rate, 20)) / 100 AS amount
         FROM users u JOIN dealers d ON d.id = u.dealer_id JOIN carts c ON c.user_id = u.id JOIN cart_lines l ON l.cart_id = c.id
         JOIN products p ON p.id = l.product_id JOIN product_units n ON n.id = l.unit_id
         JOIN unit_prices price ON price.unit_id = l.unit_id
         JOIN price_lists list ON list.id = price.price_list_id AND list.is_default
        WHERE u.email = $1
     )
     INSERT INTO limit_approvals (dealer_id, user_id, cart_hash, lines, currency, total, total_try, facts, note, created_at,
                                  expires_at)
     SELECT dealer_id, user_id,
            encode(sha256(convert_to(string_agg(unit_id || ':' || quantity, ' '
              ORDER BY (unit_id || ':' || quantity) COLLATE "C"), 'UTF8')), 'hex'),
            jsonb_agg(jsonb_build_object('code', code, 'name', name, 'unit', unit, 'quantity', quantity,
              'price', jsonb_build_object('value', sale_value::text, 'currency', 'TRY'))),
            'TRY', round(sum(amount), 2), round(sum(amount), 2),
            jsonb_build_object('riskLimit', risk_limit::text, 'mode', 'order', 'isBlocked', false,
              'available', (risk_limit - overdue_balance)::text, 'excess', round(sum(amount), 2)::text),
            $2, $3::timestamptz - interval '2 hours', $3::timestamptz + interval '7 days'
       FROM asked GROUP BY dealer_id, user_id, risk_limit, overdue_balance`,
    [asking.email, asking.note, today],
  )
}

/** Four products in stock with a price in lira, each worth about a quarter of the cart. */
async function fillCart(db: Db, email: string, worth: number): Promise<void> {
  await db.execute(
    `WITH cart AS (
       INSERT INTO carts (user_id) SELECT id FROM users WHERE email = $1
       ON CONFLICT (user_id) DO UPDATE SET updated_at = now() RETURNING id
     )
     INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity)
     SELECT cart.id, chosen.product_id, chosen.unit_id, chosen.quantity FROM cart, (
       SELECT p.id AS product_id, u.id AS unit_id, ceil($2::numeric / 4 / price.sale_value)::integer AS quantity
         FROM products p JOIN product_units u ON u.id = p.default_unit_id
         JOIN unit_prices price ON price.unit_id = u.id AND price.sale_currency = 'TRY' AND price.sale_value > 50
         JOIN price_lists list ON list.id = price.price_list_id AND list.is_default
        WHERE p.is_active AND p.parent_id IS NULL AND p.variant_names IS NULL
          AND NOT EXISTS (SELECT FROM campaign_discounts d WHERE d.product_id = p.id)
          AND (SELECT sum(quantity) FROM inventory i WHERE i.product_id = p.id) > ceil($2::numeric / 4 / price.sale_value) * u.multiplier
        ORDER BY p.id DESC LIMIT 4) chosen
     ON CONFLICT DO NOTHING`,
    [email, worth],
  )
}
