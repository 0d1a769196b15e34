import type { Db } from '#server/platform/db/pool.ts'

/** All users of dealers have accepted the current texts, one asks to be erased, and staff have a provider to try. */
export async function loadPersonalData(db: Db, today: Date): Promise<void> {
  await db.execute(
    `INSERT INTO text_user_acceptances (text_id, user_id, dealer_id, locale, address, accepted_at)
     SELECT t.id, u.id, u.dealer_id, 'tr', '192.0.2.' || (u.id % 250 + 1),
            t.published_at + make_interval(days => u.id % 10, hours => u.id % 9 + 8)
       FROM text_versions t JOIN users u ON u.dealer_id IS NOT NULL AND u.disabled_at IS NULL
      WHERE t.kind <> 'cookies' AND (t.kind <> 'dealer_contract' OR u.user_role = 'owner')
        AND NOT EXISTS (SELECT FROM text_versions v WHERE v.kind = t.kind AND v.version > t.version)`,
  )
  await db.execute(
    `INSERT INTO erasure_requests (user_id, requested_at)
     SELECT max(id), $1::timestamptz - interval '2 days' FROM users WHERE dealer_id IS NOT NULL AND disabled_at IS NULL`,
    [today],
  )
  await db.execute(
    `WITH added AS (
       INSERT INTO identity_providers (name, issuer, client_id)
       VALUES ('Toptan personel hesabı', 'https://login.example.com/toptan', 'toptan') ON CONFLICT DO NOTHING RETURNING id)
     INSERT INTO identity_provider_domains (domain, provider_id) SELECT 'toptan-personel.example', id FROM added
     ON CONFLICT DO NOTHING`,
  )
}
