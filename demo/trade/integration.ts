import { createHash, randomBytes } from 'node:crypto'
import { newWebhookSecret, sealWebhookSecret } from '#server/integration/integration.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Secret } from '#server/platform/http/secrets.ts'

/** Inserts a key whose secret nobody knows, and the ERP's numbers of the orders that were sent to it. */
export async function insertIntegration(db: Db): Promise<void> {
  const hash = createHash('sha256').update(randomBytes(32)).digest()
  await db.execute(
    `WITH added AS (
       INSERT INTO api_keys (name, prefix, secret_hash, scopes, addresses, requests_per_minute, created_by)
       SELECT 'ERP bağlantısı (örnek)', 'Ornek001', $1, '{catalog:write,prices:write,stock:write,orders:read,orders:ack,orders:write}',
              '{192.0.2.0/24}', 600, min(id) FROM users WHERE role = 'admin' HAVING count(*) > 0
       ON CONFLICT (prefix) DO UPDATE SET secret_hash = excluded.secret_hash RETURNING id)
     INSERT INTO erp_documents (kind, subject_id, document_no, key_id, acknowledged_at)
     SELECT 'order', o.id, 'SIP' || to_char(o.created_at, 'YYYY') || lpad(o.id::text, 9, '0'), added.id, o.sent_to_erp_at
       FROM orders o, added WHERE o.sent_to_erp_at IS NOT NULL`,
    [hash],
  )
}

/**
 * Inserts paused webhooks with deliveries of the newest orders: the store's, which the sandbox ERP receives, and a dealer's,
 * whose address does not exist. Without `secret` they have no signing secrets, and send nothing.
 */
export async function insertWebhooks(db: Db, secret: Secret | undefined): Promise<void> {
  const store = { name: 'E-ticaret sitesi (örnek)', url: 'http://sandbox-erp.localhost/webhooks' }
  await insertWebhook(db, { ...store, user: null })
  const dealers = { name: 'İnternet sitem (örnek)', url: 'https://bayi.example/siparis-olaylari' }
  await insertWebhook(db, { ...dealers, user: 'bayi@example.com' })
  if (secret === undefined) return
  const targets = await db.query<{ id: number }>('SELECT id FROM webhook_targets WHERE secret IS NULL')
  for (const { id } of targets) {
    const sealed = sealWebhookSecret(secret, id, newWebhookSecret())
    await db.execute('UPDATE webhook_targets SET secret = $2 WHERE id = $1', [id, sealed])
  }
}

/** @param user of the dealer that owns it; null for the store */
async function insertWebhook(db: Db, { name, url, user }: { name: string; url: string; user: string | null }) {
  await db.execute(
    `WITH added AS (
       INSERT INTO webhook_targets (name, url, types, is_active, expanded_seq, created_by, dealer_id, user_id)
       SELECT $1, $2, '{order.created,order.cancelled}', false, (SELECT last_value FROM event_seq), id, dealer_id,
              CASE WHEN dealer_id IS NOT NULL THEN id END
         FROM users WHERE email = $3 OR ($3::text IS NULL AND role = 'admin') ORDER BY id LIMIT 1 RETURNING id, dealer_id),
     newest AS (
       SELECT e.id, e.type, e.subject_id, o.order_no, o.created_at, o.total, o.currency, row_number() OVER (ORDER BY e.id DESC) AS n
         FROM events e JOIN orders o ON o.id = e.subject_id, added
        WHERE e.type = 'order.created' AND (added.dealer_id IS NULL OR o.dealer_id = added.dealer_id) ORDER BY e.id DESC LIMIT 6)
     INSERT INTO webhook_deliveries (target_id, event_id, type, subject, subject_id, at, state, attempts, body, attempted_at,
                                     milliseconds, status, answer, ended_at)
     SELECT added.id, newest.id, newest.type, 'order', newest.subject_id, newest.created_at,
            CASE WHEN n = 2 THEN 'dead' ELSE 'delivered' END, CASE WHEN n = 2 THEN 11 ELSE 1 END,
            jsonb_build_object('type', newest.type, 'timestamp', newest.created_at, 'data',
              jsonb_build_object('orderNo', order_no, 'total', total::text, 'currency', currency))::text,
            newest.created_at + interval '1 second', 84 + 7 * n, CASE WHEN n = 2 THEN 500 ELSE 200 END,
            CASE WHEN n = 2 THEN 'Internal Server Error' ELSE '' END, newest.created_at + interval '1 second'
       FROM added, newest ORDER BY newest.id`,
    [name, url, user],
  )
}
