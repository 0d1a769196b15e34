import { Readable } from 'node:stream'
import type { Reply } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import {
  addSearchRules,
  changeSearchRule,
  createSearchRule,
  deleteSearchRule,
  ignoreSearch,
  listMissedSearches,
  listSearchRules,
  previewSearchRules,
  proposeForSearch,
  type SearchRuleLine,
} from '#contract/admin/search-rules.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { copyRuleBook, createRuleBook, hasRule } from '#domain/search/rule-book.ts'
import { ruleText } from '#domain/search/search-rule.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import { translate } from '#server/platform/http/words.ts'
import { type CallContext, type Calls, handle } from '#server/visitor/visitor.ts'
import { addRules, changeRule, createRule, removeRule } from './change-rules.ts'
import { checkRules, type PagePathOf } from './check-rules.ts'
import { findRules, parseRulesQuery, presentRules } from './list-rules.ts'
import type { SearchRules } from './live-rules.ts'
import { findMissedSearches, foldedSearch, laterSearches, setIgnored } from './missed-searches.ts'
import { loadRules } from './queries.ts'
import { type RuleLine, readRulesFile } from './read-rules-file.ts'

type Proposals = Omit<Reply<typeof proposeForSearch>, 'searches'>

/**
 * `folder` is for files while they are read. `pagePathOf` and `nearest` come from the catalog, on which search rules do
 * not depend; `nearest` returns the names and products of the catalog that are nearest to a search.
 */
export type SearchRulesDeps = {
  pool: Pool
  searchRules: SearchRules
  folder: string
  pagePathOf: PagePathOf
  nearest(query: string, context: CallContext): Promise<Proposals>
}

/** The administrators' calls. A change is in force in this process before the response is sent. */
export function registerSearchRules(calls: Calls, deps: SearchRulesDeps): void {
  const { pool, pagePathOf, searchRules } = deps
  const refreshed = async <Value>(result: Value | Refusal): Promise<Value | Refusal> => {
    if (!isRefusal(result)) await searchRules.refresh()
    return result
  }
  handle(calls, listSearchRules, async ({ query }) => {
    const rulesQuery = parseRulesQuery(query)
    const { page, limit } = parsePaging(query)
    const rules = await findRules(pool, rulesQuery)
    const items = await presentRules(pool, rules.slice((page - 1) * limit, page * limit), pagePathOf)
    return { items, ...pagedBy(rules.length, page, limit), ...rulesQuery }
  })
  handle(calls, createSearchRule, async ({ body }, context) => refreshed(await createRule(deps, context, body)))
  handle(calls, changeSearchRule, async ({ params, body }, context) =>
    refreshed(await changeRule(deps, context, { id: params.id, ...body })),
  )
  handle(calls, deleteSearchRule, async ({ params }, context) => {
    const result = await refreshed(await removeRule(pool, context, params.id))
    return isRefusal(result) ? result : { success: true as const }
  })
  handle(calls, previewSearchRules, async ({ body }, { locale }) => {
    if (!(body instanceof Readable)) return refuse('bad_request')
    const lines = await readRulesFile(deps.folder, body, locale)
    return isRefusal(lines) ? lines : { lines: await previewLines(deps, lines, locale) }
  })
  handle(calls, addSearchRules, async ({ body }, context) => refreshed(await addRules(deps, context, body.rules)))
  registerMissedSearches(calls, deps)
}

function registerMissedSearches(calls: Calls, { pool, nearest }: SearchRulesDeps): void {
  handle(calls, listMissedSearches, async ({ query }) => {
    const q = cleanText(query.q).slice(0, 100)
    const isIgnored = query.state === 'ignored'
    const { page, limit } = parsePaging(query)
    const { items, total } = await findMissedSearches(pool, { q, isIgnored }, { limit, offset: (page - 1) * limit })
    return { items, ...pagedBy(total, page, limit), q, state: isIgnored ? ('ignored' as const) : null }
  })
  handle(calls, proposeForSearch, async ({ query }, context) => {
    const q = cleanText(query.q)
    const [searches, near] = await Promise.all([laterSearches(pool, q, 5), nearest(q, context)])
    return { searches, ...near }
  })
  handle(calls, ignoreSearch, async ({ body }, context) => {
    const query = cleanText(body.query)
    // Letters that no search keeps leave nothing either.
    if (foldedSearch(query) === '') return { ...refuse('validation_failed'), fields: { query: 'too_short' } }
    await setIgnored(pool, context, query, body.isIgnored)
    return { success: true as const }
  })
}

const pagedBy = (total: number, page: number, limit: number) => {
  return { total, page, limit, pages: Math.max(1, Math.ceil(total / limit)) }
}

/** What each line would do, in order: a line that repeats an earlier one is a problem. */
async function previewLines(
  { pool, pagePathOf }: SearchRulesDeps,
  lines: readonly RuleLine[],
  locale: Locale,
): Promise<SearchRuleLine[]> {
  const existing = createRuleBook(await loadRules(pool))
  const checked = await checkRules(
    pool,
    copyRuleBook(existing),
    lines.flatMap(({ rule }) => rule ?? []),
    pagePathOf,
  )
  let next = 0
  return lines.map(({ line, rule, text }) => {
    const result = rule === null ? undefined : checked[next++]
    if (result === undefined) {
      const problem = translate(locale, 'administration.searchRules.problems.kindUnknown')
      return { line, outcome: 'problem', values: null, text, problem }
    }
    const shown = { line, values: result.rule, text: ruleText(result.rule) }
    if (hasRule(existing, result.rule)) return { ...shown, outcome: 'same', problem: null }
    if (result.problem === null) return { ...shown, outcome: 'new', problem: null }
    const { problem, facts } = result.problem
    return {
      ...shown,
      outcome: 'problem',
      problem: translate(locale, `administration.searchRules.problems.${problem}`, facts),
    }
  })
}
