import type { AuditAction } from '#contract/admin/audit.ts'
import { type AuditValues, type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import { lira } from '#domain/money/money.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

type AuditedChange = {
  code: string
  action: AuditAction
  by: Author
  /** Values that are not part of the account's row, such as the names of keys. */
  also?: AuditValues
}

/**
 * Changes a POS account and writes the audit log in one transaction. The log has the values that changed, never a key.
 */
export function auditedPos<Result extends { ok: boolean }>(
  pool: Pool,
  change: AuditedChange,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return transaction(pool, (db) => auditedPosIn(db, change, work))
}

/** The same within an open transaction. */
export async function auditedPosIn<Result extends { ok: boolean }>(
  db: Db,
  { code, action, by, also }: AuditedChange,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const before = await describePos(db, code)
  const result = await work(db)
  if (!result.ok) return result
  const after = await describePos(db, code)
  const difference = differenceOf(before ?? {}, { ...after, ...also })
  if (difference === null) return result
  await writeAudit(db, by, {
    action,
    noun: 'pos_account',
    id: code,
    before: before && difference.before,
    // Amounts are in the account's currency.
    after: (after ?? also) && { ...difference.after, ...(isForeign(after) && { currency: after?.['currency'] }) },
  })
  return result
}

const isForeign = (values: AuditValues | null) => values !== null && values['currency'] !== lira

async function describePos(db: Db, code: string): Promise<AuditValues | null> {
  const row = await db.one<{ pos: AuditValues }>(
    `SELECT to_jsonb(a) - '{id,code,secrets}'::text[] || jsonb_build_object('plans',
              (SELECT coalesce(jsonb_object_agg(p.installment, concat_ws(' · ', trim_scale(p.commission) || ' %',
                      '≥ ' || p.min_amount || ' TL', CASE WHEN p.is_default THEN '✓' END)), '{}')
                 FROM pos_plans p WHERE p.pos_account_id = a.id)) AS pos
       FROM pos_accounts a WHERE a.code = $1`,
    [code],
  )
  return row?.pos ?? null
}
