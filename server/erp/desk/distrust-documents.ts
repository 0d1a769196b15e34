import type { Db } from '#server/platform/db/pool.ts'

/**
 * After a restore, documents that wait may be in the ERP already: they are looked up before they are written. A record goes to
 * one ERP, so of several connections one looks it up.
 */
export async function distrustDocuments(db: Db): Promise<void> {
  await db.execute(
    `UPDATE erp_outgoing o SET state = 'unknown', changed_at = now()
      WHERE o.state = 'waiting' AND NOT EXISTS (
        SELECT FROM erp_outgoing other WHERE (other.kind, other.subject_id) = (o.kind, o.subject_id)
           AND (other.state IN ('sending', 'unknown', 'booked')
                OR (other.state = 'waiting' AND other.connection_id < o.connection_id)))`,
  )
}
