import { type Refusal, refuse } from '#contract/core/errors.ts'
import { passwordProblem } from '#domain/text/password.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { enqueuePasswordChanged } from './password-email.ts'
import { isGuessable } from './guessable-passwords.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { accountKey, limitGuesses } from '#server/account/guess-limit.ts'
import { findPasswordHash, recordFailure, replacePassword } from '#server/account/queries.ts'
import { newSessionSecret, sessionIdOf } from '#server/account/sessions.ts'

export type NewPassword = { password: string; passwordVerify: string }

/** Whose password it is: an attacker tries these words, too. */
type PasswordOwner = { role: 'dealer' | 'admin'; email: string; name: string; dealer: string | null }

/** Why the two fields cannot be saved, in the order of the specification (section 5); null if they can. */
export function newPasswordRefusal(input: NewPassword, { role, email, name, dealer }: PasswordOwner): Refusal | null {
  const { password, passwordVerify } = input
  if (passwordProblem(password, role) !== null) {
    return refuse(role === 'admin' ? 'password_length_admin' : 'password_length')
  }
  if (passwordVerify === '') return refuse('password_unverified')
  if (password !== passwordVerify) return refuse('password_mismatch')
  return isGuessable(password, [email, name, dealer ?? '']) ? refuse('password_common') : null
}

type Change = {
  userId: number
  currentPassword: string
  password: string
  days: number
  /** The browser that changes it. */
  visitor: { network: string; address: string; userAgent: string; locale: Locale }
}
type Changed = { ok: true; secret: string; sessionId: Buffer }

/**
 * Changes the password and ends all sessions of the user. Returns the secret of the new session. A wrong current password
 * counts like a failed sign-in: an open browser is no way to guess it.
 */
export async function changePassword(pool: Pool, wanted: Change): Promise<Changed | Refusal> {
  const { userId, currentPassword, password, days, visitor } = wanted
  const { network } = visitor
  const guesser = { account: accountKey(userId), network }
  return limitGuesses(pool, guesser, async () => {
    const checkedHash = await findPasswordHash(pool, userId)
    if (checkedHash === null || !(await isPassword(currentPassword, checkedHash))) {
      await recordFailure(pool, guesser.account, network)
      return refuse('password_current_wrong')
    }
    const secret = newSessionSecret()
    const sessionId = sessionIdOf(secret)
    const passwordHash = await hashPassword(password)
    const { userAgent, address } = visitor
    const change = { userId, checkedHash, passwordHash, sessionId, days, ...guesser, userAgent, address }
    const isChanged = await transaction(pool, async (db) => {
      const isReplaced = await replacePassword(db, change)
      if (isReplaced) await enqueuePasswordChanged(db, userId, visitor)
      return isReplaced
    })
    return isChanged ? { ok: true, secret, sessionId } : refuse('password_current_wrong')
  })
}
