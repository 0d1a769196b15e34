import type { PriceRuleValues } from '#contract/admin/price-rules.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { type RuleDraft, type RuleIssue, ruleNameMax } from '#domain/pricing/check-rule.ts'
import { isOrderKind } from '#domain/pricing/price-rule.ts'
import { changedSince } from '#server/account/account.ts'
import { type AuditValues, type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { translate } from '#server/platform/http/words.ts'
import { allowBelowFloors, findFloorOfRule } from './floors.ts'
import { type Change, movesPrices, propose } from './propose.ts'
import { resolveRule, ruleColumns, ruleParams, rulePlaces, type RuleTerms } from './resolve-rule.ts'
import { loadLookup } from './rule-lookup.ts'
import { draftOf, findRule, type NamedRuleRow } from './rule-rows.ts'
import { readTyped, typedOf } from './typed-rule.ts'
import { findUnreachable } from './unreachable-multiples.ts'

/** `isWaiting`: a second person has to approve what was requested. */
export type Saved = { ok: true; id: number; isWaiting: boolean }
type RuleChange = { id: number; before: PriceRuleValues; values: PriceRuleValues }

/** Codes and tiers are unique: concurrent saves run one after the other. */
export const lockRules = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(75, 1)')

/** Where changes need a second person, the rule is saved switched off, and switching it on waits. */
export function createRule(pool: Pool, change: Change, typed: PriceRuleValues): Promise<Saved | Refusal> {
  const { by, needsTwo } = change
  return transactionOrRefusal(pool, async (db) => {
    await lockRules(db)
    const { terms, draft: wanted } = await resolveTyped(db, typed, null)
    const isWaiting = needsTwo && terms.is_active && !isOrderKind(terms.kind)
    const draft = { ...wanted, isActive: wanted.isActive && !isWaiting }
    const passes_floor = await passesFloor(db, change, terms)
    const row = { ...terms, passes_floor, is_active: draft.isActive, created_by: by.actor.userId }
    const id = await insertRow(db, 'price_rules', row)
    await writeAudit(db, by, { action: 'create', noun: 'price_rule', id: auditId(draft), after: auditedRule(draft) })
    if (isWaiting) await proposeSwitch(db, by, { id, draft, isActive: true })
    return { ok: true as const, id, isWaiting }
  })
}

/** Changes a rule unless another user changed the same fields since `before` was loaded. */
export function changeRule(pool: Pool, change: Change, request: RuleChange): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, (db) => applyChange(db, change, request))
}

/** In the caller's transaction, which a refusal aborts. */
export async function applyChange(db: Db, change: Change, { id, before, values }: RuleChange): Promise<Saved> {
  const { by, needsTwo } = change
  await lockRules(db)
  const row = await lockRule(db, id)
  const { terms, draft } = await resolveTyped(db, values, row)
  const now = draftOf(row)
  const late = changedSince('price_rule_changed', { before, now: typedOf(now), wanted: typedOf(draft) }, shownValue)
  if (late !== null) abortTransaction(late)
  const isWaiting = needsTwo && movesPrices(now, draft)
  const passes = row.passes_floor && isPricedAlike(row, terms) ? true : await passesFloor(db, change, terms)
  if (isWaiting) await propose(db, by, { kind: 'change', rule: id, request: { before, values } })
  else await updateRule(db, id, terms, passes)
  await auditChange(db, by, { before: now, after: draft, isWaiting })
  return { ok: true, id, isWaiting }
}

type Switch = { id: number; isActive: boolean }

export function switchRule(pool: Pool, change: Change, request: Switch): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, (db) => applySwitch(db, change, request))
}

export async function applySwitch(db: Db, change: Change, { id, isActive }: Switch): Promise<Saved> {
  const { by, needsTwo } = change
  await lockRules(db)
  const row = await lockRule(db, id)
  if (row.is_active === isActive) return { ok: true, id, isWaiting: false }
  const taken = isActive ? await findEqualTier(db, row, id) : undefined
  if (taken !== undefined) abortTransaction(refuse('price_rule_tier_taken', { name: taken.name }))
  if (isActive && row.passes_floor) await passesFloor(db, change, row)
  if (needsTwo && !isOrderKind(row.kind)) {
    await proposeSwitch(db, by, { id, draft: draftOf(row), isActive })
    return { ok: true, id, isWaiting: true }
  }
  await db.execute('UPDATE price_rules SET is_active = $2, updated_at = now() WHERE id = $1', [id, isActive])
  const action = isActive ? 'activate' : 'deactivate'
  await writeAudit(db, by, { action, noun: 'price_rule', id: auditId(draftOf(row)) })
  return { ok: true, id, isWaiting: false }
}

