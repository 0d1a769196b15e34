import { createHmac } from 'node:crypto'
import { decimal } from '#domain/money/money.ts'
import { isSame } from '#server/platform/http/secrets.ts'

function hmac(secretKey: string, text: string): string {
  return createHmac('sha256', secretKey).update(text).digest('hex')
}

/** The header `Authorization` of a request: `body` exactly as sent ('' for none), `path` without its query. */
export function iyzicoAuthorization(
  keys: { apiKey: string; secretKey: string },
  request: { random: string; path: string; body: string },
): string {
  const signature = hmac(keys.secretKey, request.random + request.path + request.body)
  const text = `apiKey:${keys.apiKey}&randomKey:${request.random}&signature:${signature}`
  return `IYZWSv2 ${Buffer.from(text).toString('base64')}`
}

/** Whether iyzico signed these parts, which answers and callbacks join with colons and notices concatenate. */
export function isIyzicoSigned(secretKey: string, parts: readonly string[], signature: unknown, joint = ':'): boolean {
  return typeof signature === 'string' && isSame(signature.toLowerCase(), hmac(secretKey, parts.join(joint)))
}

/** A price as requests contain it: 10.50 → 10.5, 10.00 → 10.0. */
export function iyzicoPrice(amount: string): string {
  const text = decimal(amount).toFixed()
  return text.includes('.') ? text : `${text}.0`
}

/** The forms in which a price may be signed: without trailing zeros; a whole price also as 10.0. */
export function signedPrices(price: unknown): string[] {
  if (typeof price !== 'number' && typeof price !== 'string') return []
  if (!/^\d{1,15}(\.\d+)?$/.test(String(price))) return []
  const text = decimal(price).toFixed()
  return text.includes('.') ? [text] : [text, `${text}.0`]
}
