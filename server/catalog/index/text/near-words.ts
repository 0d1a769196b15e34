/**
 * Words that one mistyped letter makes of each other: one left out, one too many, a wrong one, or two neighbours swapped.
 * `letters` keeps digits as they are typed, since another number is another product; `any` does not.
 */
export type Mistakes = 'letters' | 'any'

/** The word that was meant, one that begins with it, or neither. */
export type Nearness = 'whole' | 'prefix' | null

/** Distinct or repeated words in byte order. */
export type Vocabulary = readonly string[]

const maxLettersTried = 100

/** How a word stands to what was typed with one mistake in it; null too for words that begin as typed. */
export function nearnessOf(typed: string, word: string, mistakes: Mistakes): Nearness {
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at++
  if (at === typed.length) return null
  if (at === word.length) return isExtraLetter(typed, at, mistakes) ? 'whole' : null
  let nearness: Nearness = null
  for (const { text, isBeginning } of correctionsAt(typed, at, word[at]!, mistakes)) {
    if (word === text) return 'whole'
    if (isBeginning && word.startsWith(text)) nearness = 'prefix'
  }
  return nearness
}

/**
 * Visits the stretches of a vocabulary that `nearnessOf` finds near; stretches may overlap. Walks down the letters as typed,
 * and at each of them tries every other letter that some word goes on with.
 */
export function eachNearRange(
  words: Vocabulary,
  typed: string,
  mistakes: Mistakes,
  visit: (from: number, to: number, nearness: Nearness) => void,
): void {
  let from = 0
  let to = words.length
  for (let at = 0; at < typed.length && from < to; at++) {
    const before = typed.slice(0, at)
    let next = from
    while (next < to && words[next]!.length === at) next++
    if (next > from && isExtraLetter(typed, at, mistakes)) visit(from, next, 'whole')
    let continuing: [number, number] = [to, to]
    for (let tried = 0; next < to && tried < maxLettersTried; tried++) {
      const letter = words[next]![at]!
      const end = lowerBound(words, `${before}${letter}\uffff`, next, to)
      if (letter === typed[at]) continuing = [next, end]
      else visitCorrections(words, correctionsAt(typed, at, letter, mistakes), [next, end], visit)
      next = end
    }
    ;[from, to] = continuing
  }
}

/** Place of the first word from `low` on, and before `high`, that is not before `text`. */
export function lowerBound(words: Vocabulary, text: string, low = 0, high = words.length): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (words[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}

type Correction = { text: string; isBeginning: boolean }

/**
 * What may have been meant by a text whose first mistake is at `at`, where the word has `letter`. Only what goes on as typed
 * after the mistake counts as a beginning: else any word with the same first letters would do.
 */
function correctionsAt(typed: string, at: number, letter: string, mistakes: Mistakes): Correction[] {
  const before = typed.slice(0, at)
  const typedLetter = typed[at]!
  const rest = typed.slice(at + 1)
  const isBeginning = rest !== ''
  const found: Correction[] = []
  if (canDiffer(letter, mistakes)) {
    found.push({ text: before + letter + typedLetter + rest, isBeginning: true })
    if (canDiffer(typedLetter, mistakes)) found.push({ text: before + letter + rest, isBeginning })
  }
  if (letter !== rest[0]) return found
  if (canDiffer(typedLetter, mistakes)) found.push({ text: before + rest, isBeginning })
  if (canDiffer(typedLetter, mistakes) || canDiffer(letter, mistakes)) {
    found.push({ text: before + letter + typedLetter + rest.slice(1), isBeginning })
  }
  return found
}

function visitCorrections(
  words: Vocabulary,
  corrections: Correction[],
  [from, to]: [number, number],
  visit: (from: number, to: number, nearness: Nearness) => void,
): void {
  for (const { text, isBeginning } of corrections) {
    const first = lowerBound(words, text, from, to)
    if (first === to || !words[first]!.startsWith(text)) continue
    let next = first
    while (next < to && words[next] === text) next++
    if (next > first) visit(first, next, 'whole')
    if (isBeginning) visit(first, lowerBound(words, `${text}\uffff`, next, to), 'prefix')
  }
}

function isExtraLetter(typed: string, at: number, mistakes: Mistakes): boolean {
  return at === typed.length - 1 && canDiffer(typed[at]!, mistakes)
}

function canDiffer(letter: string, mistakes: Mistakes): boolean {
  return mistakes === 'any' || letter < '0' || letter > '9'
}
