import { type Refusal, refuse } from '#contract/core/errors.ts'
import { isCommonPassword } from '#domain/text/common-passwords.ts'
import { passwordProblem } from '#domain/text/password.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { hashPassword } from './passwords.ts'
import { replacePassword } from '#server/account/queries.ts'
import { newSessionSecret, sessionIdOf } from '#server/account/sessions.ts'

export type NewPassword = { password: string; passwordVerify: string }

/** Why the two fields cannot be saved, in the order of the specification (section 5); null if they can. */
export function newPasswordRefusal(input: NewPassword, role: 'dealer' | 'admin'): Refusal | null {
  const { password, passwordVerify } = input
  if (passwordProblem(password, role) !== null) {
    return refuse(role === 'admin' ? 'password_length_admin' : 'password_length')
  }
  if (passwordVerify === '') return refuse('password_unverified')
  if (password !== passwordVerify) return refuse('password_mismatch')
  return isCommonPassword(password) ? refuse('password_common') : null
}

/** Changes the password and ends all sessions of the user. Returns the secret of the new session. */
export async function changePassword(
  db: Db,
  { userId, password, days }: { userId: number; password: string; days: number },
): Promise<{ secret: string; sessionId: Buffer }> {
  const secret = newSessionSecret()
  const sessionId = sessionIdOf(secret)
  await replacePassword(db, { userId, passwordHash: await hashPassword(password), sessionId, days })
  return { secret, sessionId }
}
