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
  errors: ['wrong_credentials', 'account_disabled', 'too_many_attempts'],
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

export const endView = endpoint({
  method: 'DELETE',
  path: '/api/account/view',
  access: 'user',
  allowedWhileImpersonating: true,
  summary: 'Stops impersonating a user; returns that user',
  reply: z.object({ userId: z.nullable(z.number()) }),
  errors: [],
})
