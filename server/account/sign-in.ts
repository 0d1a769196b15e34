import { refuse, type Refusal } from '#contract/core/errors.ts'
import { maskCards } from '#domain/payments/card-text.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import { accountKey, limitGuesses } from './guess-limit.ts'
import { findAccount, recordFailure } from './queries.ts'
import { isPassword } from '#server/account/password/passwords.ts'
import { type MoveGuest, type SignedIn, startSession } from './start-session.ts'

export type SignIn = { username: string; password: string; days: number }

/**
 * Checks user name and password and opens a session. Without the right password no refusal reveals whether the account
 * exists.
 */
export async function signIn(
  pool: Pool,
  input: SignIn,
  visitor: CallContext,
  moveGuest: MoveGuest,
): Promise<SignedIn | Refusal> {
  // The database accepts no NUL in texts.
  const username = input.username.replaceAll('\0', '').trim()
  const account = await findAccount(pool, username)
  // What is no user name may be a card number.
  const key = account === undefined ? `name:${maskCards(username.toLowerCase().slice(0, 200))}` : accountKey(account.id)
  return limitGuesses(pool, { account: key, network: visitor.network }, async (): Promise<SignedIn | Refusal> => {
    const isRight = await isPassword(input.password, account?.password_hash)
    if (account === undefined || !isRight || account.is_disabled) {
      await recordFailure(pool, key, visitor.network)
      return refuse(isRight && account?.is_disabled ? 'account_disabled' : 'wrong_credentials')
    }
    if (account.is_password_off) return refuse('password_off')
    return startSession(pool, account, input.days, visitor, moveGuest)
  })
}
