import { createHash } from 'node:crypto'
import { isSame } from '#server/platform/http/secrets.ts'

export type CraftgateKeys = { apiKey: string; secretKey: string }

/** The header `x-signature`: `url` complete, with its query decoded; `body` exactly as sent ('' for none). */
export function craftgateSignature(
  { apiKey, secretKey }: CraftgateKeys,
  request: { url: string; random: string; body: string },
): string {
  const text = decodeURIComponent(request.url) + apiKey + secretKey + request.random + request.body
  return createHash('sha256').update(text).digest('base64')
}

/** The fields of a return in the order of their hash. Craftgate omits empty ones. */
const signedNames = ['status', 'completeStatus', 'paymentId', 'conversationData', 'conversationId', 'callbackStatus']

/** Whether Craftgate signed a return with the merchant's callback key. */
export function isCraftgateSigned(callbackKey: string, of: (name: string) => string): boolean {
  const text = [callbackKey, ...signedNames.map(of)].join('###')
  return isSame(of('hash').toLowerCase(), createHash('sha256').update(text).digest('hex'))
}
