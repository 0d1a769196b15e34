import type { PriceRuleValues } from '#contract/admin/price-rules.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { type RuleDraft, type RuleIssue, ruleNameMax } from '#domain/pricing/check-rule.ts'
import { changedSince } from '#server/account/account.ts'
import { type AuditValues, type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { translate } from '#server/platform/http/words.ts'
import { resolveRule, ruleColumns, ruleParams, rulePlaces, type RuleTerms } from './resolve-rule.ts'
import { loadLookup } from './rule-lookup.ts'
import { draftOf, findRule, type NamedRuleRow } from './rule-rows.ts'
import { readTyped, typedOf } from './typed-rule.ts'

type Saved = { ok: true; id: number }

/** Codes and tiers are unique: concurrent saves run one after the other. */
export const lockRules = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(75, 1)')

export function createRule(pool: Pool, by: Author, typed: PriceRuleValues): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockRules(db)
    const { terms, draft } = await resolveTyped(db, typed, null)
    const id = await insertRow(db, 'price_rules', { ...terms, created_by: by.actor?.userId ?? null })
    await writeAudit(db, by, { action: 'create', noun: 'price_rule', id: auditId(draft), after: auditedRule(draft) })
    return { ok: true as const, id }
  })
}

/** Changes a rule unless another user changed the same fields since `before` was loaded. */
export function changeRule(
  pool: Pool,
  by: Author,
  { id, before, values }: { id: number; before: PriceRuleValues; values: PriceRuleValues },
): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockRules(db)
    const row = await lockRule(db, id)
    const { terms, draft } = await resolveTyped(db, values, row)
    const now = draftOf(row)
    const late = changedSince('price_rule_changed', { before, now: typedOf(now), wanted: typedOf(draft) }, shownValue)
    if (late !== null) abortTransaction(late)
    await updateRule(db, id, terms)
    await auditChange(db, by, now, draft)
    return { ok: true as const, id }
  })
}

export function switchRule(
  pool: Pool,
  by: Author,
  { id, isActive }: { id: number; isActive: boolean },
): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockRules(db)
    const row = await lockRule(db, id)
    if (row.is_active === isActive) return { ok: true as const, id }
    const taken = isActive ? await findEqualTier(db, row, id) : undefined
    if (taken !== undefined) abortTransaction(refuse('price_rule_tier_taken', { name: taken.name }))
    await db.execute('UPDATE price_rules SET is_active = $2, updated_at = now() WHERE id = $1', [id, isActive])
    const action = isActive ? 'activate' : 'deactivate'
    await writeAudit(db, by, { action, noun: 'price_rule', id: auditId(draftOf(row)) })
    return { ok: true as const, id }
  })
}

const copiedColumns = `kind, dealer_id, group_id, region, product_id, brand_id, category_id, price_list_id, fixed_value,
  fixed_currency, chain, min_quantity, unit, starts_on, ends_on, priority, stops, keeps_discount`

/** The copy is switched off and has no code. */
export function copyRule(pool: Pool, by: Author, id: number, locale: Locale): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await findRule(db, id)
    if (row === undefined) return abortTransaction('price_rule_not_found')
    const name = translate(locale, 'priceRules.copyName', { name: row.name })
    const cut = Array.from(name).length > ruleNameMax ? row.name : name
    const inserted = await db.one<{ id: number }>(
      `INSERT INTO price_rules (name, is_active, created_by, ${copiedColumns})
       SELECT $2, false, $3, ${copiedColumns} FROM price_rules WHERE id = $1 RETURNING id`,
      [id, cut, by.actor?.userId ?? null],
    )
    if (inserted === undefined) return abortTransaction('price_rule_not_found')
    const after = auditedRule({ ...draftOf(row), code: '', name: cut, isActive: false })
    await writeAudit(db, by, { action: 'create', noun: 'price_rule', id: cut, after })
    return { ok: true as const, id: inserted.id }
  })
}

export function removeRule(pool: Pool, by: Author, id: number): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const draft = draftOf(await lockRule(db, id))
    await db.execute('DELETE FROM price_rules WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'price_rule', id: auditId(draft), before: auditedRule(draft) })
    return { ok: true as const, id }
  })
}

