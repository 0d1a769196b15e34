import type { Db } from '#server/platform/db/pool.ts'

/** The dealer who was interrupted while typing an order. */
const typing = 'bayi@example.com'

/**
 * A draft on the order pad: products in stock, one of them in a typed unit, and a code with two letters exchanged, so that the
 * pad shows prices, stock and a problem to repair.
 */
export async function insertOrderDrafts(db: Db): Promise<void> {
  await db.execute(
    `WITH chosen AS (
       SELECT p.id, p.code, u.name AS unit, row_number() OVER (ORDER BY p.id) AS place
         FROM products p JOIN product_units u ON u.id = p.default_unit_id
        WHERE p.is_active AND p.parent_id IS NULL AND p.variant_names IS NULL AND length(p.code) > 6
          AND EXISTS (SELECT FROM unit_prices price JOIN price_lists list ON list.id = price.price_list_id
                       WHERE price.unit_id = u.id AND list.is_default AND price.sale_value > 0)
          AND (SELECT sum(quantity) FROM inventory i WHERE i.product_id = p.id) > 100 * u.multiplier
        ORDER BY p.id LIMIT 6
     )
     INSERT INTO order_drafts (user_id, revision, lines)
     SELECT u.id, 1, jsonb_agg(jsonb_build_object(
              'code', CASE WHEN c.place = 6 THEN left(c.code, -2) || reverse(right(c.code, 2)) || 'X' ELSE c.code END,
              'quantity', (c.place * 2)::text,
              'unit', CASE WHEN c.place = 3 THEN c.unit ELSE '' END) ORDER BY c.place)
       FROM users u, chosen c WHERE u.email = $1 GROUP BY u.id`,
    [typing],
  )
}
