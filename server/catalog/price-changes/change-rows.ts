import type { PriceChangeState } from '#domain/pricing/price-change-states.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Author } from '#server/audit/audit.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'

export type ChangeRow = {
  id: number
  price_list_id: number
  list_code: string
  name: string
  state: PriceChangeState
  revision: number
  publish_at: Date | null
  overwrites: boolean
  undoes_id: number | null
  requested_by: number | null
  requested_by_key: number | null
  approved_by: number | null
}

const columns = `c.id, c.price_list_id, l.code AS list_code, c.name, c.state, c.revision, c.publish_at, c.overwrites, c.undoes_id,
  c.requested_by, c.requested_by_key, c.approved_by`

/** A user, or a program with its key. */
export type ChangeAuthor = Author & { locale: Locale }

/** Columns that say who did something: a user, or a key. */
export const authorIds = ({ actor, service }: Author): { userId: number | null; keyId: number | null } => ({
  userId: actor?.userId ?? null,
  keyId: service?.keyId ?? null,
})

/** Locks a change until the transaction ends; aborts if there is none. Programs have only the changes that their key has made. */
export async function lockChange(db: Db, id: number, by: Author | null): Promise<ChangeRow> {
  const row = await db.one<ChangeRow>(
    `SELECT ${columns} FROM price_changes c JOIN price_lists l ON l.id = c.price_list_id WHERE c.id = $1
        AND ($2::integer IS NULL OR c.created_by_key = $2) FOR UPDATE OF c`,
    [id, by === null ? null : authorIds(by).keyId],
    'price_change_lock',
  )
  return row ?? abortTransaction('price_change_not_found')
}

/** Locks a draft; aborts if it is no draft any more, or not in the revision that was on screen. */
export async function lockDraft(
  db: Db,
  { id, revision, by }: { id: number; revision: number; by: Author },
): Promise<ChangeRow> {
  const row = await lockChange(db, id, by)
  if (row.state !== 'draft') abortTransaction('price_change_state')
  if (row.revision !== revision) abortTransaction('price_change_changed')
  return row
}
