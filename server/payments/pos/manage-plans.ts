import { type Author, commandLine } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { auditedPos } from './audit-pos.ts'

export type PlanProblem =
  | 'pos_unknown'
  | 'installment_invalid'
  | 'percent_invalid'
  | 'amount_invalid'
  | 'single_stays'
  | 'plan_unknown'
export type PlanResult = { ok: true } | { ok: false; problem: PlanProblem }

export type PlanChange = {
  code: string
  installment: number
  /** Percent on the amount; null removes the plan. */
  commission: string | null
  /** In the account's currency; null = no minimum. */
  minAmount: string | null
  isDefault: boolean
}

const numeric = /^\d{1,12}(\.\d{1,3})?$/

/** Sets or removes a row of an account's installment table. */
export function savePlan(
  pool: Pool,
  { code, installment, commission, minAmount, isDefault }: PlanChange,
  by: Author = commandLine,
): Promise<PlanResult> {
  return auditedPos(pool, { code, action: 'change', by }, async (db): Promise<PlanResult> => {
    const account = await db.one<{ id: number }>('SELECT id FROM pos_accounts WHERE code = $1 FOR UPDATE', [code])
    if (account === undefined) return { ok: false, problem: 'pos_unknown' }
    if (!Number.isInteger(installment) || installment < 1 || installment > 12) {
      return { ok: false, problem: 'installment_invalid' }
    }
    if (commission === null) return removePlan(db, account.id, installment)
    if (!numeric.test(commission) || Number(commission) > 100) return { ok: false, problem: 'percent_invalid' }
    if (minAmount !== null && !numeric.test(minAmount)) return { ok: false, problem: 'amount_invalid' }
    if (isDefault) await db.execute('UPDATE pos_plans SET is_default = false WHERE pos_account_id = $1', [account.id])
    await db.execute(
      `INSERT INTO pos_plans (pos_account_id, installment, commission, min_amount, is_default) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (pos_account_id, installment) DO UPDATE SET commission = excluded.commission,
         min_amount = excluded.min_amount, is_default = pos_plans.is_default OR excluded.is_default`,
      [account.id, installment, commission, minAmount, isDefault],
    )
    return { ok: true }
  })
}

async function removePlan(db: Db, accountId: number, installment: number): Promise<PlanResult> {
  if (installment === 1) return { ok: false, problem: 'single_stays' }
  const removed = await db.execute('DELETE FROM pos_plans WHERE pos_account_id = $1 AND installment = $2', [
    accountId,
    installment,
  ])
  return removed === 1 ? { ok: true } : { ok: false, problem: 'plan_unknown' }
}

export type ListedPos = {
  code: string
  name: string
  adapter: string
  mode: 'own_form' | 'hosted'
  environment: string
  bankCode: string | null
  families: string[]
  currency: string
  minAmount: string | null
  maxAmount: string | null
  isDefault: boolean
  isActive: boolean
  hasSecrets: boolean
  settings: Record<string, string>
  plans: { installment: number; commission: string; isDefault: boolean; minAmount: string | null }[]
}

/** All accounts with their plans. Of their keys, only whether any are set. */
export function listPos(db: Db): Promise<ListedPos[]> {
  return db.query<ListedPos>(
    `SELECT code, name, adapter, mode, environment, bank_code AS "bankCode", card_families AS families, currency,
            min_amount::text AS "minAmount", max_amount::text AS "maxAmount", is_default AS "isDefault",
            is_active AS "isActive", secrets IS NOT NULL AS "hasSecrets", settings,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('installment', installment, 'commission',
               trim_scale(commission)::text, 'isDefault', p.is_default, 'minAmount', p.min_amount::text)
               ORDER BY installment), '[]') FROM pos_plans p WHERE p.pos_account_id = a.id) AS plans
       FROM pos_accounts a ORDER BY position, id`,
  )
}
