import { login, logout } from '#contract/shop/account.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, clearGuestCartCookie, handle, setSessionCookie, sessionCookie } from '#server/visitor/visitor.ts'
import type { Store } from '#server/settings/settings.ts'
import { type MoveGuest, signIn } from './sign-in.ts'
import { signOut } from './impersonation.ts'

type AccountDeps = { pool: Pool; store: Store; moveGuest: MoveGuest }

export function registerAccount(calls: Calls, { pool, store, moveGuest }: AccountDeps): void {
  handle(calls, login, async ({ body }, context) => {
    const days = store.facts().settings.sessionDays
    const result = await signIn(pool, { ...body, days }, context, moveGuest)
    if (!result.ok) return result
    // A dealer's user has merged the guest's cart; an administrator has no cart.
    if (context.guestCart?.isStored === true && result.user.role === 'dealer') clearGuestCartCookie(context)
    setSessionCookie(context, result.secret, days)
    const { user, leftLines } = result
    return { success: true as const, user, ...(leftLines > 0 && { leftLines }) }
  })

  handle(calls, logout, async (_input, context) => {
    const { actor, address } = context
    if (actor !== null) await signOut(pool, { actor, address })
    context.clearCookie(sessionCookie)
    return { success: true as const }
  })
}
