import { type FileMerge, warnAboutRows } from './file-merge.ts'

/**
 * Sets the stock to the quantities of the file. Each difference becomes a movement, so that movements add up to the stock.
 * Runs last to hold its row locks briefly; it takes them in the same order as orders do.
 */
export async function saveStock(merge: FileMerge): Promise<void> {
  const { db, file, warehouseIds, totals } = merge
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
  totals.counts.stocks += await insertFirstStock(merge)
  totals.counts.stocks += await changeStock(merge)
}

async function insertFirstStock({ db }: FileMerge): Promise<number> {
  await db.execute(
    `INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason)
     SELECT product_id, warehouse_id, quantity, 'import' FROM import_quantities WHERE is_new AND quantity <> 0
      ORDER BY product_id, warehouse_id`,
  )
  return db.execute(
    `INSERT INTO inventory (product_id, warehouse_id, quantity)
     SELECT product_id, warehouse_id, quantity FROM import_quantities WHERE is_new ORDER BY product_id, warehouse_id`,
  )
}

async function changeStock({ db }: FileMerge): Promise<number> {
  await db.execute(
    `WITH added AS (
       INSERT INTO inventory (product_id, warehouse_id, quantity)
       SELECT product_id, warehouse_id, 0 FROM import_quantities q WHERE NOT is_new
          AND NOT EXISTS (SELECT FROM inventory v WHERE v.product_id = q.product_id AND v.warehouse_id = q.warehouse_id)
        ORDER BY product_id, warehouse_id
       ON CONFLICT DO NOTHING RETURNING product_id)
     INSERT INTO import_touched SELECT product_id FROM added`,
  )
  // Rows with the right quantity are neither changed nor locked.
  await db.execute(
    `CREATE TEMP TABLE import_differences ON COMMIT DROP AS
     SELECT v.product_id, v.warehouse_id, q.quantity, v.quantity AS old FROM inventory v
       JOIN import_quantities q ON q.product_id = v.product_id AND q.warehouse_id = v.warehouse_id
      WHERE NOT q.is_new AND v.quantity <> q.quantity
      ORDER BY v.product_id, v.warehouse_id FOR UPDATE OF v`,
  )
  await db.execute(
    `INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason)
     SELECT product_id, warehouse_id, quantity - old, 'import' FROM import_differences WHERE quantity <> old`,
  )
  await db.execute('INSERT INTO import_touched SELECT product_id FROM import_differences')
  const changed = await db.execute(
    `UPDATE inventory v SET quantity = d.quantity FROM import_differences d
      WHERE v.product_id = d.product_id AND v.warehouse_id = d.warehouse_id AND v.quantity <> d.quantity`,
  )
  await db.execute('DROP TABLE import_differences')
  return changed
}
