import type { FastifyInstance } from 'fastify'
import { localPath, pages, pathAfterSignIn } from '#contract/core/pages.ts'
import { singleSignOnReturnPath } from '#contract/core/single-sign-on-paths.ts'
import { getSingleSignOn, startSingleSignOn } from '#contract/shop/single-sign-on.ts'
import { isRefusal } from '#contract/core/errors.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import type { Store } from '#server/settings/settings.ts'
import {
  type Calls,
  clearGuestCartCookie,
  handle,
  readVisit,
  setSessionCookie,
  type VisitOptions,
} from '#server/visitor/visitor.ts'
import { refusedSignInPath } from '#server/account/refused-sign-in.ts'
import { beginSession, type MoveGuest } from '#server/account/sign-in.ts'
import { finishFlow, type FlowDeps, startFlow } from './sign-in-flow.ts'
import { findOrLinkUser } from './user-of-identity.ts'

/** The calls of the sign-in page. */
export function registerSingleSignOn(calls: Calls, deps: FlowDeps): void {
  handle(calls, getSingleSignOn, async () => {
    const rows = await deps.pool.query<{ name: string; is_staff: boolean }>(
      'SELECT name, dealer_id IS NULL AS is_staff FROM identity_providers WHERE is_active',
      [],
      'sso_offered',
    )
    return { isOffered: rows.length > 0, staff: rows.find(({ is_staff }) => is_staff)?.name ?? null }
  })

  handle(calls, startSingleSignOn, ({ body: { email, next } }, context) => startFlow(deps, { email, next }, context))
}

type ReturnDeps = FlowDeps & { store: Store; secret: Secret; moveGuest: MoveGuest; visit: VisitOptions }

/** The address to which a provider returns the browser. It opens the session, or shows at the sign-in page why not. */
export function serveSingleSignOn(app: FastifyInstance, deps: ReturnDeps): void {
  const { pool, store, secret, moveGuest, visit } = deps
  app.get(singleSignOnReturnPath, { schema: { hide: true } }, async (request, reply) => {
    const context = await readVisit(request, reply, visit)
    const search = new URL(request.url, 'http://localhost').searchParams
    const returned = await finishFlow(deps, search, context)
    const user = returned.ok
      ? await findOrLinkUser(pool, returned.provider, returned.identity, context.address)
      : returned.refusal
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    if (isRefusal(user)) {
      context.log.info({ code: user.code, network: context.network }, 'A sign-in was refused.')
      return reply.redirect(refusedSignInPath(secret, user, returned.next, Date.now()), 303)
    }
    const days = store.facts().settings.sessionDays
    const signedIn = await beginSession({ pool, moveGuest, days }, user, context)
    if (context.guestCart?.isStored === true && user.role === 'dealer') clearGuestCartCookie(context)
    setSessionCookie(context, signedIn.secret, days)
    // The cart shows which of the guest's lines did not fit.
    return reply.redirect(
      signedIn.leftLines > 0 ? pages.cart : pathAfterSignIn(user.role, localPath(returned.next)),
      303,
    )
  })
}

/** Removes the code and the state of a return from a line of the log. */
export function scrubSignInCodes(line: string): string {
  return line.replace(/(account(?:\/|%2F)login(?:\/|%2F)sso(?:\?|%3F))[^\s"]+/gi, '$1***')
}
