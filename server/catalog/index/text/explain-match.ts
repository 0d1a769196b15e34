import type { Term } from '#domain/search/analyze-query.ts'
import type { SearchReport } from '#domain/search/search-report.ts'
import { type Bitset, borrowBitset, hasBit, returnBitset } from '#server/catalog/index/bitset.ts'
import { farnessOf, farPositions } from './far-match.ts'
import { markLabelsWhere } from './label-words.ts'
import { eachNearRange, nearnessOf } from './near-words.ts'
import { readSoftly } from './term-match.ts'
import { matchName, mayBeMistyped, releaseMatch, type TextSource } from './word-match.ts'
import { hasWord, slotHasWord } from './words.ts'

const maxWordsTried = 20_000
const minHalfLength = 2

/** `heads`: the kinds of products that the list begins with. */
type Explained = { ranks: readonly Bitset[]; heads: readonly Bitset[]; isComplete: boolean }

/** How the best products differ from the terms of the query; undefined if they have all of them as typed. */
export function explainMatch(
  source: TextSource,
  terms: readonly Term[],
  { ranks, heads, isComplete }: Explained,
): SearchReport | undefined {
  const report = explainFirst(source, terms, { ranks, isComplete })
  if (report === undefined || report.corrections.length > 0) return report
  const orWithout = heads
    .map((head) => missingTerms(source, terms, firstSlot([head], source.live)))
    // One with more has corrected words.
    .filter(({ length }) => length === report.without.length)
    .map((missing) => missing.map(({ typed }) => typed).filter((typed) => !report.without.includes(typed)))
    .filter(({ length }) => length > 0)
  return { ...report, ...(orWithout.length > 0 && { orWithout }) }
}

const missingTerms = (source: TextSource, terms: readonly Term[], slot: number | null) =>
  slot === null ? [] : terms.filter((_, at) => !hasBit(readSoftly(source, terms, at).any, slot))

function explainFirst(
  source: TextSource,
  terms: readonly Term[],
  { ranks, isComplete }: Omit<Explained, 'heads'>,
): SearchReport | undefined {
  const slot = firstSlot(ranks, source.live)
  if (slot === null) return undefined
  const report: SearchReport = { corrections: [], without: [] }
  for (const [at, term] of terms.entries()) {
    if (hasBit(readSoftly(source, terms, at).any, slot)) continue
    const used = correctedWord(source, term, slot, isComplete)
    if (used !== null) report.corrections.push({ typed: term.typed, used })
    else if (!isComplete || !addJoined(source, terms, at, slot, report)) report.without.push(term.typed)
  }
  return report.corrections.length + report.without.length === 0 ? undefined : report
}

function firstSlot(ranks: readonly Bitset[], live: Bitset): number | null {
  for (const rank of ranks) {
    for (let i = 0; i < rank.length; i++) {
      const word = rank[i]! & live[i]!
      if (word !== 0) return (i << 5) + 31 - Math.clz32(word & -word)
    }
  }
  return null
}

/** The word of the product that a mistyped one stands for; null for what the search does not correct. */
function correctedWord(source: TextSource, term: Term, slot: number, isComplete: boolean): string | null {
  if (term.kind !== 'word' && term.kind !== 'code') return null
  const typed = term.words.join('')
  if (!mayBeMistyped(typed, isComplete ? 'any' : 'letters')) return null
  const isNear = (word: string) => nearnessOf(typed, word, 'any') !== null
  const isFar = farnessOf(typed) ?? (() => false)
  const changed = source.text.changedTexts.get(slot)
  const words = changed?.words.split(' ').filter((word) => word !== '')
  return (
    (words === undefined ? nearWordOf(source, typed, slot) : words.find(isNear)) ??
    halves(source, typed, slot) ??
    (words === undefined ? farWordOf(source, typed, slot) : words.find((word) => isFar(word))) ??
    labelOf(source, (word) => isNear(word) || isFar(word), slot)
  )
}

function nearWordOf({ text }: TextSource, typed: string, slot: number): string | null {
  const { words } = text.words
  const found = { whole: -1, prefix: -1 }
  let tried = 0
  for (const mistakes of ['letters', 'any'] as const) {
    eachNearRange(words, typed, mistakes, (from, to, nearness) => {
      for (let at = from; at < to && tried < maxWordsTried; at++, tried++) {
        if (slotHasWord(text.words, at, slot)) found[nearness ?? 'whole'] = at
      }
    })
    const at = found.whole >= 0 ? found.whole : found.prefix
    if (at >= 0) return words[at]!
  }
  return null
}

function farWordOf({ text }: TextSource, typed: string, slot: number): string | null {
  const far = farPositions(text.words, typed).find((at) => slotHasWord(text.words, at, slot))
  return far === undefined ? null : text.words.words[far]!
}

function labelOf(
  { labels, postings, capacity }: TextSource,
  isWanted: (word: string) => boolean,
  slot: number,
): string | null {
  const bits = borrowBitset(capacity)
  let used: string | null = null
  markLabelsWhere(
    labels,
    postings,
    (word) => {
      if (used !== null || !isWanted(word)) return false
      markLabelsWhere(labels, postings, (other) => other === word, bits, word)
      if (hasBit(bits, slot)) used = word
      return false
    },
    bits,
  )
  returnBitset(bits)
  return used
}

/** A word that the product has as two: vidalamaseti. */
function halves(source: TextSource, typed: string, slot: number): string | null {
  for (let at = minHalfLength; at <= typed.length - minHalfLength; at++) {
    const [left, right] = [typed.slice(0, at), typed.slice(at)]
    if (hasWord(source.text.words, left) && nameHas(source, left, slot) && nameHas(source, right, slot))
      return `${left} ${right}`
  }
  return null
}

/** Two terms that the product has as one word. */
function addJoined(
  source: TextSource,
  terms: readonly Term[],
  at: number,
  slot: number,
  report: SearchReport,
): boolean {
  for (const from of [at - 1, at]) {
    const pair = terms.slice(Math.max(0, from), from + 2)
    const used = pair.flatMap(({ words }) => words).join('')
    if (pair.length < 2 || !nameHas(source, used, slot)) continue
    const typed = pair.map((term) => term.typed).join(' ')
    if (!report.corrections.some((one) => one.typed === typed)) report.corrections.push({ typed, used })
    return true
  }
  return false
}

function nameHas(source: TextSource, word: string, slot: number): boolean {
  const named = matchName(source, word)
  const isFound = hasBit(named.prefix, slot)
  releaseMatch(named)
  return isFound
}
