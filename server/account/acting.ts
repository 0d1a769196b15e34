import type { Refusal } from '#contract/core/errors.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { Actor } from '#server/visitor/visitor.ts'

type Visit = { actor: Actor; address: string }

/**
 * Starts to work for a dealer that is assigned to the actor: the session continues as the actor's seat at this dealer, a
 * user with a cart of its own, until that is ended or the dealer is assigned to somebody else.
 */
export function startActing(pool: Pool, { actor, address }: Visit, dealerId: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const dealer = await db.one<{ code: string }>(
      `SELECT d.code FROM dealers d JOIN dealer_representatives a ON a.dealer_id = d.id
        WHERE d.id = $1 AND a.user_id = $2 AND d.disabled_at IS NULL`,
      [dealerId, actor.userId],
    )
    if (dealer === undefined) return abortTransaction('dealer_not_found')
    const seat = await openSeat(db, actor, dealerId)
    await db.execute('UPDATE sessions SET viewed_user_id = $2 WHERE id = $1', [actor.sessionId, seat])
    await writeAudit(db, { actor, address }, { action: 'act_for', noun: 'dealer', id: dealer.code })
    return { ok: true as const }
  })
}

/** The user that stands for the representative at the dealer. It has no password and is in no list of users. */
async function openSeat(db: Db, { userId, name }: Actor, dealerId: number): Promise<number> {
  const seat = await db.one<{ id: number }>(
    `INSERT INTO users (representative_id, dealer_id, email, name, role, user_role, removed_at, disabled_at)
     VALUES ($1, $2, $3, $4, 'dealer', 'buyer', now(), now())
     ON CONFLICT (representative_id, dealer_id) WHERE representative_id IS NOT NULL DO UPDATE SET name = excluded.name
     RETURNING id`,
    [userId, dealerId, `seat-${userId}-${dealerId}@representative.invalid`, `Plasiyer ${name}`],
  )
  if (seat === undefined) throw new Error('Could not open the seat of a representative.')
  return seat.id
}

/** Ends working for a dealer. The audit entry names the representative. */
export function stopActing(pool: Pool, { actor, address }: Visit): Promise<{ userId: null } | Refusal> {
  const { representative, dealer } = actor
  if (representative === null) return Promise.resolve({ userId: null })
  return transactionOrRefusal(pool, async (db) => {
    await db.execute('UPDATE sessions SET viewed_user_id = NULL WHERE id = $1', [actor.sessionId])
    const entry = { action: 'end_act', noun: 'dealer', id: dealer?.code ?? '' } as const
    await writeAudit(db, { actor: representative, address }, entry)
    return { userId: null }
  })
}
