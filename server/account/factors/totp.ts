import { Secret as TotpSecret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { decryptValue, encryptValue } from '#server/platform/http/encrypted.ts'
import type { Secret } from '#server/platform/http/secrets.ts'

// RFC 6238 as every authenticator app has it.
const period = 30
const shape = { algorithm: 'SHA1', digits: 6, period } as const
/** Steps before and after the present one whose codes are accepted. */
const window = 1
/** Steps within which a refused code shows that the clock of the device is wrong: five minutes. */
const clockWindow = 10
/** Bytes of a key (RFC 4226, section 4). */
const keyBytes = 20

const bindingOf = (userId: number) => ({ purpose: 'toptan totp', owner: String(userId) })

/** A new key, base32. */
export const newTotpKey = (): string => new TotpSecret({ size: keyBytes }).base32

/** Encrypts a key for the database. */
export const sealTotpKey = (secret: Secret, userId: number, key: string): Buffer =>
  encryptValue(secret, bindingOf(userId), key)

/** Decrypts a key; null: it was encrypted with another secret. */
export function openTotpKey(secret: Secret, userId: number, sealed: Buffer): string | null {
  const key = decryptValue(secret, bindingOf(userId), sealed)
  return typeof key === 'string' ? key : null
}

/** Whether a code is right, and for which time step; `clock`: right for another time within five minutes. */
export type CodeCheck = { ok: true; step: number } | { ok: false; problem: 'wrong' | 'clock' }

/** Checks a code of six digits at a time in milliseconds. */
export function checkTotp(key: string, code: string, now: number): CodeCheck {
  const totp = new TOTP({ ...shape, secret: TotpSecret.fromBase32(key) })
  const at = { token: code, timestamp: now }
  const offset = totp.validate({ ...at, window })
  if (offset !== null) return { ok: true, step: Math.floor(now / (period * 1000)) + offset }
  return { ok: false, problem: totp.validate({ ...at, window: clockWindow }) === null ? 'wrong' : 'clock' }
}

/** The address that an authenticator app reads from the QR code. */
export function totpAddress(key: string, { store, account }: { store: string; account: string }): string {
  // A colon separates the two in the label.
  const issuer = store.replaceAll(':', ' ').trim() || 'Toptan'
  return new TOTP({ ...shape, issuer, label: account, secret: TotpSecret.fromBase32(key) }).toString()
}

/** A QR code as path data for an SVG whose view box is `size` × `size`. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, path }
}
