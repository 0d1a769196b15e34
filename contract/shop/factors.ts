import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'

const password = z.string().check(z.maxLength(200))
/** Data of our own calls, sealed or encrypted, that the browser sends back. */
const sealed = z.string().check(z.minLength(1), z.maxLength(2000))

export const passkey = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.string(),
  /** Null if it has not signed in yet. */
  lastUsedAt: z.nullable(z.string()),
})
export type Passkey = z.output<typeof passkey>

export const security = z.object({
  /** Users without a password confirm changes by a sign-in of the last minutes. */
  hasPassword: z.boolean(),
  /** When the authenticator app was set up; null without one. */
  totpSince: z.nullable(z.string()),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(passkey),
  /** Whether browsers accept passkeys at the address of this page. */
  hasPasskeySite: z.boolean(),
  /** Whether the store requires a second factor of this user. */
  isRequired: z.boolean(),
})
export type Security = z.output<typeof security>

const changed = z.object({ security })
/** The codes are shown once: only their hashes are stored. */
const changedWithCodes = z.object({ security, recoveryCodes: z.array(z.string()) })

/** A wrong password counts like a failed sign-in. */
const confirmed = ['password_current_missing', 'password_current_wrong', 'sign_in_again', 'too_many_attempts'] as const

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/account/security',
  access: 'user',
  allowedWithoutFactor: true,
  summary: 'The second factors and passkeys of the user',
  reply: security,
  errors: [],
})

/** Stores nothing: the app is set up once it has shown a right code. */
export const draftTotp = endpoint({
  method: 'POST',
  path: '/api/account/totp/draft',
  access: 'user',
  allowedWithoutFactor: true,
  summary: 'A new key for an authenticator app, with its QR code',
  reply: z.object({
    draft: sealed,
    /** The key as text, base32 in groups. */
    key: z.string(),
    /** The path data and size of the QR code, for an SVG. */
    qr: z.object({ size: z.number(), path: z.string() }),
  }),
  errors: [],
})

export const addTotp = endpoint({
  method: 'POST',
  path: '/api/account/totp',
  access: 'user',
  allowedWithoutFactor: true,
  summary: 'Sets up the authenticator app of a draft by a code that it shows; returns the recovery codes',
  body: z.strictObject({ draft: sealed, code: z.string().check(z.maxLength(50)), password }),
  reply: changedWithCodes,
  errors: [...confirmed, 'factor_exists', 'factor_draft_expired', 'factor_code_wrong', 'factor_clock'],
})

export const removeTotp = endpoint({
  method: 'POST',
  path: '/api/account/totp/removal',
  access: 'user',
  allowedWithoutFactor: true,
  summary: 'Removes the authenticator app and the recovery codes',
  body: z.strictObject({ password }),
  reply: changed,
  errors: [...confirmed, 'factor_not_found'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/recovery-codes',
  access: 'user',
  allowedWithoutFactor: true,
  summary: 'New recovery codes; the earlier ones are no longer valid',
  body: z.strictObject({ password }),
  reply: changedWithCodes,
  errors: [...confirmed, 'factor_not_found'],
})

/** Options and responses have the JSON form of WebAuthn, which the library of each side checks. */
const webAuthn = z.looseObject({})
const passkeyReply = z.object({ challenge: sealed, options: webAuthn })
const passkeyName = z.string().check(z.maxLength(200))

export const draftPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/draft',
  access: 'user',
  allowedWithoutFactor: true,
  summary: 'The options with which a browser makes a passkey, after the password',
  body: z.strictObject({ password }),
  reply: passkeyReply,
  errors: [...confirmed, 'passkey_unavailable', 'passkeys_full'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  access: 'user',
  allowedWithoutFactor: true,
  summary: 'Stores the passkey that the browser has made',
  body: z.strictObject({ challenge: sealed, name: passkeyName, response: webAuthn }),
  reply: changed,
  errors: ['passkey_unavailable', 'passkey_expired', 'passkey_refused', 'passkeys_full'],
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/account/passkeys/:id',
  access: 'user',
  allowedWithoutFactor: true,
  summary: 'Names a passkey',
  params: rowParams,
  body: z.strictObject({ name: passkeyName }),
  reply: changed,
  errors: ['not_found', 'validation_failed'],
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/:id/removal',
  access: 'user',
  allowedWithoutFactor: true,
  summary: 'Removes a passkey',
  params: rowParams,
  body: z.strictObject({ password }),
  reply: changed,
  errors: [...confirmed, 'not_found'],
})

/** Anybody may request it: no account is named. */
export const draftPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/account/login/passkey/draft',
  access: 'guest',
  summary: 'The options with which a browser signs in with a passkey',
  reply: passkeyReply,
  errors: ['passkey_unavailable'],
})

export { webAuthn, sealed }
