import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db/pool.ts'

/** Inserts a key whose secret nobody knows, and the ERP's numbers of the orders that were sent to it. */
export async function insertIntegration(db: Db): Promise<void> {
  const hash = createHash('sha256').update(randomBytes(32)).digest()
  await db.execute(
    `WITH added AS (
       INSERT INTO api_keys (name, prefix, secret_hash, scopes, addresses, requests_per_minute, created_by)
       SELECT 'ERP bağlantısı (örnek)', 'Ornek001', $1, '{catalog:write,prices:write,stock:write,orders:read,orders:ack}',
              '{192.0.2.0/24}', 600, min(id) FROM users WHERE role = 'admin' HAVING count(*) > 0
       ON CONFLICT (prefix) DO UPDATE SET secret_hash = excluded.secret_hash RETURNING id)
     INSERT INTO erp_documents (kind, subject_id, document_no, key_id, acknowledged_at)
     SELECT 'order', o.id, 'SIP' || to_char(o.created_at, 'YYYY') || lpad(o.id::text, 9, '0'), added.id, o.sent_to_erp_at
       FROM orders o, added WHERE o.sent_to_erp_at IS NOT NULL`,
    [hash],
  )
}
