import { insertFirstStock, setCountedStock, subtractUnbooked } from '#server/stock/stock.ts'
import { type FileMerge, warnAboutRows } from './file-merge.ts'

/**
 * Sets the stock to the quantities of the file. Each difference becomes a movement, so that movements add up to the stock.
 * Runs last to hold its row locks briefly; it takes them in the same order as orders do.
 */
export async function saveStock(merge: FileMerge): Promise<void> {
  const { db, options, file, warehouseIds, totals } = merge
  await db.execute('DROP TABLE IF EXISTS pg_temp.import_quantities')
  await db.execute(
    `CREATE TEMP TABLE import_quantities (line integer, key_text text, product_id integer, warehouse_id integer,
       quantity numeric(14, 3), is_new boolean, is_parent boolean) ON COMMIT DROP`,
  )
  // If two columns mean the same warehouse, the column that names it takes precedence.
  await db.execute(
    `INSERT INTO import_quantities
     SELECT DISTINCT ON (i.product_id, w.id) i.line, i.key_text, i.product_id, w.id, s.quantity, i.is_new, p.variant_names IS NOT NULL
       FROM import_stock s JOIN import_products i USING (line) JOIN products p ON p.id = i.product_id
       JOIN unnest($2::text[], $3::integer[]) w (code, id) ON w.code = s.warehouse
      WHERE s.file = $1 ORDER BY i.product_id, w.id, s.warehouse DESC`,
    [file.number, [...warehouseIds.keys()], [...warehouseIds.values()]],
  )
  await warnAboutRows(
    merge,
    'parent_stock_ignored',
    `SELECT line, key_text, jsonb_build_object('value', quantity) AS facts FROM import_quantities
      WHERE is_parent AND quantity <> 0`,
  )
  await db.execute('DELETE FROM import_quantities WHERE is_parent')
  if (options.stockAsOf !== undefined) await subtractUnbooked(db, 'import_quantities', options.stockAsOf)
  totals.counts.stocks += await insertFirstStock(db, 'import_quantities')
  totals.counts.stocks += await setCountedStock(db, 'import_quantities', 'import_touched')
}
