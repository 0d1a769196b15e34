import { createHash } from 'node:crypto'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { type Author, commandLine, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { lockSettings } from './queries.ts'

/** A plan to enable. Without `dueDays` its days stay as they are. */
export type SavedPlan = Visitor['plans'][number] & { dueDays?: number | null }

/**
 * Replaces the enabled payment plans. Others remain for orders that refer to them. `stamp` is the state that the change
 * is based on; without one the change always applies.
 */
export function savePlans(
  pool: Pool,
  plans: readonly SavedPlan[],
  by: Author = commandLine,
  stamp?: string,
): Promise<{ ok: true } | Refusal> {
  return transaction(pool, async (db) => {
    await lockSettings(db, [])
    const before = await loadPlans(db)
    if (stamp !== undefined && stamp !== stampOfPlans(before)) return refuse('settings_changed')
    await db.execute('UPDATE payment_plans SET is_enabled = false, is_default = false')
    await db.execute(
      `INSERT INTO payment_plans (key, name, is_enabled, is_default, is_virtual, due_days)
       SELECT plan->>'priceName', plan->>'name', true, (plan->>'varsayilan')::boolean, (plan->>'isVirtual')::boolean,
              CASE WHEN plan ? 'dueDays' THEN (plan->>'dueDays')::integer ELSE known.due_days END
         FROM jsonb_array_elements($1::jsonb) AS plan LEFT JOIN payment_plans known ON known.key = plan->>'priceName'
       ON CONFLICT (key) DO UPDATE SET name = excluded.name, is_enabled = true, is_default = excluded.is_default,
         is_virtual = excluded.is_virtual, due_days = excluded.due_days`,
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

export type KeptPlan = {
  name: string
  is_enabled: boolean
  is_default: boolean
  is_virtual: boolean
  due_days: number | null
}

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
