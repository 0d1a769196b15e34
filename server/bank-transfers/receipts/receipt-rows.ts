import type { TransferReceipt } from '#contract/shop/transfers.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/visitor/visitor.ts'

export async function insertReceipt(db: Db, userId: number, receipt: TransferReceipt): Promise<void> {
  await db.execute(
    'INSERT INTO transfer_receipts (file, user_id, kind, name, bytes) VALUES ($1, $2, $3, $4, $5)',
    [receipt.file, userId, receipt.kind, receipt.name, receipt.bytes],
    'transfer_receipt_add',
  )
}

/** The number of receipts that a user uploaded within an hour and that no notice has. */
export async function countUnused(db: Db, userId: number): Promise<number> {
  const row = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM transfer_receipts
      WHERE user_id = $1 AND notice_id IS NULL AND created_at > now() - interval '1 hour'`,
    [userId],
    'transfer_receipts_unused',
  )
  return row?.count ?? 0
}

/** Attaches a receipt of the user to its notice. Returns false if there is none that is free. */
export async function attachReceipt(
  db: Db,
  { noticeId, userId, file }: { noticeId: number; userId: number; file: string },
): Promise<boolean> {
  const sql = 'UPDATE transfer_receipts SET notice_id = $1 WHERE file = $2 AND user_id = $3 AND notice_id IS NULL'
  return (await db.execute(sql, [noticeId, file, userId], 'transfer_receipt_attach')) === 1
}

/** A receipt that the user may open: its own before it is reported, then those of its dealer. Administrators open all reported ones. */
export function findReceipt(db: Db, actor: Actor, file: string) {
  return db.one<{ kind: 'picture' | 'pdf'; name: string }>(
    `SELECT f.kind, f.name FROM transfer_receipts f LEFT JOIN transfer_notices n ON n.id = f.notice_id
      WHERE f.file = $1 AND CASE WHEN n.id IS NULL THEN f.user_id = $2 ELSE $3 OR n.dealer_id = $4 END`,
    [file, actor.userId, actor.role === 'admin', actor.dealer?.id ?? null],
    'transfer_receipt_find',
  )
}

/** Deletes receipts that no notice has after a day, and returns their names. */
export async function deleteUnused(db: Db): Promise<string[]> {
  const rows = await db.query<{ file: string }>(
    `DELETE FROM transfer_receipts WHERE notice_id IS NULL AND created_at < now() - interval '1 day' RETURNING file`,
    [],
    'transfer_receipts_purge',
  )
  return rows.map(({ file }) => file)
}

export async function findKnown(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const sql = 'SELECT file FROM transfer_receipts WHERE file = ANY ($1)'
  const rows = await db.query<{ file: string }>(sql, [names], 'transfer_receipts_known')
  return new Set(rows.map(({ file }) => file))
}
