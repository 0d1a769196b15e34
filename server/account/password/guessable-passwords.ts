import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isCommonPassword } from '#domain/text/common-passwords.ts'
import { fold } from '#domain/text/text.ts'

const file = new URL('../../../db/accounts/leaked-passwords.bin', import.meta.url)
/** Of the SHA-256 of each password (`db/accounts/NOTICE.md`). */
const hashBytes = 6

let leaked: ReadonlySet<string> | undefined

function readLeaked(): ReadonlySet<string> {
  const bytes = readFileSync(file)
  const hashes = Array.from({ length: bytes.length / hashBytes }, (_, i) =>
    bytes.toString('latin1', i * hashBytes, (i + 1) * hashBytes),
  )
  return new Set(hashes)
}

function isLeaked(password: string): boolean {
  leaked ??= readLeaked()
  const hash = createHash('sha256').update(password.toLowerCase()).digest()
  return leaked.has(hash.toString('latin1', 0, hashBytes))
}

/** The words of names and addresses, and each of them as a whole. */
const wordsOf = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => [text, text.replaceAll(/\s/g, ''), ...text.split('@'), ...text.split(/[\s@.,_-]+/)])
    .filter((word) => word.length > 2)

/**
 * Whether attackers try a password first: common words, passwords of leaks, and the user's own words (email address, name,
 * company), with or without digits at the end.
 */
export function isGuessable(password: string, ownTexts: readonly string[]): boolean {
  const folded = fold(password)
  const word = folded.replace(/[\d\W_]+$/u, '')
  const isOwn = wordsOf(ownTexts).some((own) => [folded, word].includes(fold(own)))
  return isOwn || isCommonPassword(password) || isLeaked(password)
}
