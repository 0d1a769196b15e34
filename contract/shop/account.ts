import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

export const login = endpoint({
  method: 'POST',
  path: '/api/account/login',
  access: 'guest',
  summary: 'Signs in with email address or dealer code',
  body: z.object({
    username: z.string().check(z.minLength(1), z.maxLength(200)),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  reply: z.object({
    success: z.literal(true),
    user: z.object({ id: z.number(), name: z.string(), role: z.enum(['dealer', 'admin']) }),
    /**
     * Lines of the guest's cart that were not, or not completely, merged into the user's. Present if the cart page has
     * any to list.
     */
    leftLines: z.optional(z.number()),
  }),
  errors: ['wrong_credentials', 'account_disabled', 'account_closed_by_owner', 'too_many_attempts'],
})

/**
 * The sign-in page's form as browsers without scripts send it. `next` is the path to open afterwards; a refusal redirects
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
    next: z.optional(z.string()),
    _token: z.optional(z.string()),
  }),
  reply: z.object({ location: z.string() }),
  errors: [...login.errors, 'csrf_failed'],
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
  allowedWhileImpersonating: true,
  summary: 'Stops impersonating a user, and returns that user, or stops working for a dealer',
  reply: z.object({ userId: z.nullable(z.number()) }),
  errors: [],
})
