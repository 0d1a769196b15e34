import { currentSecret, type Secret } from '#server/platform/http/secrets.ts'
import { createHmac } from 'node:crypto'
import { openSecrets, sealSecrets } from '#server/payments/payments.ts'

/** The intent of payments for this link. */
export const linkIntent = (id: number): string => `link:${id}`

/**
 * The token of a link, 128 bits, derived from a random seed and the process's secret. The email job stores only the
 * seed, so that the database never contains a usable payment address.
 */
export function tokenOf(secret: Secret, seed: string): string {
  return createHmac('sha256', currentSecret(secret))
    .update(`payment-link:${seed}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')
}

const bound = 'payment-link'

/** Encrypts an existing token for the email job: only this process can decrypt it. */
export function sealToken(secret: Secret, token: string): string {
  return sealSecrets(secret, bound, { token }).toString('base64')
}

export function openToken(secret: Secret, sealed: string): string {
  return openSecrets(secret, bound, Buffer.from(sealed, 'base64'))['token'] ?? ''
}

/** Removes link tokens from a log line: with a token, a reader of the log could pay and see payee and amount. */
export function scrubLinkTokens(line: string): string {
  return line.replace(/(payment(?:[/-]|%2F)link(?:\/|%2F)|[?&]link=)[\w-]+/gi, '$1***')
}

/** The token at the end of a link's address. */
export function tokenIn(link: string): string {
  return /[^/]*$/.exec(link)?.[0] ?? ''
}
