import { refuse, type Refusal } from '#contract/core/errors.ts'
import { addToBook, conflictOf, type RuleBook } from '#domain/search/rule-book.ts'
import { cleanRule, problemOfRule, type RuleProblem, type SearchRule } from '#domain/search/search-rule.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { findCodes } from './queries.ts'

/**
 * The path of a list or of the campaigns for an address as typed, whole or from the site's root; null if the shop has no
 * such page. It comes from the catalog, on which rules do not depend.
 */
export type PagePathOf = (typed: string) => Promise<string | null>

export type CheckedRule = { rule: SearchRule; problem: RuleProblem | null }

/** Checks rules one after the other, each against the book and the accepted rules before it, which it then joins. */
export async function checkRules(
  db: Db,
  book: RuleBook,
  typed: readonly SearchRule[],
  pagePathOf: PagePathOf,
): Promise<CheckedRule[]> {
  const rules = typed.map(cleanRule)
  const codes = await codesOf(db, rules)
  const checked: CheckedRule[] = []
  for (const rule of rules) {
    const path = rule.kind === 'redirect' && rule.targets[0] !== undefined ? await pagePathOf(rule.targets[0]) : null
    const complete = path === null ? rule : { ...rule, targets: [path, ...rule.targets.slice(1)] }
    const problem =
      problemOfRule(complete) ??
      (rule.kind === 'redirect' && path === null
        ? ({ field: 'targets', problem: 'noPage', facts: { path: rule.targets[0] ?? '' } } as const)
        : null) ??
      (rule.kind === 'code' ? codeProblem(rule, codes) : null) ??
      conflictOf(book, complete)
    if (problem === null) addToBook(book, complete)
    checked.push({ rule: complete, problem })
  }
  return checked
}

async function codesOf(db: Db, rules: readonly SearchRule[]): Promise<Map<string, boolean>> {
  const texts = rules.flatMap(({ kind, words, targets }) => (kind === 'code' ? [...words, ...targets] : []))
  const rows = texts.length === 0 ? [] : await findCodes(db, texts)
  return new Map(rows.map(({ code, is_active }) => [code, is_active]))
}

function codeProblem({ words, targets }: SearchRule, codes: ReadonlyMap<string, boolean>): RuleProblem | null {
  const target = targets.find((code) => !codes.has(code))
  if (target !== undefined) return { field: 'targets', problem: 'noProduct', facts: { code: target } }
  const own = words.find((code) => codes.get(code) === true)
  return own === undefined ? null : { field: 'words', problem: 'ownCode', facts: { code: own } }
}

export function refusalOf({ field, problem, facts }: RuleProblem): Refusal {
  const text = `administration.searchRules.problems.${problem}`
  return { ...refuse('validation_failed'), fields: { [field]: facts === undefined ? { text } : { text, facts } } }
}
