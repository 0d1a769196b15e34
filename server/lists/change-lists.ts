import type { Input } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import { type addList, type changeList, listNameMax, listsMax } from '#contract/shop/lists.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { randomToken, tokenHash } from '#server/platform/http/secrets.ts'
import type { View } from '#server/settings/settings.ts'
import { saveLines } from './add-lines.ts'
import { changeRefusal, type DealerActor, findDeletedList, lockList, manageRefusal, shareRefusal } from './list-rows.ts'
import { readSource } from './sources.ts'

type Reader = { actor: DealerActor; view: View }

const nameOf = (typed: string): string => cleanText(typed).replace(/\s+/g, ' ').slice(0, listNameMax).trim()

/** Makes a list of the user with the lines of a source, or without lines. */
export async function makeList(pool: Pool, { name, isShared, source }: Input<typeof addList>['body'], reader: Reader) {
  const { actor } = reader
  const shown = nameOf(name)
  if (shown === '') return refuse('list_name_missing')
  const unshared = shareRefusal(isShared, actor)
  if (unshared !== null) return unshared
  const lines = source === undefined ? [] : await readSource(pool, source, reader)
  if (isRefusal(lines)) return lines
  return transactionOrRefusal(pool, async (db) => {
    const id = await insertList(db, actor, shown, isShared)
    return { id, name: shown, ...(await saveLines(db, id, lines, reader)) }
  })
}

/** Rolls the transaction back if the dealer has as many lists as it may have. */
async function insertList(db: Db, { dealer, userId }: DealerActor, name: string, isShared: boolean): Promise<number> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO lists (dealer_id, user_id, name, is_shared, changed_by)
     SELECT $1, $2, $3, $4, $2
      WHERE (SELECT count(*) FROM lists WHERE dealer_id = $1 AND deleted_at IS NULL) < $5 RETURNING id`,
    [dealer.id, userId, name, isShared, listsMax],
    'list_insert',
  )
  return row?.id ?? abortTransaction(refuse('lists_full', { max: listsMax }))
}

/** Renames a list, or changes with whom it is shared; its owner alone takes it away from colleagues. */
export function changeHead(
  pool: Pool,
  id: number,
  { revision, name, isShared }: Input<typeof changeList>['body'],
  actor: DealerActor,
): Promise<{ revision: number } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockList(db, actor, id)
    const refusal = manageRefusal(row, actor) ?? (row?.is_shared === true ? null : shareRefusal(isShared, actor))
    if (row === undefined || refusal !== null) return abortTransaction(refusal ?? 'list_not_found')
    if (!isShared && row.user_id !== actor.userId) return abortTransaction('list_owner_only')
    if (row.revision !== revision) return abortTransaction('list_changed')
    const shown = nameOf(name)
    if (shown === '') return abortTransaction('list_name_missing')
    if (shown === row.name && isShared === row.is_shared) return { revision }
    await db.execute(
      `UPDATE lists SET name = $2, is_shared = $3, revision = revision + 1, changed_at = now(), changed_by = $4
        WHERE id = $1`,
      [id, shown, isShared, actor.userId],
      'list_change',
    )
    if (!isShared) await forgetOthers(db, id, actor.userId)
    return { revision: revision + 1 }
  })
}

/** Colleagues who no longer see the list do not follow it either. */
async function forgetOthers(db: Db, listId: number, ownerId: number): Promise<void> {
  await db.execute('DELETE FROM list_follows WHERE list_id = $1 AND user_id <> $2', [listId, ownerId], 'list_unfollow')
  await db.execute(
    `DELETE FROM list_line_states s USING list_lines n
      WHERE n.id = s.line_id AND n.list_id = $1 AND s.user_id <> $2`,
    [listId, ownerId],
    'list_states_others',
  )
}

const done = { success: true as const }

export function removeList(pool: Pool, id: number, actor: DealerActor): Promise<typeof done | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const refusal = manageRefusal(await lockList(db, actor, id), actor)
    if (refusal !== null) return abortTransaction(refusal)
    await db.execute('UPDATE lists SET deleted_at = now() WHERE id = $1', [id], 'list_delete')
    return done
  })
}

export function undoRemoval(pool: Pool, id: number, actor: DealerActor): Promise<typeof done | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await db.execute('SELECT FROM lists WHERE id = $1 FOR UPDATE', [id], 'list_lock')
    const refusal = manageRefusal(await findDeletedList(db, actor, id), actor)
    if (refusal !== null) return abortTransaction(refusal)
    const row = await db.one<{ id: number }>(
      `UPDATE lists SET deleted_at = NULL
        WHERE id = $1 AND (SELECT count(*) FROM lists WHERE dealer_id = $2 AND deleted_at IS NULL) < $3 RETURNING id`,
      [id, actor.dealer.id, listsMax],
      'list_restore',
    )
    return row === undefined ? abortTransaction(refuse('lists_full', { max: listsMax })) : done
  })
}

/** Copies the lines of a list that the caller may read to an own list of the user. */
export function copyLines(
  pool: Pool,
  sourceId: number,
  typedName: string,
  actor: DealerActor,
): Promise<{ id: number } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const name = nameOf(typedName)
    if (name === '') return abortTransaction('list_name_missing')
    const id = await insertList(db, actor, name, false)
    await db.execute(
      `INSERT INTO list_lines (list_id, place, product_id, unit_id, code, name, unit, quantity, note, changed_by)
       SELECT $2, place, product_id, unit_id, code, name, unit, quantity, note, $3
         FROM list_lines WHERE list_id = $1 AND removed_at IS NULL`,
      [sourceId, id, actor.userId],
      'list_lines_copy',
    )
    return { id }
  })
}

/** Makes a new link of a list, which ends an earlier one; returns its token, or null after withdrawing it. */
export function renewLink(
  pool: Pool,
  id: number,
  { actor, isWithdrawn }: { actor: DealerActor; isWithdrawn: boolean },
): Promise<{ token: string | null } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const refusal = changeRefusal(await lockList(db, actor, id), actor)
    if (refusal !== null) return abortTransaction(refusal)
    const token = isWithdrawn ? null : randomToken(16)
    await db.execute(
      'UPDATE lists SET link_hash = $2 WHERE id = $1',
      [id, token === null ? null : tokenHash(token)],
      'list_link',
    )
    return { token }
  })
}
