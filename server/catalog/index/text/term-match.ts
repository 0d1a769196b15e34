import { isFraction, type Term } from '#domain/search/analyze-query.ts'
import { fold } from '#domain/text/text.ts'
import { isDerived, isFormOf, stemsOf } from './turkish-stems.ts'
import { intersect, isEmpty, setBit, sharesBits, subtract, unite } from '#server/catalog/index/bitset.ts'
import { isBrandWord, markLabels, markLabelsWhere } from './label-words.ts'
import { lowerBound } from './near-words.ts'
import {
  copyMatch,
  emptyMatch,
  markByCode,
  matchName,
  matchWithoutCodes,
  matchWord,
  readOnce,
  releaseMatch,
  type TextSource,
  type WordMatch,
} from './word-match.ts'
import { markWord, markWordAt } from './words.ts'

const minStemmedLength = 4
/** A stem of few letters begins too many words; these are enough. */
const maxFormsTried = 5_000

/** Matches a term as typed. `find` matches its words. The result is shared. */
export function readTerm(source: TextSource, term: Term, find: typeof matchWord = matchWord): WordMatch {
  return readOnce(source, `${find.name} ${term.kind} ${term.typed}`, () => findTerm(source, term, find))
}

function findTerm(source: TextSource, term: Term, find: typeof matchWord): WordMatch {
  if (term.size !== undefined) return matchSize(source, term)
  const { words } = term
  const found = matchAll(words, (word) => find(source, word)) ?? emptyMatch(source)
  if (words.length === 1) return found
  addMatch(found, matchWord(source, words.join('')))
  return found
}

/** A filler counts only where it is a whole word. The result is shared. */
export function readFiller(source: TextSource, { words, typed }: Term): WordMatch {
  return readOnce(source, `filler ${typed}`, () => {
    const found = matchAll(words, (word) => matchWithoutCodes(source, word)) ?? emptyMatch(source)
    found.any.set(found.whole)
    found.prefix.set(found.whole)
    return found
  })
}

/**
 * Matches a size in any spelling. Where no product has it, it is searched as written, because codes look like sizes;
 * lists of dimensions are not.
 */
function matchSize(source: TextSource, term: Term): WordMatch {
  const { words, size } = term
  const found = emptyMatch(source)
  const { text } = source
  for (const form of size?.wanted ?? []) markWord(text.sizes, form, found.whole)
  if (text.changedTexts.size > 0) {
    subtract(found.whole, text.outdated)
    for (const [slot, { sizes }] of text.changedTexts) {
      if (size?.wanted.some((form) => sizes.has(form))) setBit(found.whole, slot)
    }
  }
  const isKnown = sharesBits(found.whole, source.live)
  unite(found.prefix, found.whole)
  unite(found.any, found.whole)
  const [word] = words
  if (words.length === 1 && word !== undefined)
    addSizeAsWritten(source, word, { isKnown, isList: size?.isList ?? false }, found)
  else if (!isKnown && !size?.isList && !isFraction(term)) addSpacedSize(source, words, found)
  return found
}

function addSizeAsWritten(
  source: TextSource,
  word: string,
  { isKnown, isList }: { isKnown: boolean; isList: boolean },
  found: WordMatch,
): void {
  if (!isKnown && !isList) return addMatch(found, matchWord(source, word))
  const named = matchName(source, word)
  for (const bits of [found.whole, found.prefix, found.any]) unite(bits, named.whole)
  releaseMatch(named)
  for (const match of ['exact', 'part'] as const) markByCode(source, word, match, found.any)
  if (!isList) markLabels(source.labels, source.postings, word, found.any)
}

/** `500 gr`: both words must be words of the name. */
function addSpacedSize(source: TextSource, words: readonly string[], found: WordMatch): void {
  const named = matchAll(words, (word) => matchName(source, word))
  if (named === undefined) return
  for (const bits of [found.whole, found.prefix, found.any]) unite(bits, named.whole)
  releaseMatch(named)
}

/**
 * `same`: only the same word with another ending, and synonyms; `related`: also words that an ending makes (vidalı,
 * vidasız) and the targets of one-way rules.
 */
export type Closeness = 'same' | 'related'

/**
 * Matches a term as typed, with another Turkish ending, or by a synonym. `find` matches its words. The result is shared.
 */
