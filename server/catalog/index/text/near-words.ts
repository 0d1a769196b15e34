/**
 * The accepted typing mistakes. A word may differ by one letter: missing, extra, wrong, or swapped with its neighbour.
 * `letters` requires digits to match, because a different number is a different product; `any` does not.
 */
export type Mistakes = 'letters' | 'any'

/** Whether a word matches in full, starts with the corrected text, or does not match. */
export type Nearness = 'whole' | 'prefix' | null

/** Words in byte order; they may repeat. */
export type Vocabulary = readonly string[]

const maxLettersTried = 100
/** Three letters begin too many words: without its first letter, vana is not anahtar. */
const minPrefixLength = 4

/** Compares a word with typed text that contains one mistake. Also null for words that start with the text as typed. */
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
 * Visits the ranges of a vocabulary that `nearnessOf` accepts; ranges may overlap. Follows the typed letters and tries
 * every other letter that continues some word at each position.
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

/** Index of the first word in [low, high) that is not less than `text`. */
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
 * The possible corrections of a text with its first mistake at `at`, where the word has `letter`. Only text that
 * continues as typed after the mistake counts as a prefix; otherwise any word with the same first letters would match.
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
  const shorter = before + rest
  if (canDiffer(typedLetter, mistakes)) {
    found.push({ text: shorter, isBeginning: isBeginning && shorter.length >= minPrefixLength })
  }
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
