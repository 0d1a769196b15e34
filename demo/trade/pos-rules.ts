import type { Db } from '#server/platform/db/pool.ts'

/**
 * Inserts rules for the demo's POS accounts: cards of a program with a reserve, high amounts by shares, and, not in use, foreign
 * cards in dollars.
 */
export async function insertPosRules(db: Db): Promise<void> {
  await db.execute(
    `WITH given (position, name, is_active, card_families, card_types, min_amount, currency, target, accounts, shares) AS (VALUES
       (1, 'Kule kartları', true, ARRAY['Kule'], '{}'::text[], NULL::numeric, NULL, 'ordered', ARRAY['demo-kule', 'demo-arti'],
        NULL::numeric[]),
       (2, 'Yüksek tutarlar', true, '{}', '{}', 500000, 'TRY', 'shares', ARRAY['demo-arti', 'demo-kule'], ARRAY[60, 40]),
       (3, 'Yurt dışı kartları dolarla', false, '{}', ARRAY['unknown'], NULL, 'USD', 'ordered', ARRAY['demo-dolar'], NULL)
     ), added AS (
       INSERT INTO pos_rules (position, name, is_active, card_families, card_types, min_amount, currency, target)
       SELECT position, name, is_active, card_families, card_types, min_amount, currency, target FROM given RETURNING id, position
     )
     INSERT INTO pos_rule_accounts (rule_id, pos_account_id, position, share)
     SELECT added.id, a.id, chosen.place, given.shares[chosen.place]
       FROM given JOIN added USING (position)
      CROSS JOIN LATERAL unnest(given.accounts) WITH ORDINALITY AS chosen (code, place)
       JOIN pos_accounts a ON a.code = chosen.code`,
  )
}
