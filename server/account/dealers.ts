import { decimal } from '#domain/money/money.ts'
import { readTypedAmount } from '#domain/money/typed-amount.ts'
import type { RiskMode } from '#domain/orders/risk-limit.ts'
import { type AuditValues, commandLine, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { findDealer } from '#server/account/admin/dealer-rows.ts'
import { auditedDealer, valuesOf } from '#server/account/admin/dealer-values.ts'

export type DealerInput = {
  code: string
  name: string
  /** Percentage and amount as typed; null leaves the stored value. */
  discount: string | null
  riskLimit: string | null
  riskMode: RiskMode | null
  priceListCode: string | null
}

type Saved = { ok: true } | { ok: false; problem: 'price_list_unknown' | 'number_invalid' }

/** Adds a dealer, or changes the one with this code. */
export async function saveDealer(pool: Pool, dealer: DealerInput): Promise<Saved> {
  const riskLimit = parseLimit(dealer.riskLimit)
  const isPercent = dealer.discount === null || /^\d{1,3}(\.\d{1,2})?$/.test(dealer.discount)
  if (!isPercent || Number(dealer.discount ?? 0) > 100 || riskLimit === undefined) {
    return { ok: false, problem: 'number_invalid' }
  }
  const list = await pool.one<{ id: number }>('SELECT id FROM price_lists WHERE code = $1', [dealer.priceListCode])
  if (dealer.priceListCode !== null && list === undefined) return { ok: false, problem: 'price_list_unknown' }
  return transaction(pool, async (db) => {
    const before = await findAudited(db, dealer.code)
    await db.execute(
      `INSERT INTO dealers AS d (code, name, discount, risk_limit, price_list_id, risk_mode)
     VALUES ($1, $2, coalesce($3::numeric, 0), coalesce($4::numeric, 0), $5, coalesce($6, 'order'))
     ON CONFLICT (code) DO UPDATE SET name = excluded.name, discount = coalesce($3::numeric, d.discount),
       risk_limit = coalesce($4::numeric, d.risk_limit), price_list_id = coalesce($5, d.price_list_id),
       risk_mode = coalesce($6, d.risk_mode)`,
      [dealer.code, dealer.name, dealer.discount, riskLimit, list?.id ?? null, dealer.riskMode],
    )
    await auditDealer(db, dealer.code, before)
    return { ok: true }
  })
}

/** A dealer's values for the audit log, the same as for changes in the administration. */
async function findAudited(db: Db, code: string): Promise<AuditValues | null> {
  const existing = await db.one<{ id: number }>('SELECT id FROM dealers WHERE code = $1', [code])
  const row = existing && (await findDealer(db, existing.id, { isLocked: true }))
  return row === undefined ? null : auditedDealer(valuesOf(row))
}

async function auditDealer(db: Db, code: string, before: AuditValues | null): Promise<void> {
  const after = (await findAudited(db, code)) ?? {}
  const difference = before === null ? { after } : differenceOf(before, after)
  if (difference === null) return
  const action = before === null ? 'create' : 'change'
  await writeAudit(db, commandLine, { action, noun: 'dealer', id: code, ...difference })
}

/** Parses an amount with either kind of separators into exact text; undefined if it has two readings or cannot be a limit. */
function parseLimit(text: string | null): string | null | undefined {
  if (text === null) return null
  const limit = readTypedAmount(text, { sign: ',', places: 2 })
  return limit.kind === 'amount' ? decimal(limit.value).toFixed(2) : undefined
}

export type DealerRow = {
  code: string
  name: string
  users: number
  is_disabled: boolean
  risk_limit: string
  risk_mode: RiskMode
}

export async function listDealers(db: Db): Promise<DealerRow[]> {
  return db.query<DealerRow>(
    `SELECT code, name, risk_limit, risk_mode, disabled_at IS NOT NULL AS is_disabled,
            (SELECT count(*)::int FROM users u WHERE u.dealer_id = d.id AND u.representative_id IS NULL) AS users
       FROM dealers d ORDER BY code`,
  )
}
