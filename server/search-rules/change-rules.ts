import { refuse, type Refusal } from '#contract/core/errors.ts'
import { createRuleBook } from '#domain/search/rule-book.ts'
import { cleanRule, ruleKey, ruleText, type SearchRule, searchRuleLimits } from '#domain/search/search-rule.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { checkRules, type PagePathOf, refusalOf } from './check-rules.ts'
import { deleteRule, insertRules, loadRules, lockRule, lockRules, type RuleRow, updateRule } from './queries.ts'

export type RuleDeps = { pool: Pool; pagePathOf: PagePathOf }
type Saved = { ok: true; id: number; values: SearchRule; before: SearchRule | null }

const valuesOf = ({ kind, words, targets }: SearchRule): SearchRule => ({ kind, words, targets })

/** With `joins`, synonyms extend the group that has one of their words. */
export function createRule(
  { pool, pagePathOf }: RuleDeps,
  author: Author,
  { values: typed, joins = false }: { values: SearchRule; joins?: boolean | undefined },
): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockRules(db)
    const rules = await loadRules(db)
    const group = joins ? groupOf(rules, typed) : undefined
    if (group !== undefined) {
      const values = { ...typed, words: [...group.words, ...typed.words] }
      return saveChange(db, author, { stored: group, rules, values, pagePathOf })
    }
    refuseFull(rules.length + 1)
    const rule = await acceptedRule(db, rules, typed, pagePathOf)
    const [id = 0] = await insertRules(db, [rule])
    await writeAudit(db, author, { action: 'create', noun: 'search_rule', id: ruleText(rule), after: valuesOf(rule) })
    return { ok: true as const, id, values: valuesOf(rule), before: null }
  })
}

function groupOf(rules: readonly RuleRow[], { kind, words }: SearchRule): RuleRow | undefined {
  if (kind !== 'synonyms') return undefined
  const keys = new Set(words.map((word) => ruleKey(kind, word)))
  return rules.find((rule) => rule.kind === kind && rule.words.some((word) => keys.has(ruleKey(kind, word))))
}

/** Changes a rule unless it was changed since `before` was loaded. */
export function changeRule(
  { pool, pagePathOf }: RuleDeps,
  author: Author,
  { id, before, values }: { id: number; before: SearchRule; values: SearchRule },
): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockRules(db)
    const stored = (await lockRule(db, id)) ?? abortTransaction('search_rule_not_found')
    if (!isSame(stored, before)) abortTransaction('search_rule_changed')
    return saveChange(db, author, { stored, rules: await loadRules(db), values, pagePathOf })
  })
}

type Change = { stored: RuleRow; rules: readonly RuleRow[]; values: SearchRule; pagePathOf: PagePathOf }

async function saveChange(db: Db, author: Author, { stored, rules, values, pagePathOf }: Change): Promise<Saved> {
  const { id } = stored
  const others = rules.filter((rule) => rule.id !== id)
  const rule = await acceptedRule(db, others, values, pagePathOf)
  const saved = { ok: true as const, id, values: valuesOf(rule), before: valuesOf(stored) }
  const difference = differenceOf(saved.before, saved.values)
  if (difference === null) return saved
  await updateRule(db, id, rule)
  await writeAudit(db, author, { action: 'change', noun: 'search_rule', id: ruleText(rule), ...difference })
  return saved
}

export function removeRule(pool: Pool, author: Author, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockRules(db)
    const stored = (await lockRule(db, id)) ?? abortTransaction('search_rule_not_found')
    await deleteRule(db, id)
    const before = valuesOf(stored)
    await writeAudit(db, author, { action: 'remove', noun: 'search_rule', id: ruleText(stored), before })
    return { ok: true as const }
  })
}

/** Adds all rules or none. */
export function addRules(
  { pool, pagePathOf }: RuleDeps,
  author: Author,
  typed: readonly SearchRule[],
): Promise<{ ok: true; added: number } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockRules(db)
    const rules = await loadRules(db)
    refuseFull(rules.length + typed.length)
    const checked = await checkRules(db, createRuleBook(rules), typed, pagePathOf)
    const problem = checked.find((each) => each.problem !== null)
    if (problem !== undefined) {
      const facts = { rule: ruleText(problem.rule) }
      abortTransaction({
        ...refuse('validation_failed'),
        fields: { rules: { text: 'administration.searchRules.problems.sincePreview', facts } },
      })
    }
    const added = checked.map(({ rule }) => rule)
    await insertRules(db, added)
    for (const rule of added) {
      await writeAudit(db, author, { action: 'create', noun: 'search_rule', id: ruleText(rule), after: valuesOf(rule) })
    }
    return { ok: true as const, added: added.length }
  })
}

function refuseFull(count: number): void {
  const { rules } = searchRuleLimits
  if (count > rules) abortTransaction(refuse('search_rules_full', { most: rules }))
}

async function acceptedRule(
  db: Db,
  others: readonly RuleRow[],
  typed: SearchRule,
  pagePathOf: PagePathOf,
): Promise<SearchRule> {
  const [checked] = await checkRules(db, createRuleBook(others), [typed], pagePathOf)
  if (checked === undefined) throw new Error('No rule to check.')
  return checked.problem === null ? checked.rule : abortTransaction(refusalOf(checked.problem))
}

const isSame = (stored: SearchRule, before: SearchRule): boolean =>
  JSON.stringify(valuesOf(stored)) === JSON.stringify(valuesOf(cleanRule(before)))
