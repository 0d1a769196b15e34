import { pages } from '#contract/core/pages.ts'
import { seal, unseal, type Secret } from '#server/platform/http/secrets.ts'

/** Milliseconds for which the result page shows its payment. */
const tokenLifetime = 10 * 60_000

type ResultToken = { payment: string; at: number }

/** The result page's address. It needs no cookie: a post from the bank's site brings none. */
export function resultPath(secret: Secret, reference: string, now: Date): string {
  const token: ResultToken = { payment: reference, at: now.getTime() }
  return `${pages.paymentResult}?token=${encodeURIComponent(seal(secret, token))}`
}

/** The payment's reference; null for a token that is invalid or expired. */
export function readResultToken(secret: Secret, token: string, now: Date): string | null {
  const { payment, at } = (unseal(secret, token) ?? {}) as Partial<ResultToken>
  if (typeof payment !== 'string' || typeof at !== 'number') return null
  return now.getTime() - at <= tokenLifetime ? payment : null
}
