import { type Counts, type Merge, remarkRows } from './file-merge.ts'

/**
 * Sets the stock that the file states; each difference is a movement, so that movements add up to the stock. Runs last:
 * the rows it locks, in the order in which orders lock them, are let go soon.
 */
export async function saveStock(merge: Merge, counts: Counts): Promise<void> {
  const { db, file, warehouseIds } = merge
  await db.execute('DROP TABLE IF EXISTS pg_temp.import_quantities')
  await db.execute(
    `CREATE TEMP TABLE import_quantities (line integer, key_text text, product_id integer, warehouse_id integer,
       quantity numeric(14, 3), is_new boolean, is_parent boolean) ON COMMIT DROP`,
  )
  // Two columns of one warehouse: the named one counts.
  await db.execute(
    `INSERT INTO import_quantities
     SELECT DISTINCT ON (i.product_id, w.id) i.line, i.key_text, i.product_id, w.id, s.quantity, i.is_new, p.variant_names IS NOT NULL
       FROM import_stock s JOIN import_products i USING (line) JOIN products p ON p.id = i.product_id
       JOIN unnest($2::text[], $3::integer[]) w (code, id) ON w.code = s.warehouse
      WHERE s.file = $1 ORDER BY i.product_id, w.id, s.warehouse DESC`,
    [file, [...warehouseIds.keys()], [...warehouseIds.values()]],
  )
  await remarkRows(
    merge,
    'parent_stock_ignored',
    `SELECT line, key_text, jsonb_build_object('value', quantity) AS facts FROM import_quantities
      WHERE is_parent AND quantity <> 0`,
  )
  await db.execute('DELETE FROM import_quantities WHERE is_parent')
  counts.stocks += await insertFirstStock(merge)
  counts.stocks += await changeStock(merge)
}

async function insertFirstStock({ db }: Merge): Promise<number> {
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

async function changeStock({ db }: Merge): Promise<number> {
  await db.execute(
    `WITH added AS (
       INSERT INTO inventory (product_id, warehouse_id, quantity)
       SELECT product_id, warehouse_id, 0 FROM import_quantities q WHERE NOT is_new
          AND NOT EXISTS (SELECT FROM inventory v WHERE v.product_id = q.product_id AND v.warehouse_id = q.warehouse_id)
        ORDER BY product_id, warehouse_id
       ON CONFLICT DO NOTHING RETURNING product_id)
     INSERT INTO import_touched SELECT product_id FROM added`,
  )
  // Rows that already are as the file says are left alone, and not locked.
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
