import { type RuleProblem, ruleKey, ruleText, type SearchRule, type SearchRuleKind } from './search-rule.ts'

/** Rules by kind and word, to find what a further rule contradicts. */
export type RuleBook = Record<SearchRuleKind, Map<string, SearchRule>>

export function createRuleBook(rules: readonly SearchRule[] = []): RuleBook {
  const book: RuleBook = { synonyms: new Map(), one_way: new Map(), code: new Map(), redirect: new Map() }
  for (const rule of rules) addToBook(book, rule)
  return book
}

export const copyRuleBook = (book: RuleBook): RuleBook => ({
  synonyms: new Map(book.synonyms),
  one_way: new Map(book.one_way),
  code: new Map(book.code),
  redirect: new Map(book.redirect),
})

export function addToBook(book: RuleBook, rule: SearchRule): void {
  for (const word of rule.words) book[rule.kind].set(ruleKey(rule.kind, word), rule)
}

/** Whether the book has this very rule, in any order of its words. */
export function hasRule(book: RuleBook, rule: SearchRule): boolean {
  const existing = book[rule.kind].get(ruleKey(rule.kind, rule.words[0] ?? ''))
  if (existing === undefined) return false
  const keys = ({ words, targets }: SearchRule) =>
    [words, targets]
      .map((texts) =>
        texts
          .map((text) => ruleKey(rule.kind, text))
          .toSorted()
          .join('\n'),
      )
      .join('\n\n')
  return keys(existing) === keys(rule)
}

/**
 * What a rule contradicts: each word has one rule of a kind, an equal word needs no direction, and directions do not
 * run in a circle. The rule itself must not be in the book.
 */
export function conflictOf(book: RuleBook, rule: SearchRule): RuleProblem | null {
  const { kind } = rule
  for (const word of rule.words) {
    const other = book[kind].get(ruleKey(kind, word))
    if (other !== undefined) return { field: 'words', problem: `taken_${kind}`, facts: { word, rule: ruleText(other) } }
  }
  if (kind === 'synonyms') return directionWithin(book, rule)
  if (kind === 'redirect') return null
  return (kind === 'one_way' ? equalTarget(book, rule) : null) ?? circleOf(book, rule)
}

/** A one-way rule between two words of the group. */
function directionWithin(book: RuleBook, { words }: SearchRule): RuleProblem | null {
  const keys = new Set(words.map((word) => ruleKey('synonyms', word)))
  for (const key of keys) {
    const rule = book.one_way.get(key)
    if (rule?.targets.some((target) => keys.has(ruleKey('one_way', target)))) {
      return { field: 'words', problem: 'hasDirection', facts: { rule: ruleText(rule) } }
    }
  }
  return null
}

function equalTarget(book: RuleBook, { words, targets }: SearchRule): RuleProblem | null {
  const groups = new Set(words.flatMap((word) => book.synonyms.get(ruleKey('synonyms', word)) ?? []))
  for (const target of targets) {
    const group = book.synonyms.get(ruleKey('synonyms', target))
    if (group !== undefined && groups.has(group)) {
      return { field: 'targets', problem: 'alreadyEqual', facts: { word: target, rule: ruleText(group) } }
    }
  }
  return null
}

function circleOf(book: RuleBook, rule: SearchRule): RuleProblem | null {
  const { kind } = rule
  const starts = new Set(rule.words.map((word) => ruleKey(kind, word)))
  const visited = new Set<string>()
  const paths = rule.targets.map((target) => [target])
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    const last = path.at(-1) ?? ''
    const key = ruleKey(kind, last)
    if (starts.has(key)) {
      return { field: 'targets', problem: 'circle', facts: { path: [last, ...path].join(' → ') } }
    }
    if (visited.has(key)) continue
    visited.add(key)
    for (const target of book[kind].get(key)?.targets ?? []) paths.push([...path, target])
  }
  return null
}
