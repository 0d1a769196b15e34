import type { PosAdapter } from '#domain/payments/pos-adapters.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { sealSecrets } from './pos-secrets.ts'

export type TestPos = {
  code: string
  adapter?: PosAdapter
  mode?: 'own_form' | 'hosted'
  environment?: 'sandbox' | 'test' | 'live'
  bankCode?: string
  families?: readonly string[]
  /** Numbers of installments with their commission in percent. */
  plans?: readonly (readonly [installment: number, commission?: number])[]
  isDefault?: boolean
  isActive?: boolean
  settings?: Record<string, string>
  secrets?: { secret: Secret; keys: Record<string, string> }
}

/** Adds a POS account for tests; by default of a bank's test system, with a single payment. */
export async function addPosAccount(pool: Pool, pos: TestPos): Promise<number> {
  const { code, secrets, plans = [[1]] } = pos
  const row = await pool.one<{ id: number }>(
    `INSERT INTO pos_accounts (code, name, adapter, mode, environment, bank_code, card_families, is_default, is_active,
       settings, secrets) VALUES ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
    [
      code,
      pos.adapter ?? 'nestpay',
      pos.mode ?? 'own_form',
      pos.environment ?? 'test',
      pos.bankCode ?? null,
      pos.families ?? [],
      pos.isDefault ?? false,
      pos.isActive ?? true,
      JSON.stringify(pos.settings ?? {}),
      secrets === undefined ? null : sealSecrets(secrets.secret, code, secrets.keys),
    ],
  )
  await pool.execute(
    `INSERT INTO pos_plans (pos_account_id, installment, commission)
     SELECT $1, installment, commission FROM jsonb_to_recordset($2) AS plan (installment integer, commission numeric)`,
    [row?.id, JSON.stringify(plans.map(([installment, commission = 0]) => ({ installment, commission })))],
  )
  return row?.id ?? 0
}
