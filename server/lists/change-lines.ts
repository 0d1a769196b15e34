import type { Input } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type changeListLine, type ListLine, listLinesMax } from '#contract/shop/lists.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { View } from '#server/settings/settings.ts'
import { countListLines, findListLine, forgetStates, type ListLineRow } from './line-rows.ts'
import { changeRefusal, type DealerActor, lockList, touchList } from './list-rows.ts'
import { loadLineProducts, presentLines } from './present-lines.ts'

type LineEdit = Input<typeof changeListLine>['body']

/** Runs a change of the lines of a list that the user may change. */
function changing<Value>(
  pool: Pool,
  listId: number,
  actor: DealerActor,
  change: (db: Transaction) => Promise<Value>,
): Promise<Value | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const refusal = changeRefusal(await lockList(db, actor, listId), actor)
    if (refusal !== null) return abortTransaction(refusal)
    const value = await change(db)
    await touchList(db, listId, actor.userId)
    return value
  })
}

/** Changes one line, unless another user has changed it since the caller read it; returns it as it is now. */
export async function changeLine(
  pool: Pool,
  { listId, lineId }: { listId: number; lineId: number },
  edit: LineEdit,
  { actor, view }: { actor: DealerActor; view: View },
): Promise<ListLine | Refusal> {
  return changing(pool, listId, actor, async (db) => {
    const row = await findListLine(db, listId, lineId)
    if (row === undefined) return abortTransaction('list_line_not_found')
    if (row.revision !== edit.revision) {
      return abortTransaction(refuse('list_line_changed', { name: await nameOfUser(db, row.changed_by) }))
    }
    const goods = await goodsOf(db, row, edit, view)
    const { quantity = row.quantity, note = row.note } = edit
    await saveLine(db, { ...row, ...goods, quantity, note: cleanText(note) }, actor.userId)
    const isRepriced = goods.unit_id !== row.unit_id || goods.product_id !== row.product_id || quantity !== row.quantity
    if (isRepriced) await forgetStates(db, [lineId])
    const saved = await findListLine(db, listId, lineId)
    if (saved === undefined) return abortTransaction('list_line_not_found')
    const [line] = await presentLines(db, [saved], await loadLineProducts(db, [saved], view), { view, news: new Map() })
    return line ?? abortTransaction('list_line_not_found')
  })
}

type Goods = Pick<ListLineRow, 'product_id' | 'unit_id' | 'code' | 'name' | 'unit'>

/** The product and unit of a line after an edit. Another product comes in the unit of the same name, else in its default one. */
async function goodsOf(db: Db, row: ListLineRow, { productId, unitId }: LineEdit, view: View): Promise<Goods> {
  if (productId === undefined && unitId === undefined) return row
  const id = productId ?? row.product_id ?? 0
  const product = (await loadProducts(db, [id], view)).get(id)
  if (product === undefined) return abortTransaction('product_not_found')
  if (product.varyantx === 0) return abortTransaction('variant_not_chosen')
  const sameName = product.units.find(({ value }) => value === row.unit)?.id
  const wanted = unitId ?? sameName ?? product.defaultUnit
  const unit = product.units.find((each) => each.id === wanted)
  if (unit === undefined) {
    return abortTransaction(refuse('unit_not_found', { units: product.units.map(({ value }) => value).join(', ') }))
  }
  return { product_id: id, unit_id: unit.id, code: product.code, name: product.name, unit: unit.value }
}

async function saveLine(db: Db, line: ListLineRow, userId: number): Promise<void> {
  const other = await db.one<{ id: number }>(
    `SELECT id FROM list_lines
      WHERE list_id = $1 AND product_id = $2 AND unit_id = $3 AND id <> $4 AND removed_at IS NULL`,
    [line.list_id, line.product_id, line.unit_id, line.id],
    'list_line_other',
  )
  if (other !== undefined) abortTransaction('list_line_exists')
  await db.execute(
    `UPDATE list_lines SET product_id = $2, unit_id = $3, code = $4, name = $5, unit = $6, quantity = $7, note = $8,
            revision = revision + 1, changed_by = $9 WHERE id = $1`,
    [line.id, line.product_id, line.unit_id, line.code, line.name, line.unit, line.quantity, line.note, userId],
    'list_line_save',
  )
}

async function nameOfUser(db: Db, userId: number | null): Promise<string> {
  const row = await db.one<{ name: string }>('SELECT name FROM users WHERE id = $1', [userId], 'list_line_changer')
  return row?.name ?? ''
}

const done = { success: true as const }

/** Moves a line before another one; null: to the end. */
export function moveLine(
  pool: Pool,
  { listId, lineId, before }: { listId: number; lineId: number; before: number | null },
  actor: DealerActor,
): Promise<typeof done | Refusal> {
  return changing(pool, listId, actor, async (db) => {
    const ids = [lineId, ...(before === null ? [] : [before])]
    for (const id of ids) {
      if ((await findListLine(db, listId, id)) === undefined) return abortTransaction('list_line_not_found')
    }
    if (before === lineId) return done
    await db.execute(
      `WITH others AS (
         SELECT id, row_number() OVER (ORDER BY place, id) AS at FROM list_lines WHERE list_id = $1 AND id <> $2),
       target AS (SELECT coalesce((SELECT at FROM others WHERE id = $3), (SELECT count(*) + 1 FROM others)) AS at)
       UPDATE list_lines n SET place = CASE WHEN n.id = $2 THEN t.at ELSE o.at + (o.at >= t.at)::integer END
         FROM target t, (SELECT id, at FROM others UNION ALL SELECT $2::integer, 0) o
        WHERE n.list_id = $1 AND o.id = n.id`,
      [listId, lineId, before],
      'list_line_move',
    )
    return done
  })
}

/** Removes lines; ids of lines that are no longer on the list are ignored. */
export function removeLines(
  pool: Pool,
  listId: number,
  lineIds: readonly number[],
  actor: DealerActor,
): Promise<{ removedCount: number } | Refusal> {
  return changing(pool, listId, actor, async (db) => {
    const rows = await db.query<{ id: number }>(
      `UPDATE list_lines SET removed_at = now()
        WHERE list_id = $1 AND id = ANY ($2::integer[]) AND removed_at IS NULL RETURNING id`,
      [listId, lineIds],
      'list_lines_remove',
    )
    return { removedCount: rows.length }
  })
}

/** Restores removed lines in their places, without those whose product and unit are on the list again. */
export function restoreLines(
  pool: Pool,
  listId: number,
  lineIds: readonly number[],
  actor: DealerActor,
): Promise<{ restoredCount: number } | Refusal> {
  return changing(pool, listId, actor, async (db) => {
    const rows = await db.query<{ id: number }>(
      `UPDATE list_lines n SET removed_at = NULL
        WHERE n.list_id = $1 AND n.id = ANY ($2::integer[]) AND n.removed_at IS NOT NULL
          AND NOT EXISTS (SELECT FROM list_lines o WHERE o.list_id = $1 AND o.removed_at IS NULL
                             AND o.product_id = n.product_id AND o.unit_id = n.unit_id)
          AND NOT EXISTS (SELECT FROM list_lines o WHERE o.list_id = $1 AND o.id = ANY ($2::integer[]) AND o.id > n.id
                             AND o.product_id = n.product_id AND o.unit_id = n.unit_id AND o.removed_at IS NOT NULL)
        RETURNING n.id`,
      [listId, lineIds],
      'list_lines_restore',
    )
    if ((await countListLines(db, listId)) > listLinesMax) {
      return abortTransaction(refuse('list_lines_full', { max: listLinesMax }))
    }
    return { restoredCount: rows.length }
  })
}
