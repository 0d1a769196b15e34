import { inScopeSql } from '#server/account/account.ts'
import type { FaultPhoto } from '#contract/shop/fault-reports.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import type { Db } from '#server/platform/db/pool.ts'

export async function insertPhoto(db: Db, userId: number, { file, width, height }: FaultPhoto): Promise<void> {
  await db.execute(
    'INSERT INTO fault_report_photos (file, user_id, width, height) VALUES ($1, $2, $3, $4)',
    [file, userId, width, height],
    'fault_photo_insert',
  )
}

/** The number of photos that a user uploaded within an hour and that belong to no report. */
export async function countUnattached(db: Db, userId: number): Promise<number> {
  const row = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM fault_report_photos
      WHERE user_id = $1 AND report_id IS NULL AND return_id IS NULL AND created_at > now() - interval '1 hour'`,
    [userId],
    'fault_photo_count',
  )
  return row?.count ?? 0
}

/** Deletes a photo of this user that belongs to no report. Returns false if there is none. */
export async function deleteUnattached(db: Db, userId: number, file: string): Promise<boolean> {
  const sql =
    'DELETE FROM fault_report_photos WHERE file = $2 AND user_id = $1 AND report_id IS NULL AND return_id IS NULL'
  return (await db.execute(sql, [userId, file], 'fault_photo_delete')) === 1
}

type Attached = { userId: number; files: readonly string[] } & ({ reportId: number } | { returnId: number })

/** Attaches photos of a user to a report or a return in the given order. Returns the number of photos found. */
export async function attachPhotos(db: Db, attached: Attached): Promise<number> {
  const [reportId, returnId] = 'reportId' in attached ? [attached.reportId, null] : [null, attached.returnId]
  return db.execute(
    `UPDATE fault_report_photos p SET report_id = $1, return_id = $4, position = wanted.place
       FROM unnest($3::text[]) WITH ORDINALITY wanted (file, place)
      WHERE p.file = wanted.file AND p.user_id = $2 AND p.report_id IS NULL AND p.return_id IS NULL`,
    [reportId, attached.userId, attached.files, returnId],
    'fault_photo_attach',
  )
}

/**
 * Whether a user may see a photo: its uploader, the dealer of its report or return, and administrators once it belongs to
 * one.
 */
export async function maySeePhoto(db: Db, actor: Actor, file: string): Promise<boolean> {
  const row = await db.one<{ found: boolean }>(
    `SELECT true AS found FROM fault_report_photos p
       LEFT JOIN fault_reports f ON f.id = p.report_id LEFT JOIN returns r ON r.id = p.return_id
       LEFT JOIN orders o ON o.id = r.order_id
      WHERE p.file = $1 AND CASE WHEN coalesce(f.id, r.id) IS NULL THEN p.user_id = $2
                                 ELSE $3 OR coalesce(f.dealer_id, r.dealer_id) = $4
                                      AND (f.id IS NOT NULL OR ${inScopeSql('$5')}) END`,
    [file, actor.userId, actor.role === 'admin', actor.dealer?.id ?? null, actor.addresses],
    'fault_photo_may_see',
  )
  return row !== undefined
}
