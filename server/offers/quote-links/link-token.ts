import { createHmac } from 'node:crypto'
import { publicQuotePath } from '#contract/core/record-paths.ts'
import { acceptedSecrets, type Secret, tokenHash } from '#server/platform/http/secrets.ts'

/**
 * The tokens of a link, 128 bits, derived from its seed and the process's secrets, that of the current secret first. The database
 * stores the seed and the hash of one token, so that it gives no access.
 */
export function quoteTokensOf(secret: Secret, seed: string): [string, ...string[]] {
  const tokens = acceptedSecrets(secret).map((each) =>
    createHmac('sha256', each).update(`quote-link:${seed}`).digest().subarray(0, 16).toString('base64url'),
  )
  return tokens as [string, ...string[]]
}

type Site = { secret: Secret; publicUrl: string }

/** The address of a link; null if the secrets of the process have changed since it was made. */
export function addressOf({ secret, publicUrl }: Site, link: { seed: string; token_hash: Buffer }): string | null {
  const token = quoteTokensOf(secret, link.seed).find((each) => tokenHash(each).equals(link.token_hash))
  return token === undefined ? null : publicUrl + publicQuotePath(token)
}

/** Removes tokens from a log line: with one, a reader of the log could read the quote and answer it. */
export function scrubQuoteTokens(line: string): string {
  return line.replace(/((?:teklif(?:\/|%2F)musteri|api(?:\/|%2F)quotes)(?:\/|%2F))[\w-]+/gi, '$1***')
}
