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

/** So many saves of other windows may come between a save and the question whether it was stored. */
const savesMax = 50

type SavedDraft = Pick<OrderDraft, 'revision' | 'lines'> & {
  /** The id of the save, if its page may ask for it later. */
  save?: string | undefined
}

/**
 * Replaces the lines if the draft still has this revision; returns the new one. What was added last stays undoable. A refusal
 * has the fact `isSaved` if this very save was stored before, and its answer was lost.
 */
export async function saveDraft(
  db: Db,
  userId: number,
  { revision, lines, save }: SavedDraft,
): Promise<number | Refusal> {
  const row = await db.one<{ revision: number }>(
    `INSERT INTO order_drafts (user_id, revision, lines, saves)
     SELECT $1, $2::integer + 1, $3, array_remove(ARRAY[$4::uuid], NULL)
      WHERE $2 = 0 OR EXISTS (SELECT FROM order_drafts WHERE user_id = $1)
     ON CONFLICT (user_id) DO UPDATE SET revision = excluded.revision, lines = excluded.lines, updated_at = now(),
            saves = (excluded.saves || order_drafts.saves)[1:${savesMax}]
       WHERE order_drafts.revision = $2 RETURNING revision`,
    [userId, revision, JSON.stringify(lines), save ?? null],
    'order_draft_save',
  )
  if (row !== undefined) return row.revision
  return (await hasSave(db, userId, save)) ? refuse('draft_changed', { isSaved: 1 }) : refuse('draft_changed')
}

async function hasSave(db: Db, userId: number, save: string | undefined): Promise<boolean> {
  if (save === undefined) return false
  const row = await db.one<{ is_saved: boolean | null }>(
    'SELECT $2::uuid = ANY (saves) AS is_saved FROM order_drafts WHERE user_id = $1',
    [userId, save],
    'order_draft_has_save',
  )
  return row?.is_saved ?? false
}

/** Locks the user's draft until the end of the transaction; makes an empty one first if there is none. */
export async function lockDraft(db: Db, userId: number): Promise<void> {
  await db.execute(
    "INSERT INTO order_drafts (user_id, revision, lines) VALUES ($1, 0, '[]') ON CONFLICT DO NOTHING",
    [userId],
    'order_draft_make',
  )
  await db.execute('SELECT FROM order_drafts WHERE user_id = $1 FOR UPDATE', [userId], 'order_draft_lock_only')
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
