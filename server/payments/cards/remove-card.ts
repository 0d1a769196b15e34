import { writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { enqueue, enqueueAll } from '#server/platform/jobs/outbox.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { CardOwner } from './card-rows.ts'
import { openToken } from './seal-card.ts'

/** Removes a card at its provider. Its name is also in the trigger of migration 0510. */
export const cardRemovalJob = 'card.remove'

/** Milliseconds after which a removal is queued again: its job has used up its retries. */
const requeueAfter = 26 * 3_600_000

/** Removes a card: from now on it is not usable, and its provider is told. False: it is none of the owner's. */
export function removeCard(
  { pool, now }: Pick<PaymentDeps, 'pool' | 'now'>,
  by: UserContext,
  { userId, dealerId }: CardOwner,
  id: number,
): Promise<boolean> {
  return transaction(pool, async (db) => {
    const removed = await db.one(
      `UPDATE stored_cards SET removed_at = $4, removal_queued_at = $4
        WHERE id = $3 AND user_id = $1 AND dealer_id = $2 AND removed_at IS NULL RETURNING id`,
      [userId, dealerId, id, now()],
      'stored_cards_remove',
    )
    if (removed === undefined) return false
    await enqueue(db, cardRemovalJob, { id })
    await writeAudit(db, by, { action: 'remove', noun: 'stored_card', id: String(id) })
    return true
  })
}

/** `removed_at` as text: a JavaScript date would lose its microseconds. */
type RemovedRow = { pos_account_id: number; token: Buffer; token_hash: string; removed_at: string }

/** The job of a removal: deletes the row once the provider has removed the card. Throws to be tried again. */
export async function removeAtProvider(deps: PaymentDeps, { id }: { id: number }): Promise<void> {
  const { pool, secret } = deps
  const row = await pool.one<RemovedRow>(
    `SELECT pos_account_id, token, token_hash, removed_at::text AS removed_at FROM stored_cards
      WHERE id = $1 AND removed_at IS NOT NULL`,
    [id],
  )
  if (row === undefined) return
  const { cards } = await deps.gatewayOf(pool, row.pos_account_id)
  if (cards === undefined) throw new Error(`The account of stored card ${id} keeps no cards now.`)
  const removal = await cards.remove(openToken(secret, row.token_hash, row.token))
  if (!removal.ok) throw new Error(`Stored card ${id} was not removed at its provider: ${removal.text}`)
  // Stored again since then, it stays.
  await pool.execute('DELETE FROM stored_cards WHERE id = $1 AND removed_at = $2::timestamptz', [id, row.removed_at])
}

/** Queues removals again whose provider did not answer for more than a day. */
export function requeueRemovals(pool: Pool, now: Date): Promise<void> {
  return transaction(pool, async (db) => {
    const late = await db.query<{ id: number }>(
      'UPDATE stored_cards SET removal_queued_at = $1 WHERE removal_queued_at < $2 RETURNING id',
      [now, new Date(now.getTime() - requeueAfter)],
    )
    await enqueueAll(db, cardRemovalJob, late)
  })
}

/** Removes all cards of a user who is erased, and who it was from those that wait for their provider. */
export async function forgetStoredCards(db: Db, userId: number): Promise<void> {
  const removed = await db.query<{ id: number }>(
    `UPDATE stored_cards SET removed_at = now(), removal_queued_at = now()
      WHERE user_id = $1 AND removed_at IS NULL RETURNING id`,
    [userId],
  )
  await enqueueAll(db, cardRemovalJob, removed)
  await db.execute(
    `UPDATE stored_cards SET user_id = NULL, dealer_id = NULL, name = '', consent_address = '' WHERE user_id = $1`,
    [userId],
  )
}
