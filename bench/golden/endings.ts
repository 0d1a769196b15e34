import { fold } from '#domain/text/text.ts'
import type { Random } from '#bench/random.ts'

/** A word with a Turkish ending, and the beginnings that forms of the same word have. */
export type Inflected = { text: string; meaning: string }

const vowels = 'aeıioöuü'
const hard = 'fstkçşhp'
const softened: Record<string, string> = { p: 'b', ç: 'c', t: 'd', k: 'ğ' }

/** The vowel of an ending that follows a word: narrow (ı i u ü) or wide (a e). */
function narrowAfter(word: string): string {
  const last = Array.from(word).findLast((letter) => vowels.includes(letter)) ?? 'i'
  return { a: 'ı', ı: 'ı', e: 'i', i: 'i', o: 'u', u: 'u', ö: 'ü', ü: 'ü' }[last] ?? 'i'
}

function wideAfter(word: string): string {
  return 'aıou'.includes(Array.from(word).findLast((letter) => vowels.includes(letter)) ?? 'i') ? 'a' : 'e'
}

const endsInVowel = (word: string) => vowels.includes(word.at(-1) ?? '')

/** The word without the possessive that compound names carry: vidası → vida; the word itself if it has none. */
function baseOf(word: string): string {
  return /^.{3,}[aeıioöuü]s[ıiuü]$/u.test(word) ? word.slice(0, -2) : word
}

function isInflectable(word: string): boolean {
  return /^[a-zçğıöşü]{4,}$/u.test(word) && /[aeıioöuü]/u.test(word)
}

/** The word with one of the endings that buyers write; null for what is not a Turkish word. */
export function inflect(word: string, random: Random): Inflected | null {
  const small = word.toLocaleLowerCase('tr')
  if (!isInflectable(small)) return null
  const base = baseOf(small)
  const text = random.pick(endings)(base)
  return text === small ? null : { text, meaning: `${fold(base)}*` }
}

const endings: ((base: string) => string)[] = [
  (base) => `${base}l${wideAfter(base)}r`,
  (base) => `${base}l${wideAfter(base)}r${wideAfter(base) === 'a' ? 'ı' : 'i'}`,
  (base) => withVowel(base, endsInVowel(base) ? 's' : ''),
  (base) => withVowel(base, endsInVowel(base) ? 'y' : ''),
  (base) => `${withVowel(base, endsInVowel(base) ? 'n' : '')}n`,
  (base) => `${base}${hard.includes(base.at(-1) ?? '') ? 't' : 'd'}${wideAfter(base)}`,
]

/** An ending that begins with a vowel does not follow p, ç, t, k here; `soften` writes those. */
function withVowel(base: string, between: string): string {
  return 'pçtk'.includes(base.at(-1) ?? '') ? `${base}l${wideAfter(base)}r` : `${base}${between}${narrowAfter(base)}`
}

/** The word with an ending that softens its last consonant: tabak → tabağı, renk → rengi; null if it has none. */
export function soften(word: string, random: Random): Inflected | null {
  const small = word.toLocaleLowerCase('tr')
  const last = small.at(-1) ?? ''
  const soft = small.endsWith('nk') ? 'g' : softened[last]
  if (!isInflectable(small) || soft === undefined) return null
  const base = small.slice(0, -1)
  const syllables = small.match(/[aeıioöuü]/gu)?.length ?? 0
  // In words of one syllable the consonant mostly stays; renk and other words in -nk are exceptions.
  if (syllables < 2 && !small.endsWith('nk')) return null
  const text = `${base}${soft}${narrowAfter(small)}${random.pick(['', 'n'])}`
  return { text, meaning: `${fold(small)}*|${fold(base + soft)}*` }
}
