import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { sellerAddress } from './offers.ts'

const typed = z.optional(z.string().check(z.maxLength(200)))

/** Without input nothing is saved (specification, section 5). */
export const saveAccount = endpoint({
  method: 'POST',
  path: '/api/catalog/account/settings',
  access: 'user',
  allowedWithoutFactor: true,
  encoding: 'form',
  summary: 'Changes the password, given the current one; the user’s other sessions end, and this one gets a new id',
  body: z.object({ currentPassword: typed, password: typed, passwordVerify: typed }),
  reply: z.object({
    success: z.literal(true),
    /** The CSRF token of the new session; absent if nothing changed. */
    csrf: z.optional(z.string()),
  }),
  errors: [
    ...(['password_length', 'password_length_admin', 'password_unverified', 'password_mismatch'] as const),
    ...(['password_common', 'password_current_missing', 'password_current_wrong', 'too_many_attempts'] as const),
  ],
})

/** Maximum size of a logo's file in bytes. Encoded as base64 it fits into a request. */
export const logoBytesMax = 700 * 1024

const part = (most: number) =>
  z.pipe(
    z.string().check(z.maxLength(most)),
    z.transform((value) => value.trim()),
  )
const letterhead = z.object({ user_logo: z.nullable(z.string()), user_address: sellerAddress })
export type Letterhead = z.output<typeof letterhead>

export const getLetterhead = endpoint({
  method: 'GET',
  path: '/api/catalog/account/letterhead',
  access: 'dealer',
  needs: ['offers'],
  summary: 'The letterhead on the quotes of the visitor’s dealer',
  reply: letterhead,
  errors: [],
})

export const saveLetterhead = endpoint({
  method: 'PATCH',
  path: '/api/catalog/account/letterhead',
  access: 'dealer',
  needs: ['offers'],
  storesFiles: true,
  summary:
    'Changes the letterhead on the dealer’s quotes. logo: a picture as base64, null removes it, omitted leaves it',
  body: z.object({
    name: part(120),
    address: part(300),
    town: part(80),
    city: part(80),
    number: part(40),
    /** Tax data that is left out keeps its value. */
    taxOffice: z.optional(part(80)),
    taxNumber: z.optional(part(20)),
    logo: z.optional(z.nullable(z.string().check(z.maxLength(Math.ceil(logoBytesMax / 3) * 4)))),
  }),
  reply: letterhead,
  errors: ['logo_invalid'],
})
