import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

/** Returns the same response for known and unknown addresses. */
export const requestPasswordLink = endpoint({
  method: 'POST',
  path: '/api/account/forgotten',
  needsLimits: true,
  access: 'guest',
  summary: 'Sends an email with a one-time link for setting a new password, if the address belongs to a user',
  body: z.object({ email: z.string().check(z.minLength(1), z.maxLength(254)) }),
  /** `isSent`: false in a shop without a mail server, for every address. */
  reply: z.object({ success: z.literal(true), isSent: z.boolean() }),
  errors: ['email_invalid', 'too_many_requests'],
})

const params = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) })

/** Opening a link does not use it up: programs open the links in emails too. */
export const getPasswordLink = endpoint({
  method: 'GET',
  path: '/api/account/password/:token',
  access: 'guest',
  summary: 'The user of an open one-time link, and the minimum length of the password',
  params,
  reply: z.object({
    kind: z.enum(['invite', 'reset']),
    name: z.string(),
    email: z.string(),
    role: z.enum(['dealer', 'admin']),
  }),
  errors: ['password_link_not_found'],
})

export const setPasswordByLink = endpoint({
  method: 'POST',
  path: '/api/account/password/:token',
  access: 'guest',
  summary: 'Sets a new password by a one-time link; all sessions of its user end',
  params,
  body: z.object({
    password: z.string().check(z.maxLength(200)),
    passwordVerify: z.string().check(z.maxLength(200)),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: [
    'password_link_not_found',
    ...(['password_length', 'password_length_admin', 'password_unverified', 'password_mismatch'] as const),
    'password_common',
  ],
})
