import { createHash } from 'node:crypto'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { limitApprovalProblem, limitRequestDays } from '#domain/orders/limit-approval.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { DealerLimit } from '#server/risk/check-limit.ts'
import { enqueueLimitMail } from './approval-email.ts'
import {
  type ApprovalFacts,
  type ApprovalLine,
  type ApprovalPromotions,
  lockApproval,
  lockOpenApproval,
  stateOf,
  storedOf,
} from './approval-rows.ts'

type CartLine = { unit_id: number; quantity: number }

/** Identifies the lines that an approval is for; their order does not matter. */
export function linesHash(lines: readonly CartLine[]): string {
  const texts = lines.map(({ unit_id: unitId, quantity }) => `${unitId}:${quantity}`).toSorted()
  return createHash('sha256').update(texts.join(' ')).digest('hex')
}

export type NewApproval = {
  dealerId: number
  userId: number
  cart: readonly CartLine[]
  lines: readonly ApprovalLine[]
  currency: string
  total: string
  totalTry: string
  promotions: ApprovalPromotions | null
  limit: DealerLimit
  note: string
  now: Date
}

/** Writes a request and enqueues the email to the store. An earlier request of the user that is open ends. */
export async function insertApproval(db: Db, approval: NewApproval): Promise<number> {
  const { dealerId, userId, now, limit, totalTry } = approval
  const earlier = await lockOpenApproval(db, userId)
  if (earlier !== undefined) await endApproval(db, earlier.id, 'withdrawn')
  const left = limit.available.greaterThan(0) ? limit.available : decimal(0)
  const facts: ApprovalFacts = {
    riskLimit: limit.riskLimit,
    mode: limit.mode,
    isBlocked: limit.isBlocked,
    available: limit.available.toFixed(2),
    excess: decimal(totalTry).minus(left).toFixed(2),
    ...(approval.promotions !== null && { promotions: approval.promotions }),
  }
  const id = await insertRow(
    db,
    'limit_approvals',
    {
      dealer_id: dealerId,
      user_id: userId,
      cart_hash: linesHash(approval.cart),
      lines: JSON.stringify(approval.lines),
      currency: approval.currency,
      total: approval.total,
      total_try: totalTry,
      facts: JSON.stringify(facts),
      note: approval.note,
      created_at: now,
      expires_at: new Date(now.getTime() + limitRequestDays * 86_400_000),
    },
    'limit_approval_insert',
  )
  await enqueueLimitMail(db, { id, reader: 'store' })
  return id
}

async function endApproval(db: Db, id: number, state: 'withdrawn'): Promise<void> {
  await db.execute('UPDATE limit_approvals SET state = $2 WHERE id = $1', [id, state], 'limit_approval_end')
}

/** The user takes an own request back that waits, or an approval that was not used. */
export function withdrawApproval(
  pool: Pool,
  { id, userId, now }: { id: number; userId: number; now: Date },
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockApproval(db, id)
    if (row === undefined || row.user_id !== userId) return refuse('limit_approval_not_found')
    const state = stateOf(row, now)
    if (state !== 'waiting' && state !== 'approved') return refuse('limit_approval_decided')
    await endApproval(db, id, 'withdrawn')
    return { ok: true as const }
  })
}

/**
 * The approval that lets an order of a user pass its dealer's limit, locked until the order's transaction ends; null without
 * one. Two orders at once cannot both use it: the second one waits, and then finds it used.
 */
export async function lockUsableApproval(
  db: Db,
  { userId, cart, totalTry, now }: { userId: number; cart: readonly CartLine[]; totalTry: Decimal; now: Date },
): Promise<number | null> {
  const row = await lockOpenApproval(db, userId)
  if (row === undefined) return null
  const problem = limitApprovalProblem(storedOf(row), { cartHash: linesHash(cart), totalTry }, now)
  return problem === null ? row.id : null
}

/** The order exists: its approval is used, in the same transaction. */
export async function useApproval(db: Db, id: number, orderId: number): Promise<void> {
  await db.execute(
    "UPDATE limit_approvals SET state = 'used', order_id = $2 WHERE id = $1 AND state = 'approved'",
    [id, orderId],
    'limit_approval_use',
  )
}
