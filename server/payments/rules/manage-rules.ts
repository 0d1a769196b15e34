import type { PosRuleValues } from '#contract/admin/pos-rules.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { changedSince } from '#server/account/account.ts'
import { type AuditValues, type Author, commandLine, differenceOf, writeAudit } from '#server/audit/audit.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { loadBinChoices } from '#server/payments/pos/pos-rows.ts'
import { listRuleRows, lockRule, type PosRuleRow } from './rule-rows.ts'
import { type ReadRule, readRule, type RuleChoices, ruleValuesOf } from './rule-values.ts'

type RuleDeps = { pool: Pool; now: () => Date }
type Done = { ok: true; id: number }

/** Accounts, card programs and banks that a rule may name. The accounts are locked against removal. */
async function loadChoices(db: Db): Promise<RuleChoices> {
  const accounts = await db.query<{ id: number }>('SELECT id FROM pos_accounts ORDER BY id FOR KEY SHARE')
  const { families, banks } = await loadBinChoices(db)
  return { accountIds: accounts.map(({ id }) => id), families, bankCodes: banks.map(({ code }) => code) }
}

async function readOrAbort(db: Db, values: PosRuleValues): Promise<ReadRule> {
  const read = readRule(values, await loadChoices(db))
  return read.ok ? read.rule : abortTransaction(read)
}

/** Adds a rule at the end of the list. */
export function addRule(deps: RuleDeps, values: PosRuleValues, by: Author = commandLine): Promise<Done | Refusal> {
  return transactionOrRefusal(deps.pool, async (db) => {
    const rule = await readOrAbort(db, values)
    const id = await insertRow(db, 'pos_rules', { ...columnsOf(rule), counted_from: deps.now(), position: 0 })
    await db.execute('UPDATE pos_rules SET position = (SELECT max(position) + 1 FROM pos_rules) WHERE id = $1', [id])
    await writeAccounts(db, id, rule)
    await writeAudit(db, by, { action: 'create', noun: 'pos_rule', id: String(id), after: await auditOf(db, rule) })
    return { ok: true as const, id }
  })
}

type RuleChange = { id: number; before: PosRuleValues; values: PosRuleValues }

/** Changes a rule, unless the same values have been changed since they were read. Other shares start to count anew. */
export function changeRule(deps: RuleDeps, by: Author, { id, before, values }: RuleChange): Promise<Done | Refusal> {
  return transactionOrRefusal(deps.pool, async (db) => {
    const row = (await lockRule(db, id)) ?? abortTransaction('not_found')
    const rule = await readOrAbort(db, values)
    const shown = { now: ruleValuesOf(row), wanted: ruleValuesOf(rule) }
    const late = changedSince('pos_rule_changed', { before, ...shown }, formatValue)
    if (late !== null) return abortTransaction(late)
    await updateRule(db, id, rule, isShared(row, rule) ? deps.now() : null)
    await writeAccounts(db, id, rule)
    const difference = differenceOf(await auditOf(db, row), await auditOf(db, rule))
    if (difference !== null)
      await writeAudit(db, by, { action: 'change', noun: 'pos_rule', id: String(id), ...difference })
    return { ok: true as const, id }
  })
}

/** Whether a rule divides payments otherwise than before. */
function isShared(before: PosRuleRow, { target, shareBy, accounts }: ReadRule): boolean {
  const sharesOf = (rule: Pick<ReadRule, 'accounts'>) =>
    JSON.stringify(
      rule.accounts.map(({ id, share }) => [id, Number(share)]).toSorted(([a], [b]) => Number(a) - Number(b)),
    )
  const isSame = before.target === target && before.shareBy === shareBy && sharesOf(before) === sharesOf({ accounts })
  return target === 'shares' && !isSame
}

function formatValue(field: string, value: unknown): string | null {
  if (field === 'bins' || field === 'name' || field.endsWith('Amount')) return String(value) || '–'
  return null
}

/** Orders all rules. Refuses if the list has other rules by now. */
export function orderRules(deps: RuleDeps, by: Author, ids: readonly number[]): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(deps.pool, async (db) => {
    await db.query('SELECT id FROM pos_rules ORDER BY id FOR NO KEY UPDATE')
    const rules = await listRuleRows(db)
    const isSame = rules.length === ids.length && rules.every(({ id }) => ids.includes(id))
    if (!isSame) return abortTransaction('pos_rules_changed')
    await db.execute(
      'UPDATE pos_rules r SET position = given.position FROM unnest($1::integer[]) WITH ORDINALITY AS given (id, position) WHERE r.id = given.id',
      [ids],
    )
    const named = (order: readonly number[]) => order.flatMap((id) => rules.find((rule) => rule.id === id)?.name ?? [])
    const difference = differenceOf({ order: named(rules.map(({ id }) => id)) }, { order: named(ids) })
    if (difference !== null) await writeAudit(db, by, { action: 'change', noun: 'pos_rule', id: '', ...difference })
    return { ok: true as const }
  })
}

export function removeRule(deps: RuleDeps, by: Author, id: number): Promise<Done | Refusal> {
  return transactionOrRefusal(deps.pool, async (db) => {
    const row = (await lockRule(db, id)) ?? abortTransaction('not_found')
    const before = await auditOf(db, row)
    await db.execute('DELETE FROM pos_rules WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'pos_rule', id: String(id), before })
    return { ok: true as const, id }
  })
}

/** In the order of the parameters of `updateRule`. */
const columnsOf = (rule: ReadRule) => ({
  name: rule.name,
  is_active: rule.isActive,
  bins: rule.bins,
  card_families: rule.families,
  bank_codes: rule.bankCodes,
  card_types: rule.cardTypes,
  card_class: rule.cardClass,
  min_amount: rule.minAmount,
  max_amount: rule.maxAmount,
  installments: rule.installments.map(String),
  currency: rule.currency,
  target: rule.target,
  share_by: rule.shareBy,
})

/** `countedFrom`: from when payments count for its shares; null = as before. */
async function updateRule(db: Db, id: number, rule: ReadRule, countedFrom: Date | null): Promise<void> {
  await db.execute(
    `UPDATE pos_rules SET name = $2, is_active = $3, bins = $4, card_families = $5, bank_codes = $6, card_types = $7,
            card_class = $8, min_amount = $9, max_amount = $10, installments = $11, currency = $12, target = $13, share_by = $14,
            counted_from = coalesce($15, counted_from)
      WHERE id = $1`,
    [id, ...Object.values(columnsOf(rule)), countedFrom],
  )
}

async function writeAccounts(db: Db, ruleId: number, { accounts }: ReadRule): Promise<void> {
  await db.execute('DELETE FROM pos_rule_accounts WHERE rule_id = $1', [ruleId])
  await db.execute(
    `INSERT INTO pos_rule_accounts (rule_id, pos_account_id, position, share)
     SELECT $1, id, position, share FROM unnest($2::integer[], $3::numeric[]) WITH ORDINALITY AS given (id, share, position)`,
    [ruleId, accounts.map(({ id }) => id), accounts.map(({ share }) => share)],
  )
}

/** The values for the audit log, with the names of accounts. */
async function auditOf(db: Db, rule: ReadRule): Promise<AuditValues> {
  const { accounts, ...values } = ruleValuesOf(rule)
  const rows = await db.query<{ id: number; name: string }>('SELECT id, name FROM pos_accounts')
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const textOf = ({ id, share }: PosRuleValues['accounts'][number]) => {
    return [names.get(id) ?? String(id), ...(share === '' ? [] : [`% ${share}`])].join(' ')
  }
  return { ...values, accounts: accounts.map(textOf) }
}
