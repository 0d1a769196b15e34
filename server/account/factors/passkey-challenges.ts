import type { Db } from '#server/platform/db/pool.ts'
import { randomToken, seal, unseal } from '#server/platform/http/secrets.ts'
import type { StepDeps } from './second-step.ts'

/** How long a browser may take to answer, in milliseconds. */
export const passkeyMs = 5 * 60_000

/** `for`: the use. `owner`: the session that adds a passkey; empty for a sign-in. */
export type PasskeyChallenge = { for: 'passkey-add' | 'passkey-sign-in'; challenge: string; owner: string; at: number }

/** A new challenge and its sealed form, which the browser sends back. Nothing is stored before an answer is right. */
export function newChallenge({ secret, now }: StepDeps, use: PasskeyChallenge['for'], owner = '') {
  const challenge = randomToken()
  const stored: PasskeyChallenge = { for: use, challenge, owner, at: now().getTime() }
  return { challenge, sealed: seal(secret, stored) }
}

/** The challenge of a sealed one; null if it is another one's, for another use, or has expired. */
export function openPasskeyChallenge(
  { secret, now }: StepDeps,
  sealed: string,
  use: PasskeyChallenge['for'],
  owner = '',
): string | null {
  const opened = unseal(secret, sealed) as Partial<PasskeyChallenge> | null
  if (opened?.for !== use || opened.owner !== owner || opened.challenge === undefined) return null
  const age = now().getTime() - (opened.at ?? 0)
  return age > passkeyMs || age < -passkeyMs ? null : opened.challenge
}

/** Uses a challenge up after its answer was verified. False if it had been used. */
export async function useChallenge(db: Db, challenge: string): Promise<boolean> {
  const used = await db.execute('INSERT INTO used_challenges (challenge) VALUES ($1) ON CONFLICT DO NOTHING', [
    challenge,
  ])
  return used > 0
}
