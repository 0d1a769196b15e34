import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A keyed hash. Prefix `text` with its purpose, so that no hash is valid for another purpose. */
export function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** A random token of `bytes` bytes, base64url. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** The CSRF token of a visitor, bound to the session or to the anonymous identity of a guest's browser. */
export function csrfTokenOf(secret: string, visitorId: string): string {
  return sign(secret, `csrf:${visitorId}`)
}

export function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Signs a value that the browser stores but must not change. It is readable, not encrypted. */
export function seal(secret: string, value: unknown): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${sign(secret, `sealed:${text}`)}`
}

/** Returns the value of `seal`, or null if the signature is invalid. */
export function unseal(secret: string, sealed: string | undefined): unknown {
  const [text = '', signature = ''] = (sealed ?? '').split('.')
  if (!isSame(signature, sign(secret, `sealed:${text}`))) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
}
