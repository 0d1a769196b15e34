import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { accountKey, limitGuesses } from '#server/account/guess-limit.ts'
import { isPassword } from '#server/account/password/passwords.ts'
import { findPasswordHash, recordFailure } from '#server/account/queries.ts'

/**
 * Confirms that the user is at the browser before a factor changes: by the password. A user without a password must have
 * signed in within the last ten minutes. Returns null if confirmed. A wrong password counts like a failed sign-in.
 */
export async function confirmUser(
  pool: Pool,
  { actor, network }: Pick<UserContext, 'actor' | 'network'>,
  password: string,
): Promise<Refusal | null> {
  const { userId, sessionId } = actor
  const storedHash = await findPasswordHash(pool, userId)
  if (storedHash === null) {
    const fresh = await pool.one(
      "SELECT FROM sessions WHERE id = $1 AND user_id = $2 AND created_at > now() - interval '10 minutes'",
      [sessionId, userId],
    )
    return fresh === undefined ? refuse('sign_in_again') : null
  }
  if (password === '') return refuse('password_current_missing')
  const account = accountKey(userId)
  return limitGuesses(pool, { account, network }, async () => {
    if (await isPassword(password, storedHash)) return null
    await recordFailure(pool, account, network)
    return refuse('password_current_wrong')
  })
}
