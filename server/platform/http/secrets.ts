import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The secret of the process, and during a rotation the previous one. Data signed or encrypted with the previous secret stays
 * valid; new data uses the current one.
 */
export type Secret = string | readonly [current: string, former: string]

/** The secret that signs and encrypts. */
export function currentSecret(secret: Secret): string {
  return typeof secret === 'string' ? secret : secret[0]
}

/** The secrets that verify and decrypt, the current one first. */
export function acceptedSecrets(secret: Secret): readonly string[] {
  return typeof secret === 'string' ? [secret] : secret
}

/** A keyed hash. Prefix `text` with its purpose, so that no hash is valid for another purpose. */
export function sign(secret: Secret, text: string): string {
  return createHmac('sha256', currentSecret(secret)).update(text).digest('base64url')
}

/** What the database stores of a random token, so that a copy of it opens nothing. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A random token of `bytes` bytes, base64url. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** The CSRF token of a visitor, bound to the session or to the anonymous identity of a guest's browser. */
export function csrfTokenOf(secret: Secret, visitorId: string): string {
  return sign(secret, `csrf:${visitorId}`)
}

/** Whether `csrfTokenOf` made the token, also with the former secret: a page may be open during a restart. */
export function isCsrfToken(secret: Secret, visitorId: string, token: string): boolean {
  return acceptedSecrets(secret).some((each) => isSame(token, csrfTokenOf(each, visitorId)))
}

export function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Signs a value that the browser stores but must not change. It is readable, not encrypted. */
export function seal(secret: Secret, value: unknown): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${sign(secret, `sealed:${text}`)}`
}

/** Returns the value of `seal`, or null if the signature is invalid. */
export function unseal(secret: Secret, sealed: string | undefined): unknown {
  const [text = '', signature = ''] = (sealed ?? '').split('.')
  if (!acceptedSecrets(secret).some((each) => isSame(signature, sign(each, `sealed:${text}`)))) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
}
