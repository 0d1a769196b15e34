import { sizesOfText } from '#domain/search/sizes.ts'
import type { Term } from '#domain/search/analyze-query.ts'
import { fold } from '#domain/text/text.ts'

/** The words and sizes of a product's names, as a text is compared with them. */
export type NameWords = { words: ReadonlySet<string>; sizes: () => ReadonlySet<string>; count: number }

export function nameWords(texts: readonly string[]): NameWords {
  const folded = fold(texts.join(' '))
  const words = new Set(folded.match(/[\p{L}\p{N}]+/gu))
  let sizes: ReadonlySet<string> | undefined
  return {
    words,
    sizes: () => (sizes ??= new Set(sizesOfText(folded).flatMap(({ forms }) => forms))),
    count: words.size,
  }
}

/** The number of terms that a name has, as whole words (1) or as the beginning of one (½). */
export function countFitting(terms: readonly Term[], { words, sizes }: NameWords): number {
  return terms.reduce((sum, { words: wanted, size }) => {
    if (size?.wanted.some((form) => sizes().has(form))) return sum + 1
    if (wanted.every((word) => words.has(word)) || words.has(wanted.join(''))) return sum + 1
    const isBegun = wanted.every((word) => word.length >= 3 && [...words].some((one) => one.startsWith(word)))
    return isBegun ? sum + 0.5 : sum
  }, 0)
}
