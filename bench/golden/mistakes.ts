import { fold } from '#domain/text/text.ts'
import type { Random } from '#bench/random.ts'

/** Typical mistakes in a query. */
export const mistakes = ['dropped', 'doubled', 'swapped', 'wrong'] as const
export type Mistake = (typeof mistakes)[number]

/** Minimum number of letters and digits for a word to contain a mistake. */
const shortestMistyped = 4

/** Neighbouring keys on a Turkish Q keyboard. */
const rows = ['qwertyuıopğü', 'asdfghjklşi', 'zxcvbnmöç']

/** Makes one typing mistake in one of the words that are long enough; null if there is none. */
export function mistype(words: readonly string[], mistake: Mistake, random: Random): string[] | null {
  const at = words.flatMap((word, i) => (canBeMistyped(word) ? [i] : []))
  for (let tries = 0; at.length > 0 && tries < 20; tries++) {
    const place = random.pick(at)
    const word = words[place] ?? ''
    const mistyped = makeMistake(word, mistake, random)
    if (mistyped !== null && fold(mistyped) !== fold(word)) return words.with(place, mistyped)
  }
  return null
}

export function canBeMistyped(word: string): boolean {
  return word.replace(/[^\p{L}\p{N}]/gu, '').length >= shortestMistyped && /\p{L}/u.test(word)
}

function makeMistake(word: string, mistake: Mistake, random: Random): string | null {
  const letters = Array.from(word)
  const places = letters.flatMap((letter, i) => (/\p{L}/u.test(letter) ? [i] : []))
  const at = random.pick(places)
  const [letter = '', next = ''] = letters.slice(at, at + 2)
  if (mistake === 'dropped') return letters.toSpliced(at, 1).join('')
  if (mistake === 'doubled') return letters.toSpliced(at, 0, letter).join('')
  if (mistake === 'wrong') return letters.with(at, neighbourOf(letter, random)).join('')
  return /\p{L}/u.test(next) ? letters.toSpliced(at, 2, next, letter).join('') : null
}

/** A neighbouring key; letters that the keyboard lacks become any other letter. */
function neighbourOf(letter: string, random: Random): string {
  const row = rows.find((keys) => keys.includes(letter)) ?? random.pick(rows)
  const at = row.indexOf(letter)
  const beside = [row[at - 1], row[at + 1]].filter((key) => key !== undefined)
  return random.pick(beside)
}
