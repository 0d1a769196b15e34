import { fold } from '#domain/text/text.ts'
import { sizesOf } from './sizes.ts'

/** A part of a name as written, a word or a size, and what a product must have to be meant by it. */
export type Part = { text: string; isSize: boolean; meaning: string }

/** The parts of a name in their order; pieces without a letter or of one letter are left out. */
export function partsOf(name: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { start, end, form } of sizesOf(name)) {
    parts.push(...wordsOf(name.slice(at, start)), { text: name.slice(start, end), isSize: true, meaning: form })
    at = end
  }
  return [...parts, ...wordsOf(name.slice(at))]
}

function wordsOf(text: string): Part[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length > 1 && /\p{L}/u.test(word))
    .map((word) => ({ text: word, isSize: false, meaning: fold(word) }))
}

/** Everything that texts say: folded words and the forms of sizes. */
export function meaningsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => partsOf(text).map(({ meaning }) => meaning)))
}

/**
 * Whether a product has everything that a query means. `wanted` has words and sizes; `tabak*|tabag*` stands for any
 * word with one of these beginnings.
 */
export function hasAll(meanings: ReadonlySet<string>, wanted: readonly string[]): boolean {
  return wanted.every((one) => one.split('|').some((choice) => hasOne(meanings, choice)))
}

function hasOne(meanings: ReadonlySet<string>, choice: string): boolean {
  if (!choice.endsWith('*')) return meanings.has(choice)
  const beginning = choice.slice(0, -1)
  for (const meaning of meanings) if (meaning.startsWith(beginning)) return true
  return false
}
