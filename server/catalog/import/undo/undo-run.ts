import { writeAudit } from '#server/audit/audit.ts'
import { lockProductPictures, oneConnection, withImportLock } from '#server/catalog/import/import-lock.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { authorOf, findImport, type ImportRow, type UndoSummary } from '#server/catalog/import/runs/queries.ts'
import { withdrawPictures } from '#server/catalog/import/pictures/withdraw-pictures.ts'
import { undoLabels } from './undo-labels.ts'
import { undoNewProducts } from './undo-new-products.ts'
import { undoStock } from './undo-stock.ts'
import { undoValues } from './undo-values.ts'
import type { Run } from '#server/catalog/import/runs/watch-run.ts'

/**
 * Restores what the import changed, wherever the value is still the one of the import. Values that were changed since
 * are kept and listed. Runs in one transaction.
 */
export async function undoRun(pool: Pool, row: ImportRow, run: Run, wait: number): Promise<void> {
  await withImportLock(pool, { signal: run.signal, wait }, (_, client) =>
    transaction(oneConnection(pool, client), async (db) => {
      // `last_movement_id`, which separates the import's movements from later ones, may be newer than the row of the
      // job.
      const fresh = (await findImport(db, row.id)) ?? row
      await lockProductPictures(db)
      await withdrawPictures(db, row.id)
      await openUndo(db, row.id)
      let labels = 0
      const steps = [
        () => undoValues(db),
        () => undoStock(db, fresh.last_movement_id ?? 0),
        () => undoNewProducts(db, fresh.last_movement_id ?? 0),
        async () => {
          labels = await undoLabels(db, row.id)
        },
      ]
      for (const [done, step] of steps.entries()) {
        run.reportProgress('undo', done, steps.length)
        await step()
      }
      await finishUndo(db, row, labels)
    }),
  )
}

/**
 * Creates the tables of the undo: the changes with the current states, what is restored, and what is left unchanged.
 */
async function openUndo(db: Db, id: number): Promise<void> {
  await db.execute(
    `SELECT FROM products WHERE id IN (SELECT product_id FROM import_changes WHERE import_id = $1) ORDER BY id FOR UPDATE`,
    [id],
  )
  await db.execute(
    `CREATE TEMP TABLE undo_all ON COMMIT DROP AS
     SELECT c.product_id, c.code, c.is_new, c.before, c.after, s.state AS current
       FROM import_changes c JOIN product_states(array(SELECT product_id FROM import_changes WHERE import_id = ${id})) s
         USING (product_id) WHERE c.import_id = ${id}`,
  )
  await db.execute('CREATE INDEX ON undo_all (product_id)')
  await db.execute('ANALYZE undo_all')
  await db.execute('CREATE TEMP TABLE undo_done (product_id integer) ON COMMIT DROP')
  await db.execute('CREATE TEMP TABLE undo_skipped (product_id integer, code text, field text) ON COMMIT DROP')
  await db.execute('CREATE TEMP TABLE undo_removed (product_id integer PRIMARY KEY) ON COMMIT DROP')
  // Products that were removed since cannot be restored.
  await db.execute(
    `INSERT INTO undo_skipped SELECT product_id, 'undo_gone', '' FROM import_changes
      WHERE import_id = $1 AND NOT is_new AND product_id NOT IN (SELECT product_id FROM undo_all)`,
    [id],
  )
}

async function finishUndo(db: Db, row: ImportRow, labels: number): Promise<void> {
  await db.execute(`DELETE FROM import_problems WHERE import_id = $1 AND level = 'left'`, [row.id])
  await db.execute(
    `INSERT INTO import_problems (import_id, level, key, code, facts)
     SELECT $1, 'left', c.code, l.code, jsonb_build_object('fields', string_agg(DISTINCT l.field, ','))
       FROM undo_skipped l JOIN import_changes c ON c.import_id = $1 AND c.product_id = l.product_id
      GROUP BY c.code, c.product_id, l.code ORDER BY c.code, l.code`,
    [row.id],
  )
  const products = await db.one<Omit<UndoSummary, 'labels'>>(
    `SELECT (SELECT count(DISTINCT product_id) FROM undo_done) AS restored, (SELECT count(*) FROM undo_removed) AS removed,
            (SELECT count(DISTINCT product_id) FROM undo_skipped) AS "left"`,
  )
  const sum = { ...products, labels }
  await db.execute(
    `UPDATE imports SET state = 'undone', undone_at = now(), changed_at = now(), undo_summary = $2 WHERE id = $1`,
    [row.id, JSON.stringify(sum)],
  )
  await writeAudit(db, authorOf(row), {
    action: 'undo',
    noun: 'import',
    id: String(row.id),
    after: { files: row.files.map(({ name }) => name), ...sum },
  })
}
