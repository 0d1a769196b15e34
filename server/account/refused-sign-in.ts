import type { Refusal } from '#contract/core/errors.ts'
import { errorCodes } from '#contract/errors/errors.ts'
import { localPath, pages } from '#contract/core/pages.ts'
import { seal, unseal, type Secret } from '#server/platform/http/secrets.ts'

/** A refusal and its time in milliseconds. What was typed is not in it, because addresses are logged. */
type RefusedSignIn = { refusal: Pick<Refusal, 'code' | 'facts'>; at: number }

/** How long the address shows its refusal, in milliseconds: it may be bookmarked and opened again. */
const shownForMs = 10 * 60_000

/** The path of the sign-in page that shows the refusal, sealed so that nobody can forge a message of the shop. */
export function refusedSignInPath(
  secret: Secret,
  { code, facts }: Refusal,
  next: string | undefined,
  at: number,
): string {
  const stored: RefusedSignIn = { refusal: { code, ...(facts && { facts }) }, at }
  return `${pages.login}?${new URLSearchParams({ next: localPath(next), refused: seal(secret, stored) })}`
}

/** Reads the refusal of an address until it expires. */
export function openRefusedSignIn(secret: Secret, sealed: string, now: number): Refusal | null {
  const stored = unseal(secret, sealed) as Partial<RefusedSignIn> | null
  const code = stored?.refusal?.code
  if (code === undefined || !errorCodes.includes(code) || now - (stored?.at ?? 0) > shownForMs) return null
  return { ok: false, ...stored?.refusal, code }
}