async function lockRule(db: Db, id: number): Promise<NamedRuleRow> {
  return (await findRule(db, id, { isLocked: true })) ?? abortTransaction('price_rule_not_found')
}

async function updateRule(db: Db, id: number, terms: RuleTerms): Promise<void> {
  await db.execute(`UPDATE price_rules SET (${ruleColumns}, updated_at) = (${rulePlaces}, now()) WHERE id = $1`, [
    id,
    ...ruleParams(terms),
  ])
}

/** Aborts with the problem of each field. `own`: the rule before the change. */
async function resolveTyped(db: Db, typed: PriceRuleValues, own: NamedRuleRow | null) {
  const { draft, issues } = readTyped(typed)
  const resolved = resolveRule(draft, await loadLookup(db, draft), issues)
  const ownId = own?.id ?? null
  const found: RuleIssue[] = resolved.ok ? [] : resolved.issues
  const code = await db.one('SELECT FROM price_rules WHERE code = $1 AND id IS DISTINCT FROM $2', [draft.code, ownId])
  if (code !== undefined) found.push({ field: 'code', problem: 'rule_code_taken', facts: { value: draft.code } })
  const tier = resolved.ok && resolved.terms.is_active ? await findEqualTier(db, resolved.terms, ownId) : undefined
  if (tier !== undefined) found.push({ field: 'minQuantity', problem: 'rule_tier_taken', facts: { name: tier.name } })
  if (resolved.ok && found.length === 0) return resolved
  return abortTransaction({ ...refuse('validation_failed'), fields: fieldsOf(found) })
}

const fieldsOf = (issues: readonly RuleIssue[]): NonNullable<Refusal['fields']> =>
  Object.fromEntries(
    issues.map(({ field, problem, facts }) => [field, { text: `import.issues.${problem}`, ...(facts && { facts }) }]),
  )

/** The active tier that the index price_rules_tiers would not let stand beside this one. */
function findEqualTier(
  db: Db,
  tier: Pick<RuleTerms, Exclude<keyof RuleTerms, 'code' | 'name'>>,
  ownId: number | null,
): Promise<{ name: string } | undefined> {
  return db.one<{ name: string }>(
    `SELECT name FROM price_rules
      WHERE kind = 'tier' AND $1 = 'tier' AND is_active AND id IS DISTINCT FROM $2
        AND dealer_id IS NOT DISTINCT FROM $3 AND group_id IS NOT DISTINCT FROM $4 AND region IS NOT DISTINCT FROM $5
        AND product_id IS NOT DISTINCT FROM $6 AND brand_id IS NOT DISTINCT FROM $7
        AND category_id IS NOT DISTINCT FROM $8 AND unit IS NOT DISTINCT FROM $9 AND min_quantity = $10
        AND starts_on IS NOT DISTINCT FROM $11::date AND ends_on IS NOT DISTINCT FROM $12::date AND priority = $13`,
    [
      tier.kind,
      ownId,
      tier.dealer_id,
      tier.group_id,
      tier.region,
      tier.product_id,
      tier.brand_id,
      tier.category_id,
      tier.unit,
      tier.min_quantity,
      tier.starts_on,
      tier.ends_on,
      tier.priority,
    ],
  )
}

const auditId = ({ code, name }: RuleDraft): string => code || name

/** What the rule says, for the audit log. */
function auditedRule(draft: RuleDraft): AuditValues {
  return Object.fromEntries(Object.entries(auditValues(draft)).filter(([, value]) => value !== '' && value !== false))
}

const auditValues = ({ kind, stops, category, ...draft }: RuleDraft): AuditValues => ({
  ruleKind: kind,
  ...draft,
  category,
  stopsLater: stops,
})

async function auditChange(db: Db, by: Author, before: RuleDraft, after: RuleDraft): Promise<void> {
  const difference = differenceOf(auditValues(before), auditValues(after))
  if (difference === null) return
  await writeAudit(db, by, { action: 'change', noun: 'price_rule', id: auditId(after), ...difference })
}

function shownValue(field: string, value: unknown): string | null {
  if (field === 'kind' || typeof value === 'boolean') return null
  return typeof value === 'string' && value !== '' ? value : '–'
}
