import type { Db } from '#server/platform/db/pool.ts'

/** Changes of the default list and of a price rule that wait for a second person, requested by the user who keeps prices. */
export async function loadPriceProposals(db: Db): Promise<void> {
  await db.execute(
    `WITH brand AS (
       SELECT b.id, b.name, count(*) AS units
         FROM unit_prices up JOIN product_units u ON u.id = up.unit_id JOIN products p ON p.id = u.product_id
         JOIN brands b ON b.id = p.brand_id
        WHERE up.price_list_id = (SELECT id FROM price_lists WHERE is_default)
        GROUP BY b.id ORDER BY b.name LIMIT 1)
     INSERT INTO price_proposals (price_list_id, kind, request, facts, requested_by, requested_at)
     SELECT l.id, 'raise',
            jsonb_build_object('percent', '35', 'step', '0.01', 'brand', brand.id, 'category', NULL),
            jsonb_build_object('percent', '35', 'rounding', '0.01', 'brand', brand.name, 'units', brand.units),
            u.id, now() - interval '3 hours'
       FROM price_lists l, brand, users u WHERE l.is_default AND u.email = 'fiyat@example.com'`,
  )
  await db.execute(
    `INSERT INTO rule_proposals (kind, price_rule_id, request, requested_by, requested_at)
     SELECT 'switch', r.id, '{"isActive": true}', u.id, now() - interval '2 hours'
       FROM price_rules r, users u WHERE r.code = 'ZNC-DNM' AND u.email = 'fiyat@example.com'`,
  )
}
