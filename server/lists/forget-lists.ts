import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { forgetSeen } from './seen-products.ts'

/** Removes the own lists of a user whose personal data is erased, what it follows and what it saw. Shared lists stay with the dealer. */
export async function forgetLists(db: Db, userId: number): Promise<void> {
  await db.execute('DELETE FROM lists WHERE user_id = $1 AND NOT is_shared', [userId])
  await db.execute('DELETE FROM list_follows WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM list_line_states WHERE user_id = $1', [userId])
  await forgetSeen(db, userId)
}

/** Removes deleted lists and lines that can no longer be restored. */
export async function purgeLists(db: Db): Promise<void> {
  // Lines first: a list that still has them takes all of them with it.
  await deleteBatches(db, 'list_lines', "removed_at < now() - interval '1 hour'", { by: 'removed_at' })
  await deleteBatches(db, 'lists', "deleted_at < now() - interval '1 hour'", { by: 'deleted_at', batch: 20 })
}
