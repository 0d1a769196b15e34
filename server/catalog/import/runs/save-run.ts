import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { RunSummary } from './queries.ts'

const batchSize = 500
const changeColumns = 'product_id, code, name, is_new, before, after'
const problemColumns = 'level, file, line, key, code, facts, row_text'

async function deleteOldResults(db: Db, id: number): Promise<void> {
  await db.execute('DELETE FROM import_changes WHERE import_id = $1', [id])
  await db.execute('DELETE FROM import_problems WHERE import_id = $1', [id])
}

/** Saves the changes in the transaction of the import, so that either both are stored or neither. */
export async function saveRun(db: Db, id: number, sum: RunSummary): Promise<void> {
  await deleteOldResults(db, id)
  await db.execute(
    `INSERT INTO import_changes (import_id, ${changeColumns}) SELECT $1, ${changeColumns} FROM import_changed`,
    [id],
  )
  await db.execute(
    `INSERT INTO import_problems (import_id, ${problemColumns}) SELECT $1, ${problemColumns} FROM import_issues ORDER BY id`,
    [id],
  )
  const kept = await db.execute(
    `UPDATE imports SET state = 'applied', applied_at = now(), changed_at = now(), summary = $2,
            last_movement_id = (SELECT coalesce(max(id), 0) FROM stock_movements),
            made = (SELECT coalesce(jsonb_agg(to_jsonb(m)), '[]') FROM import_made m)
      WHERE id = $1 AND state = 'applying'`,
    [id, JSON.stringify(sum)],
  )
  if (kept === 0) throw new Error(`The import ${id} is not being applied any more.`)
}

/** Copies the changes of a dry run to another connection before its transaction is rolled back. */
export async function savePreview(
  { inside, outside }: { inside: Db; outside: Pool },
  id: number,
  sum: RunSummary,
): Promise<void> {
  await transaction(outside, async (db) => {
    await deleteOldResults(db, id)
    await copyRows(inside, db, {
      id,
      from: 'import_changed',
      to: 'import_changes',
      order: 'product_id',
      names: changeColumns,
    })
    await copyRows(inside, db, { id, from: 'import_issues', to: 'import_problems', order: 'id', names: problemColumns })
    await db.execute('UPDATE imports SET summary = $2 WHERE id = $1', [id, JSON.stringify(sum)])
  })
}

type Copy = { id: number; from: string; to: string; order: string; names: string }

async function copyRows(inside: Db, outside: Db, { id, from, to, order, names }: Copy): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await inside.query<Record<string, unknown>>(
      `SELECT ${order} AS last, ${names} FROM ${from} WHERE ${order} > $1 ORDER BY ${order} LIMIT ${batchSize}`,
      [last],
    )
    if (rows.length === 0) return
    await outside.execute(
      `INSERT INTO ${to} (import_id, ${names}) SELECT $1, ${names} FROM jsonb_populate_recordset(NULL::${to}, $2)`,
      [id, JSON.stringify(rows)],
    )
    last = Number(rows.at(-1)?.last)
  }
}