export function readSoftly(
  source: TextSource,
  terms: readonly Term[],
  at: number,
  closeness: Closeness = 'related',
  find: typeof matchWord = matchWord,
): WordMatch {
  const term = terms[at]!
  const alternatives = alternativesAt(source, terms, at).filter(({ isTarget }) => closeness === 'related' || !isTarget)
  const key = [closeness, find.name, term.kind, term.typed, ...alternatives.map(({ text }) => text)].join('|')
  return readOnce(source, key, () => {
    const found = copyMatch(source, term.kind === 'filler' ? readFiller(source, term) : readTerm(source, term, find))
    const word = term.words.length === 1 ? term.words[0]! : null
    if (term.kind === 'word' && word !== null && word.length >= minStemmedLength && !isBrandWord(source.labels, word)) {
      addForms(source, term.typed, closeness, found)
    }
    for (const { text } of alternatives) {
      addMatch(found, matchAll(text.split(' '), (one) => matchWord(source, one)) ?? emptyMatch(source))
    }
    return found
  })
}

/** The synonyms of a term, and those of the pairs of terms that it is part of. */
export function alternativesAt({ terms: synonyms }: TextSource, terms: readonly Term[], at: number) {
  const text = (from: number, to: number) =>
    terms
      .slice(from, to)
      .flatMap(({ words }) => words)
      .join(' ')
  const pairs = [at > 0 ? text(at - 1, at + 1) : '', at + 1 < terms.length ? text(at, at + 2) : '']
  return [text(at, at + 1), ...pairs].flatMap((words) => (words === '' ? [] : synonyms.alternativesOf(words)))
}

/** Adds names and labels that have a word with one of the stems and an ending. */
function addForms(source: TextSource, typed: string, closeness: Closeness, found: WordMatch): void {
  const { text, labels, postings } = source
  const folded = fold(typed)
  const stems = stemsOf(typed).filter((stem) => closeness === 'related' || !isDerived(folded, stem))
  const isFormOfStem = (word: string, stem: string) =>
    isFormOf(word, stem) && (closeness === 'related' || !isDerived(word, stem))
  const isForm = (word: string) => stems.some((stem) => isFormOfStem(word, stem))
  const forms = emptyMatch(source)
  for (const stem of stems) {
    const { words } = text.words
    const from = lowerBound(words, stem)
    for (let at = from; at < from + maxFormsTried && words[at]?.startsWith(stem); at++) {
      if (isFormOfStem(words[at]!, stem)) markWordAt(text.words, at, words[at] === stem ? forms.whole : forms.prefix)
    }
  }
  if (text.changedTexts.size > 0) {
    subtract(forms.whole, text.outdated)
    subtract(forms.prefix, text.outdated)
    for (const [slot, { words }] of text.changedTexts) {
      for (const word of words.split(' ')) {
        if (isForm(word)) setBit(stems.includes(word) ? forms.whole : forms.prefix, slot)
      }
    }
  }
  unite(forms.prefix, forms.whole)
  unite(forms.any, forms.prefix)
  for (const stem of stems) markLabelsWhere(labels, postings, (word) => isFormOfStem(word, stem), forms.any, stem)
  addMatch(found, forms)
}

/** Adds a match to another one and releases it. */
function addMatch(into: WordMatch, other: WordMatch): void {
  for (const key of ['any', 'prefix', 'whole'] as const) unite(into[key], other[key])
  releaseMatch(other)
}

/** The intersection of shared matches, or undefined without items. Stops as soon as nothing matches. */
export function intersectShared<Item>(
  source: TextSource,
  items: readonly Item[],
  read: (item: Item, at: number) => WordMatch,
): WordMatch | undefined {
  const [first, ...others] = items
  if (first === undefined) return undefined
  const found = copyMatch(source, read(first, 0))
  for (const [i, item] of others.entries()) {
    if (isEmpty(found.any)) return found
    narrowMatch(found, read(item, i + 1))
  }
  return found
}

/** Like `intersectShared`, for matches that it may change and release. */
export function matchAll<Item>(
  items: readonly Item[],
  find: (item: Item, at: number) => WordMatch,
): WordMatch | undefined {
  const [first, ...others] = items
  if (first === undefined) return undefined
  const found = find(first, 0)
  for (const [i, item] of others.entries()) {
    if (isEmpty(found.any)) return found
    const other = find(item, i + 1)
    narrowMatch(found, other)
    releaseMatch(other)
  }
  return found
}

function narrowMatch(found: WordMatch, other: WordMatch): void {
  for (const key of ['any', 'prefix', 'whole'] as const) intersect(found[key], other[key])
}
