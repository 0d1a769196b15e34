import type { Secret } from '#server/platform/http/secrets.ts'
import {
  getLoginRefusal,
  getSecondStep,
  getSignInLink,
  login,
  loginCode,
  loginForm,
  loginPasskey,
  logout,
  logoutForm,
  requestSignInLink,
  type SignInReply,
  signInByLink,
} from '#contract/shop/account.ts'
import { draftPasskeySignIn } from '#contract/shop/factors.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { localPath, pages, pathAfterSignIn, secondFactorPath } from '#contract/core/pages.ts'
import { secondStepPath } from '#contract/core/record-paths.ts'
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
import { draftPasskeySignIn as draftPasskey, type PasskeyDeps, passPasskey } from './factors/passkeys.ts'
import { findSecondStep, passSecondStep } from './factors/second-step.ts'
import { requestLinkEmail } from './password/forgotten-password.ts'
import { findSignInLink, useSignInLink } from './password/sign-in-links.ts'
import { beginSession, type MoveGuest, passFirstStep, type SecondStepNeeded, type SignedIn, signIn } from './sign-in.ts'
import { signOut } from './impersonation.ts'

type AccountDeps = {
  pool: Pool
  store: Store
  moveGuest: MoveGuest
  secret: Secret
  now(): Date
  hasMailServer: boolean
  /** The site of passkeys; null where browsers have none. */
  siteOf: PasskeyDeps['siteOf']
}

export function registerAccount(calls: Calls, { pool, store, moveGuest, secret, now, ...deps }: AccountDeps): void {
  const sessionDeps = () => ({ pool, moveGuest, secret, now, days: store.facts().settings.sessionDays })

  /** Sets the cookies of a session that has begun. */
  function signedIn(result: SignedIn, context: CallContext): SignedIn {
    // A dealer's user has merged the guest's cart; an administrator has no cart.
    if (context.guestCart?.isStored === true && result.user.role === 'dealer') clearGuestCartCookie(context)
    setSessionCookie(context, result.secret, store.facts().settings.sessionDays)
    return result
  }

  /** Which account was tried is in `login_failures`: the log names nobody who may not exist. */
  function refused(refusal: Refusal, { log, network }: CallContext): Refusal {
    log.info({ code: refusal.code, network }, 'A sign-in was refused.')
    return refusal
  }

  /** The reply of a sign-in, which may need a second step. */
  function replyOf(result: SignedIn | SecondStepNeeded | Refusal, context: CallContext): SignInReply | Refusal {
    if (!result.ok) return refused(result, context)
    if ('secondStep' in result) return { success: true, secondStep: result.secondStep }
    const { user, leftLines, needsFactor } = signedIn(result, context)
    return {
      success: true,
      user,
      ...(leftLines > 0 && { leftLines }),
      ...(needsFactor && { needsFactor: true as const }),
    }
  }

  async function completeSignIn(typed: { challenge: string; code: string }, context: CallContext) {
    const passed = await passSecondStep(sessionDeps(), typed, context)
    return passed.ok ? beginSession(sessionDeps(), passed.user, context) : passed
  }

  handle(calls, login, async ({ body }, context) => replyOf(await signIn(sessionDeps(), body, context), context))

  handle(calls, loginCode, async ({ body }, context) => replyOf(await completeSignIn(body, context), context))

  handle(calls, getSecondStep, async ({ query }) => {
    return (await findSecondStep(sessionDeps(), query.challenge)) ?? refuse('not_found')
  })

  handle(calls, draftPasskeySignIn, (_input, context) => draftPasskey({ ...sessionDeps(), ...deps }, context))

  handle(calls, loginPasskey, async ({ body }, context) => {
    const passed = await passPasskey({ ...sessionDeps(), ...deps }, context, body)
    return replyOf(passed.ok ? await beginSession(sessionDeps(), passed.user, context) : passed, context)
  })

  handle(calls, requestSignInLink, async ({ body }, { network, locale }) => {
    if (store.facts().settings.signInLinks !== '1') return refuse('sign_in_links_off')
    const outcome = await requestLinkEmail(pool, { kind: 'sign-in', email: body.email, network, locale })
    return outcome.ok ? { success: true as const, isSent: deps.hasMailServer } : outcome
  })

  handle(calls, getSignInLink, async ({ params }) => {
    const user = store.facts().settings.signInLinks === '1' ? await findSignInLink(pool, params.token) : undefined
    return user ?? refuse('sign_in_link_not_found')
  })

  handle(calls, signInByLink, async ({ params }, context) => {
    const user = store.facts().settings.signInLinks === '1' ? await useSignInLink(pool, params.token) : undefined
    if (user === undefined) return refuse('sign_in_link_not_found')
    return replyOf(await passFirstStep(sessionDeps(), user, context), context)
  })

  handle(calls, loginForm, async ({ body: { username, password, next, challenge, code } }, context) => {
    const isFilled = username.trim() !== '' && password !== ''
    const result =
      challenge !== undefined
        ? await completeSignIn({ challenge, code }, context)
        : isFilled
          ? await signIn(sessionDeps(), { username, password }, context)
          : refuse('wrong_credentials')
    if (result.ok && 'secondStep' in result)
      return { location: secondStepPath(result.secondStep.challenge, localPath(next)) }
    if (result.ok) {
      const { user, leftLines, needsFactor } = signedIn(result, context)
      if (needsFactor) return { location: secondFactorPath(localPath(next)) }
      // The cart shows which of the guest's lines did not fit.
      return { location: leftLines > 0 ? pages.cart : pathAfterSignIn(user.role, localPath(next)) }
    }
    refused(result, context)
    if (!context.wantsHtml) return result
    const location = refusedSignInPath(secret, result, next, Date.now())
    // An expired second step begins again with the password.
    const isStep = challenge !== undefined && result.code !== 'factor_expired'
    return { location: isStep ? `${location}&challenge=${encodeURIComponent(challenge)}` : location }
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
