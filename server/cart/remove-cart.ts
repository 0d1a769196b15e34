import type { Db } from '#server/platform/db/pool.ts'

/** Removes the cart and the order pad of a user whose personal data is erased. */
export async function removeCartOfUser(db: Db, userId: number): Promise<void> {
  await db.execute('DELETE FROM carts WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM order_drafts WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM shared_drafts WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM order_pad_receipts WHERE user_id = $1', [userId])
}
