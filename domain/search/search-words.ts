import { ruleKey, searchKey, type SearchRule } from './search-rule.ts'
import type { SearchAlternative } from './search-terms.ts'

/** All rules in the form in which a search uses them. Keys and the texts of alternatives are folded. */
export type SearchWords = {
  /** Texts that also match where a text of one or two words is searched for. */
  alternatives: ReadonlyMap<string, readonly SearchAlternative[]>
  /** Our code by another code without separators. */
  codes: ReadonlyMap<string, string>
  /** The path of a page by the whole search. */
  redirects: ReadonlyMap<string, string>
}

export function compileRules(rules: readonly SearchRule[]): SearchWords {
  const ofKind = (kind: SearchRule['kind']) => rules.filter((rule) => rule.kind === kind)
  const alternatives = new Map<string, SearchAlternative[]>()
  const add = (key: string, text: string, isTarget: boolean) => {
    const known = alternatives.get(key) ?? []
    if (key !== text && known.every((other) => other.text !== text))
      alternatives.set(key, [...known, { text, isTarget }])
  }
  const groups = new Map<string, string[]>()
  for (const { words } of ofKind('synonyms')) {
    const group = words.map(searchKey)
    for (const key of group) groups.set(key, group)
    for (const key of group) for (const other of group) add(key, other, false)
  }
  const equalOf = (key: string) => groups.get(key) ?? [key]
  for (const { words, targets } of ofKind('one_way')) {
    const found = targets.flatMap((target) => equalOf(searchKey(target)))
    for (const key of words.flatMap((word) => equalOf(searchKey(word)))) {
      for (const text of found) add(key, text, true)
    }
  }
  const pairs = (kind: 'code' | 'redirect') =>
    ofKind(kind).flatMap(({ words, targets: [target] }) =>
      target === undefined ? [] : words.map((word) => [word, target] as const),
    )
  for (const [word, code] of pairs('code')) {
    // A code may be typed with or without separators.
    for (const key of [searchKey(word), ruleKey('code', word)]) add(key, searchKey(code), false)
  }
  return {
    alternatives,
    codes: new Map(pairs('code').map(([word, code]) => [ruleKey('code', word), code])),
    redirects: new Map(pairs('redirect').map(([word, path]) => [searchKey(word), path])),
  }
}
