import { createHash, createHmac } from 'node:crypto'
import { acceptedSecrets, type Secret } from '#server/platform/http/secrets.ts'

/**
 * The tokens of an application's link, derived from its form and the process's secrets, that of the current secret first.
 * The database stores the form and the hash of one token, so that it gives no access.
 */
export function tokensOf(secret: Secret, form: string): [string, ...string[]] {
  const tokens = acceptedSecrets(secret).map((each) =>
    createHmac('sha256', each).update(`application-link:${form}`).digest().subarray(0, 24).toString('base64url'),
  )
  return tokens as [string, ...string[]]
}

export const linkHashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Removes link tokens from a log line: with a token, a reader of the log could see the application and answer in its name. */
export function scrubApplicationTokens(line: string): string {
  return line.replace(/(bayi-ol(?:\/|%2F)basvuru(?:\/|%2F))[\w-]+/gi, '$1***')
}
