import * as z from 'zod/mini'
import { searchRuleKinds, searchRuleLimits } from '#domain/search/search-rule.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const typed = z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(100))

/** A rule as typed; `targets` is empty for synonyms. */
export const searchRuleValues = z.strictObject({ kind: z.enum(searchRuleKinds), words: typed, targets: typed })
export type SearchRuleValues = z.output<typeof searchRuleValues>

export const listedSearchRule = z.object({
  id: z.number(),
  ...searchRuleValues.shape,
  changedAt: z.string(),
  /** The page or the product of the target no longer exists: the rule has no effect. */
  isBroken: z.boolean(),
})
export type ListedSearchRule = z.output<typeof listedSearchRule>

/** Filters `q` (part of a word or target) and `kind`, newest change first; unknown filters are ignored. */
export const listSearchRules = endpoint({
  method: 'GET',
  path: '/yonetim/search-rules',
  access: 'admin',
  area: 'catalog',
  summary: 'Synonyms, other codes and redirects of the search',
  query: z.object({ page: text, limit: text, q: text, kind: text }),
  reply: z.object({
    items: z.array(listedSearchRule),
    ...paged,
    q: z.string(),
    kind: z.nullable(z.enum(searchRuleKinds)),
  }),
  errors: [],
})

/** `before`: the values until then, when an existing group was extended. */
const savedRule = z.object({ id: z.number(), values: searchRuleValues, before: z.nullable(searchRuleValues) })

/**
 * A refusal has a message in `fields` for each invalid field. With `joins`, synonyms extend the group that has one of
 * the words.
 */
export const createSearchRule = endpoint({
  method: 'POST',
  path: '/yonetim/search-rules',
  access: 'admin',
  area: 'catalog',
  summary: 'Adds a search rule',
  body: z.strictObject({ values: searchRuleValues, joins: z.optional(z.boolean()) }),
  reply: savedRule,
  errors: ['validation_failed', 'search_rules_full'],
})

/** `before`: the values that the form was opened with; if they have changed since, the rule stays as it is. */
export const changeSearchRule = endpoint({
  method: 'PATCH',
  path: '/yonetim/search-rules/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Changes a search rule',
  params: rowParams,
  body: z.strictObject({ before: searchRuleValues, values: searchRuleValues }),
  reply: savedRule,
  errors: ['validation_failed', 'search_rule_not_found', 'search_rule_changed'],
})

export const deleteSearchRule = endpoint({
  method: 'DELETE',
  path: '/yonetim/search-rules/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Deletes a search rule',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['search_rule_not_found'],
})

/** Maximum size of a file of rules, in bytes. */
export const searchRulesFileBytesMax = 1_000_000

export const searchRuleOutcomes = ['new', 'same', 'problem'] as const

/** A line of the file with what would happen to it; `problem` is a sentence. */
export const searchRuleLine = z.object({
  line: z.number(),
  outcome: z.enum(searchRuleOutcomes),
  values: z.nullable(searchRuleValues),
  text: z.string(),
  problem: z.nullable(z.string()),
})
export type SearchRuleLine = z.output<typeof searchRuleLine>

/** Changes nothing. The columns are those of the export; `facts` of a refusal say why the file cannot be read. */
export const previewSearchRules = endpoint({
  method: 'POST',
  path: '/yonetim/search-rules/file',
  access: 'admin',
  area: 'catalog',
  summary: 'Checks each line of a file of search rules',
  encoding: 'file',
  body: z.unknown(),
  reply: z.object({ lines: z.array(searchRuleLine) }),
  errors: ['search_rules_file', 'too_large', 'bad_request'],
})

/** Adds all or none: a rule that has become a problem since the preview is named in `fields.rules`. */
export const addSearchRules = endpoint({
  method: 'POST',
  path: '/yonetim/search-rules/batch',
  access: 'admin',
  area: 'catalog',
  summary: 'Adds several search rules at once',
  body: z.strictObject({ rules: z.array(searchRuleValues).check(z.minLength(1), z.maxLength(searchRuleLimits.rules)) }),
  reply: z.object({ added: z.number() }),
  errors: ['validation_failed', 'search_rules_full'],
})

export const missedSearch = z.object({
  query: z.string(),
  searches: z.number(),
  /** Different signed-in users, and searches of guests, who are not told apart. */
  users: z.number(),
  guestSearches: z.number(),
  /** Searches that found nothing at all; the others found only similar products. */
  withoutResult: z.number(),
  lastAt: z.string(),
  isIgnored: z.boolean(),
})
export type MissedSearch = z.output<typeof missedSearch>

/** The most frequent first. `state` ignored lists the ignored ones. Searches that have a rule are left out. */
export const listMissedSearches = endpoint({
  method: 'GET',
  path: '/yonetim/missed-searches',
  access: 'admin',
  area: 'catalog',
  summary: 'Searches that found nothing, or only similar products',
  query: z.object({ page: text, limit: text, q: text, state: text }),
  reply: z.object({
    items: z.array(missedSearch),
    ...paged,
    q: z.string(),
    state: z.nullable(z.literal('ignored')),
  }),
  errors: [],
})

/** What may have been meant: later searches of the same users that found products, and near names of the catalog. */
export const proposeForSearch = endpoint({
  method: 'GET',
  path: '/yonetim/missed-searches/proposals',
  access: 'admin',
  area: 'catalog',
  summary: 'What a search without a result may have meant',
  query: z.object({ q: z.string().check(z.maxLength(200)) }),
  reply: z.object({
    /** Texts of later searches, most frequent first. */
    searches: z.array(z.string()),
    words: z.array(z.string()),
    places: z.array(z.object({ name: z.string(), path: z.string(), count: z.number() })),
    products: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  errors: [],
})

export const ignoreSearch = endpoint({
  method: 'POST',
  path: '/yonetim/missed-searches/state',
  access: 'admin',
  area: 'catalog',
  summary: 'Hides a search without a result from the list, or shows it again',
  body: z.strictObject({
    query: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    isIgnored: z.boolean(),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['validation_failed'],
})
