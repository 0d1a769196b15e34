import { type ErrorCode, type Refusal, refuse } from '#contract/core/errors.ts'
import type { PosPlan, PosValues } from '#contract/admin/pos.ts'
import { changedSince } from '#server/account/account.ts'
import type { Author } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { auditedPosIn } from './audit-pos.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { adapters } from '#server/payments/gateways/gateways.ts'
import { addPos, applyPosChange, changedIdentity, type PosProblem, type PosResult } from './manage-pos.ts'
import { loadPosRow, type ManagedPosRow } from './pos-rows.ts'
import { changeTo, type ExactPlan, posPlansOf, posValuesOf, readPosPlans, readPosValues } from './pos-values.ts'

type ChangedPos = { ok: true; id: number }

const codes: Partial<Record<PosProblem, ErrorCode>> = {
  pos_unknown: 'pos_not_found',
  has_payments: 'pos_has_payments',
  in_rules: 'pos_in_rules',
  frozen: 'pos_frozen',
  incomplete: 'pos_incomplete',
  sandbox_off: 'pos_sandbox_off',
}

/** The refusal of a call for a problem of an account. Names of settings and keys are inserted unchanged. */
export function refusalOf({ problem, names = [] }: Extract<PosResult, { ok: false }>): Refusal {
  return refuse(codes[problem] ?? 'validation_failed', names.length === 0 ? undefined : { names: names.join(', ') })
}

type NewAccount = { code: string; adapter: ManagedPosRow['adapter']; values: PosValues }

export async function createPos(deps: PaymentDeps, by: Author, typed: NewAccount): Promise<ChangedPos | Refusal> {
  const adapter = adapters[typed.adapter]
  const read = readPosValues(typed.values, { adapter, hasSandbox: deps.hasSandbox, now: null })
  const code = typed.code.trim().toLowerCase()
  const added = read.ok ? await addPos(deps.pool, code, typed.adapter, changeTo(read.values, adapter), by) : null
  const isWrong = added === null ? !/^[a-z0-9-]{2,40}$/.test(code) : !added.ok && added.problem === 'code_invalid'
  if (isWrong || (added !== null && !added.ok && added.problem === 'pos_known')) {
    const text = `administration.pos.problems.${isWrong ? 'code' : 'codeTaken'}`
    return { ...refuse('validation_failed'), fields: { ...(!read.ok && read.fields), code: { text } } }
  }
  if (!read.ok) return read
  if (added !== null && !added.ok) return refusalOf(added)
  const row = await deps.pool.one<{ id: number }>('SELECT id FROM pos_accounts WHERE code = $1', [code])
  return row === undefined ? refuse('pos_not_found') : { ok: true, id: row.id }
}

async function lockPos(db: Db, id: number): Promise<ManagedPosRow> {
  return (await loadPosRow(db, id, { isLocked: true })) ?? abortTransaction('pos_not_found')
}

const formatValue = (_field: string, value: unknown): string | null => {
  if (Array.isArray(value)) return value.join(', ') || '–'
  return typeof value === 'string' ? value || '–' : null
}

/** Changes an account, unless the same values have been changed since they were read. */
export function changePosValues(
  deps: PaymentDeps,
  by: Author,
  { id, before, values: typed }: { id: number; before: PosValues; values: PosValues },
): Promise<ChangedPos | Refusal> {
  return transactionOrRefusal(deps.pool, async (db) => {
    const row = await lockPos(db, id)
    const [adapter, now] = [adapters[row.adapter], posValuesOf(row)]
    const frozen = row.has_payments ? changedIdentity(row, typed) : []
    if (frozen.length > 0) return abortTransaction(frozenRefusal(frozen))
    const read = readPosValues(typed, { adapter, hasSandbox: deps.hasSandbox, now })
    if (!read.ok) return abortTransaction(read)
    const late = changedSince(
      'pos_changed',
      { before: flattenSettings(before), now: flattenSettings(now), wanted: flattenSettings(read.values) },
      formatValue,
    )
    if (late !== null) abortTransaction(late)
    const saved = await auditedPosIn(db, { code: row.code, action: 'change', by }, () =>
      applyPosChange(db, row.code, changeTo(read.values, adapter)),
    )
    return saved.ok ? { ok: true as const, id } : abortTransaction(refusalOf(saved))
  })
}

function frozenRefusal(names: readonly string[]): Refusal {
  const text = 'administration.pos.problems.frozen'
  return { ...refuse('pos_frozen'), fields: Object.fromEntries(names.map((name) => [name, { text }])) }
}

/** Each setting is compared on its own, under the name of its form field. */
function flattenSettings({ settings, ...values }: PosValues): Record<string, unknown> {
  const settingEntries = Object.entries(settings).map(([name, value]) => [`settings.${name}`, value])
  return { ...values, ...Object.fromEntries(settingEntries) }
}

/** Replaces the whole installment table. */
export function changePosPlans(
  deps: PaymentDeps,
  by: Author,
  { id, before, plans: typed }: { id: number; before: PosPlan[]; plans: PosPlan[] },
): Promise<ChangedPos | Refusal> {
  return transactionOrRefusal(deps.pool, async (db) => {
    const row = await lockPos(db, id)
    const read = readPosPlans(typed)
    if (!read.ok) return abortTransaction(read)
    const [now, wanted] = [{ plans: posPlansOf(row) }, { plans: read.shown }]
    const sayPlans = () =>
      now.plans.map(({ installment, commission }) => `${installment} × % ${commission}`).join(' · ')
    const late = changedSince('pos_changed', { before: { plans: before }, now, wanted }, sayPlans)
    if (late !== null) abortTransaction(late)
    await auditedPosIn(db, { code: row.code, action: 'change', by }, async () => {
      await writePlans(db, id, read.exact)
      return { ok: true as const }
    })
    return { ok: true as const, id }
  })
}

/** Keeps the ids of remaining rows: open pages of payers refer to them. */
async function writePlans(db: Db, id: number, plans: readonly ExactPlan[]): Promise<void> {
  await db.execute('DELETE FROM pos_plans WHERE pos_account_id = $1 AND installment <> ALL ($2)', [
    id,
    plans.map(({ installment }) => installment),
  ])
  await db.execute('UPDATE pos_plans SET is_default = false WHERE pos_account_id = $1', [id])
  await db.execute(
    `INSERT INTO pos_plans (pos_account_id, installment, commission, min_amount, is_default)
     SELECT $1, installment, commission, min_amount, is_default FROM jsonb_to_recordset($2)
         AS plan (installment integer, commission numeric, min_amount numeric, is_default boolean)
     ON CONFLICT (pos_account_id, installment) DO UPDATE SET commission = excluded.commission,
       min_amount = excluded.min_amount, is_default = excluded.is_default`,
    [id, JSON.stringify(plans)],
  )
}
