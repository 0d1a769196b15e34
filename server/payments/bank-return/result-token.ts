import { pages } from '#contract/core/pages.ts'
import { seal, unseal } from '#server/platform/http/secrets.ts'

/** How long the page behind a bank's return shows its payment, in milliseconds. */
const goodFor = 10 * 60_000

type ResultToken = { payment: string; at: number }

/** The page that a bank's return leads to: it needs no cookie, which a post from another site does not bring. */
export function resultPath(secret: string, reference: string, now: Date): string {
  const token: ResultToken = { payment: reference, at: now.getTime() }
  return `${pages.paymentResult}?token=${encodeURIComponent(seal(secret, token))}`
}

/** The payment's reference, while the token is new. */
export function readResultToken(secret: string, token: string, now: Date): string | null {
  const { payment, at } = (unseal(secret, token) ?? {}) as Partial<ResultToken>
  if (typeof payment !== 'string' || typeof at !== 'number') return null
  return now.getTime() - at <= goodFor ? payment : null
}
