import { refuse, type Refusal } from '#contract/core/errors.ts'
import { maskCards } from '#domain/payments/card-text.ts'
import type { SecondStep } from '#contract/shop/account.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import { rememberDevice } from '#server/account/factors/known-devices.ts'
import { secondStepOf, type StepDeps } from '#server/account/factors/second-step.ts'
import { accountKey, limitGuesses } from './guess-limit.ts'
import { type AccountRow, findAccount, isClosedByColleague, openSession, recordFailure } from './queries.ts'
import { isPassword } from '#server/account/password/passwords.ts'
import { loadSession, newSessionSecret, sessionIdOf } from './sessions.ts'

export type SignIn = { username: string; password: string }
export type SignedIn = {
  ok: true
  user: Pick<AccountRow, 'id' | 'name' | 'role'>
  secret: string
  /** Lines of the guest's cart that were not merged. */
  leftLines: number
  /** Staff who have yet to set up the second factor that the store requires. */
  needsFactor: boolean
}
/** Moves a guest's cart to the user who signs in, in the same transaction. Returns the number of unmerged lines. */
export type MoveGuest = (db: Db, user: CallContext, guest: CallContext) => Promise<number>

/** `days`: the lifetime of a session. */
export type SessionDeps = StepDeps & { moveGuest: MoveGuest; days: number }

/** No session has begun: the user has to complete the sign-in. */
export type SecondStepNeeded = { ok: true; secondStep: SecondStep }

/**
 * Checks user name and password and opens a session. Without the right password no refusal reveals whether the account
 * exists.
 */
export async function signIn(
  deps: SessionDeps,
  input: SignIn,
  visitor: CallContext,
): Promise<SignedIn | SecondStepNeeded | Refusal> {
  const { pool } = deps
  // The database accepts no NUL in texts.
  const username = input.username.replaceAll('\0', '').trim()
  const account = await findAccount(pool, username)
  // What is no user name may be a card number.
  const key = account === undefined ? `name:${maskCards(username.toLowerCase().slice(0, 200))}` : accountKey(account.id)
  return limitGuesses(pool, { account: key, network: visitor.network }, async () => {
    const isRight = await isPassword(input.password, account?.password_hash)
    if (account === undefined || !isRight || account.is_disabled) {
      await recordFailure(pool, key, visitor.network)
      if (!isRight || account === undefined) return refuse('wrong_credentials')
      return refuse((await isClosedByColleague(pool, account.id)) ? 'account_closed_by_owner' : 'account_disabled')
    }
    if (account.is_password_off) return refuse('password_off')
    return passFirstStep(deps, account, visitor)
  })
}

/**
 * Begins a session for a user who has passed the first step (password or emailed link), unless a second one is needed.
 * Single steps that replace both, such as passkeys, call `beginSession`.
 */
export async function passFirstStep(
  deps: SessionDeps,
  user: SignedIn['user'],
  visitor: CallContext,
): Promise<SignedIn | SecondStepNeeded> {
  const { step, needsFactor } = await secondStepOf(deps, user.id)
  if (step !== null) return { ok: true, secondStep: step }
  return { ...(await beginSession(deps, user, visitor)), needsFactor }
}

/**
 * Begins a session for a user who has proved who it is, whatever the method, and moves the guest's cart to it. Every
 * sign-in ends here.
 */
export async function beginSession(
  { pool, moveGuest, days }: Pick<SessionDeps, 'pool' | 'moveGuest' | 'days'>,
  user: SignedIn['user'],
  visitor: CallContext,
): Promise<SignedIn> {
  const secret = newSessionSecret()
  const session = {
    id: sessionIdOf(secret),
    replaces: visitor.actor?.sessionId ?? null,
    userId: user.id,
    days,
    account: accountKey(user.id),
    network: visitor.network,
    userAgent: visitor.userAgent,
    address: visitor.address,
    choices: visitor.actor === null ? visitor.choices : {},
  }
  const leftLines = await transaction(pool, async (db) => {
    await rememberDevice(db, user.id, visitor)
    await openSession(db, session)
    if (visitor.guestCart?.isStored !== true) return 0
    const signedIn = await loadSession(db, secret)
    return signedIn === null ? 0 : moveGuest(db, { ...visitor, ...signedIn, guestCart: null }, visitor)
  })
  visitor.log.info({ userId: user.id, network: visitor.network }, 'A user signed in.')
  return { ok: true, user: { id: user.id, name: user.name, role: user.role }, secret, leftLines, needsFactor: false }
}
