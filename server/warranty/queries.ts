import type { Day } from '#domain/text/calendar-day.ts'
import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type SerialRow = {
  moved_on: Day
  status: string
  document_no: string
  warranty_until: Day | null
  code: string
  name: string
  /** The product if it is listed in the shop. */
  listed_id: number | null
  seo: string | null
}

/**
 * The movements of a serial number, newest first. A dealer sees its own movements, and only while it is the last buyer
 * (or nobody bought it). `dealerId` null: an administrator, who sees all.
 */
export function findMovements(db: Db, serialKey: string, dealerId: number | null): Promise<SerialRow[]> {
  return db.query<SerialRow>(
    `WITH last_sale AS (
       SELECT dealer_id FROM serial_movements WHERE serial_key = $1 AND status = 'SATIŞ'
        ORDER BY moved_on DESC, id DESC LIMIT 1
     )
     SELECT m.moved_on, m.status, m.document_no, m.warranty_until, coalesce(nullif(m.product_code, ''), p.code, '') AS code,
            coalesce(p.name, m.product_name) AS name, p.seo, CASE WHEN ${isOnSale('p')} THEN p.id END AS listed_id
       FROM serial_movements m LEFT JOIN products p ON p.id = m.product_id
      WHERE m.serial_key = $1
        AND ($2::integer IS NULL
             OR m.dealer_id = $2 AND NOT EXISTS (SELECT FROM last_sale WHERE dealer_id IS DISTINCT FROM $2))
      ORDER BY m.moved_on DESC, m.id DESC LIMIT 200`,
    [serialKey, dealerId],
    'serial_movements_of',
  )
}
