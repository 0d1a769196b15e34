import { fold, squeezeCode } from '#domain/text/text.ts'

/**
 * What administrators teach the search: `synonyms` are words that find each other, `one_way` words also find their
 * targets, `code` are other codes of one of our products, `redirect` words lead to a page of the shop.
 */
export const searchRuleKinds = ['synonyms', 'one_way', 'code', 'redirect'] as const
export type SearchRuleKind = (typeof searchRuleKinds)[number]

/** `targets` is empty for synonyms, one code or one path for `code` and `redirect`. Texts are as typed. */
export type SearchRule = { kind: SearchRuleKind; words: string[]; targets: string[] }

/**
 * Rules of a store, words and targets of a rule, letters of a text; words of a text whose place in a search is looked
 * for, and of any other; letters of an address.
 */
export const searchRuleLimits = {
  rules: 5_000,
  words: 20,
  targets: 5,
  letters: 60,
  parts: 2,
  longParts: 6,
  path: 500,
} as const

/** Why a rule is refused: the field, the text `administration.searchRules.problems.<problem>` and its facts. */
export type RuleProblem = {
  field: 'words' | 'targets'
  problem: string
  facts?: Record<string, string | number>
}

/** The form in which texts are compared: folded words with single spaces; codes without separators. */
export function ruleKey(kind: SearchRuleKind, text: string): string {
  return kind === 'code' ? squeezeCode(text) : searchKey(text)
}

/** A search as rules compare it. */
export function searchKey(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Removes blank and repeated texts and extra white space. */
export function cleanRule({ kind, words, targets }: SearchRule): SearchRule {
  const cleanTargets = kind === 'redirect' ? targets.map((path) => path.trim()) : unique(kind, targets)
  return {
    kind,
    words: unique(kind, words),
    targets: kind === 'synonyms' ? [] : cleanTargets.filter((target) => target !== ''),
  }
}

function unique(kind: SearchRuleKind, texts: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const text of texts) {
    const clean = text.replace(/[\p{C}\s]+/gu, ' ').trim()
    // A text without letters and digits stays, so that it is reported.
    const key = ruleKey(kind, clean) || clean
    if (key !== '' && !byKey.has(key)) byKey.set(key, clean)
  }
  return [...byKey.values()]
}

/** The first problem of a clean rule by itself; whether pages and products exist is not checked here. */
export function problemOfRule({ kind, words, targets }: SearchRule): RuleProblem | null {
  const { words: maxWords, targets: maxTargets, path: maxPath } = searchRuleLimits
  if (words.length === 0) return { field: 'words', problem: 'empty' }
  if (kind === 'synonyms' && words.length < 2) return { field: 'words', problem: 'alone' }
  if (words.length > maxWords) return { field: 'words', problem: 'tooMany', facts: { most: maxWords } }
  const { parts, longParts } = searchRuleLimits
  const word = problemOfTexts(kind, words, kind === 'redirect' ? longParts : parts)
  if (word !== null) return { field: 'words', ...word }
  if (kind === 'synonyms') return null
  const [target, another] = targets
  if (target === undefined) return { field: 'targets', problem: kind === 'redirect' ? 'pathMissing' : 'empty' }
  if (kind !== 'one_way' && another !== undefined) return { field: 'targets', problem: 'oneTarget' }
  if (targets.length > maxTargets) return { field: 'targets', problem: 'tooMany', facts: { most: maxTargets } }
  if (kind === 'redirect') {
    return target.length > maxPath ? { field: 'targets', problem: 'pathTooLong', facts: { most: maxPath } } : null
  }
  const wrong = problemOfTexts(kind, targets, longParts)
  if (wrong !== null) return { field: 'targets', ...wrong }
  const keys = new Set(words.map((text) => ruleKey(kind, text)))
  const same = targets.find((text) => keys.has(ruleKey(kind, text)))
  return same === undefined ? null : { field: 'targets', problem: 'itself', facts: { word: same } }
}

function problemOfTexts(
  kind: SearchRuleKind,
  texts: readonly string[],
  parts: number,
): Omit<RuleProblem, 'field'> | null {
  const { letters } = searchRuleLimits
  for (const word of texts) {
    const key = ruleKey(kind, word)
    if (key === '') return { problem: 'noLetters', facts: { word } }
    if (Array.from(word).length > letters) return { problem: 'tooLong', facts: { word, most: letters } }
    if (kind !== 'code' && key.split(' ').length > parts)
      return { problem: 'tooManyParts', facts: { word, most: parts } }
  }
  return null
}

/** A rule in one line, as messages quote it. */
export function ruleText({ kind, words, targets }: SearchRule): string {
  return kind === 'synonyms' ? words.join(' = ') : `${words.join(', ')} → ${targets.join(', ')}`
}
