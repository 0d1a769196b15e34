import { createHash } from 'node:crypto'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { type Author, commandLine, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { lockSettings } from './queries.ts'

/**
 * Replaces the enabled payment plans. Others remain for orders that refer to them. `stamp` is the state that the change
 * is based on; without one the change always applies.
 */
export function savePlans(
  pool: Pool,
  plans: Visitor['plans'],
  by: Author = commandLine,
  stamp?: string,
): Promise<{ ok: true } | Refusal> {
  return transaction(pool, async (db) => {
    await lockSettings(db, [])
    const before = await loadPlans(db)
    if (stamp !== undefined && stamp !== stampOfPlans(before)) return refuse('settings_changed')
    await db.execute('UPDATE payment_plans SET is_enabled = false, is_default = false')
    await db.execute(
      `INSERT INTO payment_plans (key, name, is_enabled, is_default, is_virtual)
       SELECT "priceName", name, true, varsayilan, "isVirtual"
         FROM jsonb_to_recordset($1) AS plan ("priceName" text, name text, varsayilan boolean, "isVirtual" boolean)
       ON CONFLICT (key) DO UPDATE SET name = excluded.name, is_enabled = true, is_default = excluded.is_default,
         is_virtual = excluded.is_virtual`,
      [JSON.stringify(plans)],
    )
    for (const [key, after] of await loadPlans(db)) {
      const previous = before.get(key)
      const difference = differenceOf(previous ?? {}, after)
      if (difference === null) continue
      const known = { before: previous === undefined ? null : difference.before, after: difference.after }
      await writeAudit(db, by, { action: previous ? 'change' : 'create', noun: 'payment_plan', id: key, ...known })
    }
    return { ok: true as const }
  })
}

export type KeptPlan = { name: string; is_enabled: boolean; is_default: boolean; is_virtual: boolean }

/** All plans in their order, including disabled ones. */
export async function loadPlans(db: Db): Promise<Map<PlanKey, KeptPlan>> {
  const rows = await db.query<{ key: PlanKey; plan: KeptPlan }>(
    "SELECT key, to_jsonb(p) - 'key' AS plan FROM payment_plans p ORDER BY key",
  )
  return new Map(rows.map(({ key, plan }) => [key, plan]))
}

export function stampOfPlans(plans: ReadonlyMap<PlanKey, KeptPlan>): string {
  return createHash('sha256')
    .update(JSON.stringify([...plans]))
    .digest('base64url')
}
