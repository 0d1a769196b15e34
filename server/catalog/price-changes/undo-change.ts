import type { PriceChangeState } from '#domain/pricing/price-change-states.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { translate } from '#server/platform/http/words.ts'
import { finishStep } from './apply-step.ts'
import { authorIds, type ChangeAuthor, type ChangeRow, lockChange } from './change-rows.ts'
import { publish } from './publish.ts'

type Undone = { ok: true; id: number; state: PriceChangeState; units: number; left: number }

/**
 * Reverses a published change by a separate one, which is published at once: prices that changed since are left. Above
 * the store's limit it waits for a second person.
 */
export function undoChange(pool: Pool, by: ChangeAuthor, id: number, secondOver: number): Promise<Undone | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const change = await lockChange(db, id, by)
    if (change.state !== 'published') abortTransaction('price_change_state')
    const earlier = await db.one<{ id: number }>('SELECT id FROM price_changes WHERE undoes_id = $1', [id])
    if (earlier !== undefined) abortTransaction(refuse('price_change_undone', { id: earlier.id }))
    const reversal = await createReversal(db, by, change)
    const { state, units, left } = await publish(db, by, reversal, secondOver)
    if (state === 'published' && units === 0) abortTransaction('price_change_empty')
    return { ok: true as const, id: reversal.id, state, units, left }
  })
}

async function createReversal(db: Db, by: ChangeAuthor, change: ChangeRow): Promise<ChangeRow> {
  const { userId, keyId } = authorIds(by)
  const name = translate(by.locale, 'priceChanges.undo.nameOf', { name: change.name }).slice(0, 100)
  const row = await db.one<{ id: number; revision: number }>(
    `INSERT INTO price_changes (price_list_id, name, undoes_id, created_by, created_by_key, requested_by, requested_by_key, requested_at)
     VALUES ($1, $2, $3, $4, $5, $4, $5, now()) RETURNING id, revision`,
    [change.price_list_id, name, change.id, userId, keyId],
  )
  if (row === undefined) throw new Error('Could not insert the reversal.')
  const units = await db.execute(
    `INSERT INTO price_change_rows (change_id, unit_id, before_values, before_currencies, after_values, after_currencies)
     SELECT $2, unit_id, after_values, after_currencies,
            CASE WHEN conflict IS NULL THEN before_values ELSE replaced_values END,
            CASE WHEN conflict IS NULL THEN before_currencies ELSE replaced_currencies END
       FROM price_change_rows WHERE change_id = $1 AND conflict IS DISTINCT FROM 'left'`,
    [change.id, row.id],
  )
  await finishStep(db, row.id, { kind: 'undo', facts: { name: change.name, units }, by })
  return {
    ...change,
    id: row.id,
    name,
    state: 'draft',
    publish_at: null,
    overwrites: false,
    undoes_id: change.id,
    requested_by: userId,
    requested_by_key: keyId,
    approved_by: null,
  }
}
