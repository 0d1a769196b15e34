import type { Secret } from '#server/platform/http/secrets.ts'
import { getLoginRefusal, login, loginForm, logout, logoutForm } from '#contract/shop/account.ts'
import { refuse } from '#contract/core/errors.ts'
import { localPath, pages } from '#contract/core/pages.ts'
import { errorBody } from '#server/platform/http/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import {
  type CallContext,
  type Calls,
  clearGuestCartCookie,
  handle,
  setSessionCookie,
  sessionCookie,
} from '#server/visitor/visitor.ts'
import type { Store } from '#server/settings/settings.ts'
import { openRefusedSignIn, refusedSignInPath } from './refused-sign-in.ts'
import { signIn } from './sign-in.ts'
import type { MoveGuest } from './start-session.ts'
import { signOut } from './impersonation.ts'

type AccountDeps = { pool: Pool; store: Store; moveGuest: MoveGuest; secret: Secret }

export function registerAccount(calls: Calls, { pool, store, moveGuest, secret }: AccountDeps): void {
  async function signInVisitor(credentials: { username: string; password: string }, context: CallContext) {
    const days = store.facts().settings.sessionDays
    const result = await signIn(pool, { ...credentials, days }, context, moveGuest)
    if (!result.ok) return result
    // A dealer's user has merged the guest's cart; an administrator has no cart.
    if (context.guestCart?.isStored === true && result.user.role === 'dealer') clearGuestCartCookie(context)
    setSessionCookie(context, result.secret, days)
    return result
  }

  handle(calls, login, async ({ body }, context) => {
    const result = await signInVisitor(body, context)
    if (!result.ok) return result
    const { user, leftLines } = result
    return { success: true as const, user, ...(leftLines > 0 && { leftLines }) }
  })

  handle(calls, loginForm, async ({ body: { username, password, next } }, context) => {
    const isFilled = username.trim() !== '' && password !== ''
    const result = isFilled ? await signInVisitor({ username, password }, context) : refuse('wrong_credentials')
    // The cart shows which of the guest's lines did not fit.
    if (result.ok) return { location: result.leftLines > 0 ? pages.cart : localPath(next) }
    return context.wantsHtml ? { location: refusedSignInPath(secret, result, next, Date.now()) } : result
  })

  handle(calls, getLoginRefusal, ({ query }, { locale }) => {
    const refusal = openRefusedSignIn(secret, query.refused, Date.now())
    return refusal === null ? refuse('not_found') : { message: errorBody(refusal, locale).error.messages.type }
  })

  async function signOutVisitor(context: CallContext): Promise<void> {
    const { actor, address } = context
    if (actor !== null) await signOut(pool, { actor, address })
    context.clearCookie(sessionCookie)
  }

  handle(calls, logout, async (_input, context) => {
    await signOutVisitor(context)
    return { success: true as const }
  })

  handle(calls, logoutForm, async (_input, context) => {
    await signOutVisitor(context)
    return { location: pages.home }
  })
}
