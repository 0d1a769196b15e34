import { createHmac } from 'node:crypto'
import { openSecrets, sealSecrets } from '#server/payments/payments.ts'

/** What payments call the paying of a link. */
export const linkIntent = (id: number): string => `link:${id}`

/**
 * The token of a link, 128 bits, from a random seed and the process's secret: the letter's job carries the seed alone, so
 * that the database never holds a way to the payment page.
 */
export function tokenOf(secret: string, seed: string): string {
  return createHmac('sha256', secret).update(`payment-link:${seed}`).digest().subarray(0, 16).toString('base64url')
}

const bound = 'payment-link'

/** A token that is there already, for the letter's job: only this process can read it. */
export function sealToken(secret: string, token: string): string {
  return sealSecrets(secret, bound, { token }).toString('base64')
}

export function openToken(secret: string, sealed: string): string {
  return openSecrets(secret, bound, Buffer.from(sealed, 'base64'))['token'] ?? ''
}

/** A line of the log without the tokens of links: whoever reads it could pay, and sees payee and amount. */
export function scrubLinkTokens(line: string): string {
  return line.replace(/(payment(?:[/-]|%2F)link(?:\/|%2F)|[?&]link=)[\w-]+/gi, '$1***')
}

/** The token at the end of a link's address. */
export function tokenIn(link: string): string {
  return /[^/]*$/.exec(link)?.[0] ?? ''
}
