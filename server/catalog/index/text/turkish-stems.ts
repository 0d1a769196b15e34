import { stemmer } from '@orama/stemmers/turkish'
import { fold } from '#domain/text/text.ts'

const minStemLength = 3

/** Endings of nouns as they follow a stem, in folded letters. */
const ending = new RegExp(
  `^(?:l[ae]r)?(?:[iu]?m[iu]z|[iu]?n[iu]z|s?[iu]|[iu]m|[iu]n)?(?:n?[iu]n|[yn]?[iu]|[yn]?[ae]|n?[dt][ae]n?|yl[ae]|l[ae]|l[iu]|s[iu]z|l[iu]k)?(?:ki)?$`,
)
/** Endings that make another word: vidalı, vidasız, vidalık. */
const derivation = /^(?:l[iu]k?|s[iu]z)/
const softened = new Map([
  ['b', 'p'],
  ['c', 'c'],
  ['d', 't'],
  ['g', 'k'],
])
const hardened = new Map([
  ['p', 'b'],
  ['t', 'd'],
  ['k', 'g'],
])

/** Whether letters after a stem are an ending, in folded letters; none are one too. */
export function isEnding(rest: string): boolean {
  return ending.test(rest)
}

/**
 * The stems that a typed Turkish word may have, folded: by the Snowball stemmer, and by its endings in folded letters
 * for what is typed without Turkish letters. A softened consonant is given back (tabağı: tabak), and the softened form
 * is kept, because names have both.
 */
export function stemsOf(word: string): string[] {
  const folded = fold(word)
  const stems = new Set<string>([folded, fold(stemmer(word.toLocaleLowerCase('tr')))])
  for (let at = minStemLength; at < folded.length; at++) if (isEnding(folded.slice(at))) stems.add(folded.slice(0, at))
  for (const stem of [...stems]) {
    const last = stem.at(-1) ?? ''
    const other = softened.get(last) ?? hardened.get(last)
    if (other !== undefined) stems.add(stem.slice(0, -1) + other)
  }
  return [...stems].filter((stem) => stem.length >= minStemLength)
}

/** A word that ends in a softened consonant (tabag, reng) is no word without a vowel after it. */
export function isFormOf(word: string, stem: string): boolean {
  if (!word.startsWith(stem)) return false
  const rest = word.slice(stem.length)
  return isEnding(rest) && (rest === '' || !/[bdg]$/.test(stem) || /^[aeiou]/.test(rest))
}

/** Whether a form of a stem is another word by its ending: vidalı and vidasız are not vida. */
export function isDerived(word: string, stem: string): boolean {
  return derivation.test(word.slice(stem.length))
}
