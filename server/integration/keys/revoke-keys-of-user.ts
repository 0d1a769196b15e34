import type { Db } from '#server/platform/db/pool.ts'

/** Revokes the keys that act as a user whose personal data is erased. The addresses that they were used from go, too. */
export async function revokeKeysOfUser(db: Db, userId: number, revokedBy: number): Promise<void> {
  await db.execute(
    `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()), revoked_by = coalesce(revoked_by, $2), last_used_from = NULL
      WHERE user_id = $1`,
    [userId, revokedBy],
  )
}