async function proposeSwitch(
  db: Db,
  by: Change['by'],
  { id, draft, isActive }: Switch & { draft: RuleDraft },
): Promise<void> {
  await propose(db, by, { kind: 'switch', rule: id, request: { isActive } })
  const action = isActive ? 'activate' : 'deactivate'
  await writeAudit(db, by, { action, noun: 'price_rule', id: auditId(draft), after: { waiting: true } })
}

const copiedColumns = `kind, dealer_id, group_id, region, product_id, brand_id, category_id, price_list_id, fixed_value,
  fixed_currency, chain, above_cost, min_quantity, quantity, period_days, unit, starts_on, ends_on, priority, stops, keeps_discount`

/** The copy is switched off and has no code. */
export function copyRule(
  pool: Pool,
  by: Author,
  id: number,
  locale: Locale,
): Promise<{ ok: true; id: number } | Refusal> {
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

export function removeRule(pool: Pool, change: Change, id: number): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, (db) => applyRemoval(db, change, id))
}

export async function applyRemoval(db: Db, { by, needsTwo }: Change, id: number): Promise<Saved> {
  const row = await lockRule(db, id)
  const draft = draftOf(row)
  const isWaiting = needsTwo && row.is_active && !isOrderKind(row.kind)
  if (isWaiting) await propose(db, by, { kind: 'delete', rule: id, request: {} })
  else await db.execute('DELETE FROM price_rules WHERE id = $1', [id])
  const before = auditedRule(draft)
  const entry = { action: 'remove', noun: 'price_rule', id: auditId(draft), before } as const
  await writeAudit(db, by, { ...entry, ...(isWaiting && { after: { waiting: true } }) })
  return { ok: true, id, isWaiting }
}

async function lockRule(db: Db, id: number): Promise<NamedRuleRow> {
  return (await findRule(db, id, { isLocked: true })) ?? abortTransaction('price_rule_not_found')
}

async function updateRule(db: Db, id: number, terms: RuleTerms, passes: boolean): Promise<void> {
  await db.execute(
    `UPDATE price_rules SET (${ruleColumns}, passes_floor, updated_at) = (${rulePlaces}, $26, now()) WHERE id = $1`,
    [id, ...ruleParams(terms), passes],
  )
}

type Priced = Parameters<typeof findFloorOfRule>[1] & Pick<RuleTerms, 'code' | 'name' | 'group_id' | 'region'>

/** Whether the fixed price of a rule is below the floor, which needs the right for it. */
async function passesFloor(db: Db, { by, floors }: Change, terms: Priced): Promise<boolean> {
  const found = await findFloorOfRule(db, terms, floors)
  if (found === null) return false
  const setter = { author: by, permissions: by.actor.permissions, locale: by.locale }
  await allowBelowFloors(db, setter, { noun: 'price_rule', id: terms.code ?? terms.name }, [found])
  return true
}

const pricedBy = [
  ...(['kind', 'dealer_id', 'group_id', 'region', 'product_id', 'brand_id', 'category_id'] as const),
  ...(['fixed_value', 'fixed_currency', 'unit'] as const),
]

/** Whether the price of a rule is still the one that was set, for the same dealers and products. */
const isPricedAlike = (a: Priced, b: Priced): boolean => pricedBy.every((column) => a[column] === b[column])

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
  const unreachable = resolved.ok ? await findUnreachable(db, resolved.terms) : null
  if (unreachable !== null) found.push(unreachable)
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

export const auditId = ({ code, name }: RuleDraft): string => code || name

/** What the rule says, for the audit log. */
function auditedRule(draft: RuleDraft): AuditValues {
  return Object.fromEntries(Object.entries(auditValues(draft)).filter(([, value]) => value !== '' && value !== false))
}

const auditValues = ({ kind, stops, category, quantity, ...draft }: RuleDraft): AuditValues => ({
  ruleKind: kind,
  ...draft,
  ruleQuantity: quantity,
  category,
  stopsLater: stops,
})

async function auditChange(
  db: Db,
  by: Author,
  { before, after, isWaiting }: { before: RuleDraft; after: RuleDraft; isWaiting: boolean },
): Promise<void> {
  const difference = differenceOf(auditValues(before), auditValues(after))
  if (difference === null) return
  const { after: values } = difference
  await writeAudit(db, by, {
    ...{ action: 'change', noun: 'price_rule', id: auditId(after), before: difference.before },
    after: isWaiting ? { ...values, waiting: true } : values,
  })
}

function shownValue(field: string, value: unknown): string | null {
  if (field === 'kind' || typeof value === 'boolean') return null
  return typeof value === 'string' && value !== '' ? value : '–'
}
