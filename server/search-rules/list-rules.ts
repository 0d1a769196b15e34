import type { ListedSearchRule } from '#contract/admin/search-rules.ts'
import { ruleText, type SearchRuleKind, searchRuleKinds } from '#domain/search/search-rule.ts'
import { fold } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { PagePathOf } from './check-rules.ts'
import { findCodes, loadRules, type RuleRow } from './queries.ts'

export type RulesQuery = { q: string; kind: SearchRuleKind | null }

/** Parses the filters of a list; invalid values are ignored. */
export function parseRulesQuery(query: { q?: string | undefined; kind?: string | undefined }): RulesQuery {
  return {
    q: cleanText(query.q).slice(0, 100),
    kind: searchRuleKinds.find((kind) => kind === query.kind) ?? null,
  }
}

/** Filters in memory: a store has some thousand rules at most. */
export async function findRules(db: Db, { q, kind }: RulesQuery): Promise<RuleRow[]> {
  const folded = fold(q)
  const rules = await loadRules(db)
  return rules.filter((rule) => (kind === null || rule.kind === kind) && fold(ruleText(rule)).includes(folded))
}

export async function presentRules(
  db: Db,
  rows: readonly RuleRow[],
  pagePathOf: PagePathOf,
): Promise<ListedSearchRule[]> {
  const codes = rows.flatMap(({ kind, targets }) => (kind === 'code' ? targets : []))
  const existing = new Set((await findCodes(db, codes)).map(({ code }) => code))
  return Promise.all(
    rows.map(async ({ id, kind, words, targets, changed_at }) => {
      const [target = ''] = targets
      const isBroken =
        (kind === 'code' && !existing.has(target)) || (kind === 'redirect' && (await pagePathOf(target)) === null)
      return { id, kind, words, targets, changedAt: changed_at.toISOString(), isBroken }
    }),
  )
}
