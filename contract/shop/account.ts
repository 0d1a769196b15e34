import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { sealed, webAuthn } from './factors.ts'

const code = z.string().check(z.maxLength(50))
/** What a sign-in still needs after the first step: a code of the app or a recovery code, or a passkey. */
const secondStep = z.object({
  challenge: sealed,
  hasTotp: z.boolean(),
  hasPasskey: z.boolean(),
})
export type SecondStep = z.output<typeof secondStep>

/** Signed in, or the second step that is needed. */
const signInReply = z.object({
  success: z.literal(true),
  user: z.optional(z.object({ id: z.number(), name: z.string(), role: z.enum(['dealer', 'admin']) })),
  /**
   * Lines of the guest's cart that were not, or not completely, merged into the user's. Present if the cart page has
   * any to list.
   */
  leftLines: z.optional(z.number()),
  /** Instead of `user`: no session has begun yet. */
  secondStep: z.optional(secondStep),
  /** The store requires a second factor that the user has yet to set up. */
  needsFactor: z.optional(z.literal(true)),
})
export type SignInReply = z.output<typeof signInReply>

export const login = endpoint({
  method: 'POST',
  path: '/api/account/login',
  needsLimits: true,
  access: 'guest',
  summary: 'Signs in with email address or dealer code, or returns the second step',
  body: z.object({
    username: z.string().check(z.minLength(1), z.maxLength(200)),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  reply: signInReply,
  errors: ['wrong_credentials', 'account_disabled', 'account_closed_by_owner', 'password_off', 'too_many_attempts'],
})

const codeErrors = [
  'factor_expired',
  'factor_code_wrong',
  'factor_code_used',
  'factor_clock',
  'recovery_code_wrong',
] as const

/** `code`: of the authenticator app, or a recovery code. A code is valid once. */
export const loginCode = endpoint({
  method: 'POST',
  path: '/api/account/login/code',
  needsLimits: true,
  access: 'guest',
  summary: 'Completes a sign-in with a code',
  body: z.strictObject({ challenge: sealed, code }),
  reply: signInReply,
  errors: [...codeErrors, 'too_many_attempts'],
})

/** What the page of the second step shows to browsers without scripts. */
export const getSecondStep = endpoint({
  method: 'GET',
  path: '/api/account/login/second-step',
  access: 'guest',
  summary: 'What a sign-in still needs',
  query: z.object({ challenge: sealed }),
  reply: secondStep,
  errors: ['not_found'],
})

/** A passkey replaces password and code. */
export const loginPasskey = endpoint({
  method: 'POST',
  path: '/api/account/login/passkey',
  needsLimits: true,
  access: 'guest',
  summary: 'Signs in with a passkey',
  body: z.strictObject({ challenge: sealed, response: webAuthn }),
  reply: signInReply,
  errors: [
    ...(['passkey_unavailable', 'passkey_expired', 'passkey_refused', 'passkey_unknown'] as const),
    'account_disabled',
    'password_off',
  ],
})

/** Returns the same response for known and unknown addresses. */
export const requestSignInLink = endpoint({
  method: 'POST',
  path: '/api/account/login/link',
  needsLimits: true,
  access: 'guest',
  summary: 'Sends an email with a link that signs in once, if the address belongs to a user',
  body: z.object({ email: z.string().check(z.minLength(1), z.maxLength(254)) }),
  /** `isSent`: false in a shop without a mail server, for every address. */
  reply: z.object({ success: z.literal(true), isSent: z.boolean() }),
  errors: ['email_invalid', 'too_many_requests', 'sign_in_links_off'],
})

const linkParams = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) })

/** Opening the page does not use the link up: programs open the links in emails too. */
export const getSignInLink = endpoint({
  method: 'GET',
  path: '/api/account/login/link/:token',
  access: 'guest',
  summary: 'The user of an open sign-in link',
  params: linkParams,
  reply: z.object({ name: z.string(), email: z.string() }),
  errors: ['sign_in_link_not_found'],
})

export const signInByLink = endpoint({
  method: 'POST',
  path: '/api/account/login/link/:token',
  needsLimits: true,
  access: 'guest',
  summary: 'Signs in by a link, or returns the second step; the link is used up',
  params: linkParams,
  reply: signInReply,
  errors: ['sign_in_link_not_found'],
})

/**
 * The sign-in page's form as browsers without scripts send it: user name and password, or the code of the second step
 * with its `challenge`. `next` is the path to open afterwards; a refusal redirects
 * back to the page, which shows it.
 */
export const loginForm = endpoint({
  method: 'POST',
  path: '/account/login',
  access: 'guest',
  signed: 'form',
  encoding: 'form',
  summary: 'Signs in from a form; redirects (303) to `next`, or back with the refusal',
  body: z.object({
    username: z._default(z.string().check(z.maxLength(200)), ''),
    password: z._default(z.string().check(z.maxLength(200)), ''),
    challenge: z.optional(sealed),
    code: z._default(code, ''),
    next: z.optional(z.string()),
    _token: z.optional(z.string()),
  }),
  reply: z.object({ location: z.string() }),
  errors: [...login.errors, ...codeErrors, 'csrf_failed'],
})

/** Why the form was refused. `refused` is the sealed text of the address that the form redirected to. */
export const getLoginRefusal = endpoint({
  method: 'GET',
  path: '/api/account/login/refusal',
  access: 'guest',
  summary: 'Why the sign-in form was refused',
  query: z.object({ refused: z.string() }),
  reply: z.object({ message: z.string() }),
  errors: ['not_found'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/account/logout',
  access: 'guest',
  allowedWhileImpersonating: true,
  summary: 'Signs out',
  reply: z.object({ success: z.literal(true) }),
  errors: [],
})

/** The header's button as browsers without scripts send it. */
export const logoutForm = endpoint({
  method: 'POST',
  path: '/account/logout',
  access: 'guest',
  allowedWhileImpersonating: true,
  signed: 'form',
  encoding: 'form',
  summary: 'Signs out from a form; redirects (303) to the home page',
  body: z.object({ _token: z.optional(z.string()) }),
  reply: z.object({ location: z.string() }),
  errors: ['csrf_failed'],
})

export const endView = endpoint({
  method: 'DELETE',
  path: '/api/account/view',
  access: 'user',
  allowedWithoutFactor: true,
  allowedWhileImpersonating: true,
  summary: 'Stops impersonating a user, and returns that user, or stops working for a dealer',
  reply: z.object({ userId: z.nullable(z.number()) }),
  errors: [],
})
