import { undoMinutes } from '#contract/shop/cart.ts'
import type { OrderDraft } from '#contract/shop/order-pad.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { DraftLine } from '#domain/cart/draft-line.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** How many units of a cart line an addition added. */
export type AddedUnit = { unitId: number; quantity: number }
/** An addition that can be undone: the request's key, the lines as they were typed, and what they added. */
export type Addition = { key: string | null; lines: DraftLine[]; units: AddedUnit[] }

export const emptyDraft: OrderDraft = { lines: [], revision: 0, undoable: 0 }

const recentAddition = `CASE WHEN added_at > now() - make_interval(mins => ${undoMinutes}) THEN added END`

/** The user's draft; an empty one with revision 0 if it has none. */
export async function loadDraft(db: Db, userId: number): Promise<OrderDraft> {
  const row = await db.one<{ revision: number; lines: DraftLine[]; undoable: number }>(
    `SELECT revision, lines, coalesce(jsonb_array_length(${recentAddition} -> 'lines'), 0) AS undoable
       FROM order_drafts WHERE user_id = $1`,
    [userId],
    'order_draft_load',
  )
  return row ?? emptyDraft
}

/** Replaces the lines if the draft still has this revision; returns the new one. What was added last stays undoable. */
export async function saveDraft(
  db: Db,
  userId: number,
  { revision, lines }: Pick<OrderDraft, 'revision' | 'lines'>,
): Promise<number | Refusal> {
  const row = await db.one<{ revision: number }>(
    `INSERT INTO order_drafts (user_id, revision, lines)
     SELECT $1, $2::integer + 1, $3 WHERE $2 = 0 OR EXISTS (SELECT FROM order_drafts WHERE user_id = $1)
     ON CONFLICT (user_id) DO UPDATE SET revision = excluded.revision, lines = excluded.lines, updated_at = now()
       WHERE order_drafts.revision = $2 RETURNING revision`,
    [userId, revision, JSON.stringify(lines)],
    'order_draft_save',
  )
  return row?.revision ?? refuse('draft_changed')
}

/** Stores what was added, or with null that nothing can be undone. */
export async function saveAddition(db: Db, userId: number, addition: Addition | null): Promise<void> {
  await db.execute(
    `UPDATE order_drafts SET added = $2, added_at = CASE WHEN $2::jsonb IS NULL THEN NULL ELSE now() END
      WHERE user_id = $1`,
    [userId, addition === null ? null : JSON.stringify(addition)],
    'order_draft_added',
  )
}

/** The last addition, of which the row stays locked; null if there is none, or it is too old. */
export async function lockAddition(db: Db, userId: number): Promise<Addition | null> {
  const row = await db.one<{ added: Addition | null }>(
    `SELECT ${recentAddition} AS added FROM order_drafts WHERE user_id = $1 FOR UPDATE`,
    [userId],
    'order_draft_lock',
  )
  return row?.added ?? null
}
