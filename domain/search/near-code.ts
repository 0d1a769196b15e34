import { isWithinTwoErrors } from '#domain/search/far-words.ts'
import { similarity } from '#domain/search/similarity.ts'
import { squeezeCode } from '#domain/text/text.ts'

/** Shorter codes are part of too many others. */
const minPart = 4
/** A short code has few pairs of letters, so that two errors make it another one. */
const minSimilarity = 0.6

/**
 * Whether an unknown code may stand for a product's code, whatever their signs and spaces: one contains the other and is
 * at least half as long, or they differ by two letters at most that are few for their length.
 */
export function isNearCode(typed: string, code: string): boolean {
  const [a, b] = [squeezeCode(typed), squeezeCode(code)]
  const [part, whole] = a.length < b.length ? [a, b] : [b, a]
  if (part.length < minPart) return false
  if (whole.includes(part)) return part.length * 2 >= whole.length
  return isWithinTwoErrors(a, b) && similarity(a, b) >= minSimilarity
}
