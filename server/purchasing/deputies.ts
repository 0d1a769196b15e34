import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Deputy } from '#contract/shop/purchases.ts'
import { dealerRolesWith } from '#domain/people/permissions.ts'
import { isDeputyOn } from '#domain/orders/purchase-approval.ts'
import { type Day, dayInTurkey, parseDay } from '#domain/text/calendar-day.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'

type DeputyRow = { id: number; user_id: number; name: string; from_day: Day; to_day: Day }

/** The deputies of a user whose time has not passed. */
export async function listDeputies(db: Db, userId: number, now: Date): Promise<Deputy[]> {
  const today = dayInTurkey(now)
  const rows = await db.query<DeputyRow>(
    `SELECT d.id, d.deputy_id AS user_id, u.name, d.from_day::text AS from_day, d.to_day::text AS to_day
       FROM approval_deputies d JOIN users u ON u.id = d.deputy_id
      WHERE d.user_id = $1 AND d.to_day >= $2::date AND u.removed_at IS NULL ORDER BY d.from_day, d.id`,
    [userId, today],
    'deputies_of',
  )
  return rows.map(({ id, user_id, name, from_day: from, to_day: to }) => {
    return { id, userId: user_id, name, from, to, isActive: isDeputyOn({ from, to }, today) }
  })
}

/** Colleagues who can stand in: enabled users of the dealer who see prices. */
export async function findPossibleDeputies(
  db: Db,
  by: { userId: number; dealer: { id: number } },
): Promise<{ id: number; name: string }[]> {
  return db.query<{ id: number; name: string }>(
    `SELECT u.id, u.name FROM users u LEFT JOIN user_roles r ON r.id = u.own_role_id
      WHERE u.dealer_id = $1 AND u.id <> $2 AND u.disabled_at IS NULL
        AND (u.user_role = ANY ($3) OR r.permissions @> '{prices}') ORDER BY u.name, u.id`,
    [by.dealer.id, by.userId, dealerRolesWith('prices')],
    'deputies_possible',
  )
}

type TypedDeputy = { userId: number; from: string; to: string }

export async function addDeputy(
  pool: Pool,
  by: DealerContext,
  typed: TypedDeputy,
  now: Date,
): Promise<{ ok: true } | Refusal> {
  const check = createFieldCheck()
  const [from, to] = [parseDay(typed.from), parseDay(typed.to)]
  if (from === null) check.report('from', 'day')
  if (to === null) check.report('to', 'day')
  if (from !== null && to !== null && to < from) check.report('to', 'dayBefore')
  else if (to !== null && to < dayInTurkey(now)) check.report('to', 'dayPast')
  const refusal = check.refusal()
  if (refusal !== null || from === null || to === null) return refusal ?? refuse('validation_failed')
  const { actor } = by
  return transactionOrRefusal(pool, async (db) => {
    const colleague = (await findPossibleDeputies(db, actor)).find(({ id }) => id === typed.userId)
    if (colleague === undefined) abortTransaction('user_not_found')
    await db.execute(
      `INSERT INTO approval_deputies (user_id, deputy_id, from_day, to_day) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, deputy_id, from_day) DO UPDATE SET to_day = excluded.to_day`,
      [actor.userId, typed.userId, from, to],
      'deputy_insert',
    )
    const after = { deputy: colleague?.name ?? '', from, until: to }
    await writeAudit(db, by, { action: 'change', noun: 'user', id: actor.email, after })
    return { ok: true as const }
  })
}

export function removeDeputy(pool: Pool, by: DealerContext, id: number): Promise<{ ok: true } | Refusal> {
  const { actor } = by
  return transactionOrRefusal(pool, async (db) => {
    const removed = await db.one<{ name: string; from: Day; to: Day }>(
      `WITH gone AS (DELETE FROM approval_deputies WHERE id = $1 AND user_id = $2 RETURNING *)
       SELECT u.name, gone.from_day::text AS "from", gone.to_day::text AS "to" FROM gone JOIN users u ON u.id = gone.deputy_id`,
      [id, actor.userId],
      'deputy_remove',
    )
    if (removed === undefined) return abortTransaction('deputy_not_found')
    const before = { deputy: removed.name, from: removed.from, until: removed.to }
    await writeAudit(db, by, { action: 'change', noun: 'user', id: actor.email, before })
    return { ok: true as const }
  })
}

/** Deletes the limits of a user and whom it names or replaces, for the erasure of its data. */
export async function forgetPurchaser(db: Db, userId: number): Promise<void> {
  await db.execute('DELETE FROM approval_deputies WHERE user_id = $1 OR deputy_id = $1', [userId])
  await db.execute('DELETE FROM purchase_limits WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM purchase_step_approvers WHERE user_id = $1', [userId])
}
