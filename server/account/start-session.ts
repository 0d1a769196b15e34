import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import { accountKey } from './guess-limit.ts'
import { type AccountRow, openSession } from './queries.ts'
import { loadSession, newSessionSecret, sessionIdOf } from './sessions.ts'

export type SignedIn = {
  ok: true
  user: Pick<AccountRow, 'id' | 'name' | 'role'>
  secret: string
  /** Lines of the guest's cart that were not merged. */
  leftLines: number
}

/** Moves a guest's cart to the user who signs in, in the same transaction. Returns the number of unmerged lines. */
export type MoveGuest = (db: Db, user: CallContext, guest: CallContext) => Promise<number>

/**
 * Opens the session of a user who has proved who he or she is, and moves the guest's cart to it, in one transaction. Every
 * way to sign in ends here.
 */
export async function startSession(
  pool: Pool,
  account: Pick<AccountRow, 'id' | 'name' | 'role'>,
  days: number,
  visitor: CallContext,
  moveGuest: MoveGuest,
): Promise<SignedIn> {
  const secret = newSessionSecret()
  const session = {
    id: sessionIdOf(secret),
    replaces: visitor.actor?.sessionId ?? null,
    userId: account.id,
    days,
    account: accountKey(account.id),
    network: visitor.network,
    userAgent: visitor.userAgent,
    address: visitor.address,
    choices: visitor.actor === null ? visitor.choices : {},
  }
  const leftLines = await transaction(pool, async (db) => {
    await openSession(db, session)
    if (visitor.guestCart?.isStored !== true) return 0
    const signedIn = await loadSession(db, secret)
    return signedIn === null ? 0 : moveGuest(db, { ...visitor, ...signedIn, guestCart: null }, visitor)
  })
  return { ok: true, user: { id: account.id, name: account.name, role: account.role }, secret, leftLines }
}
