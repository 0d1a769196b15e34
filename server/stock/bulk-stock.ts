import type { Db } from '#server/platform/db/pool.ts'

/** A temporary table with the columns product_id and warehouse_id, and for figures quantity. */
type StockTable = string

/** Books the first stock of new products, those with `is_new` in the table. Returns the number of places. */
export async function insertFirstStock(db: Db, counted: StockTable): Promise<number> {
  await db.execute(
    `INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason)
     SELECT product_id, warehouse_id, quantity, 'import' FROM ${counted} WHERE is_new AND quantity <> 0
      ORDER BY product_id, warehouse_id`,
  )
  return db.execute(
    `INSERT INTO inventory (product_id, warehouse_id, quantity)
     SELECT product_id, warehouse_id, quantity FROM ${counted} WHERE is_new ORDER BY product_id, warehouse_id`,
  )
}

/**
 * Sets the stock of existing products to counted quantities, those without `is_new` in the table. Each difference becomes a
 * movement. Adds the ids of changed products to the temporary table `changed`. Returns the number of changed places.
 */
export async function setCountedStock(db: Db, counted: StockTable, changed: string): Promise<number> {
  await db.execute(
    `WITH added AS (
       INSERT INTO inventory (product_id, warehouse_id, quantity)
       SELECT product_id, warehouse_id, 0 FROM ${counted} q WHERE NOT is_new
          AND NOT EXISTS (SELECT FROM inventory v WHERE v.product_id = q.product_id AND v.warehouse_id = q.warehouse_id)
        ORDER BY product_id, warehouse_id
       ON CONFLICT DO NOTHING RETURNING product_id)
     INSERT INTO ${changed} SELECT product_id FROM added`,
  )
  // Rows with the right quantity are neither changed nor locked.
  await db.execute(
    `CREATE TEMP TABLE stock_differences ON COMMIT DROP AS
     SELECT v.product_id, v.warehouse_id, q.quantity, v.quantity AS old FROM inventory v
       JOIN ${counted} q ON q.product_id = v.product_id AND q.warehouse_id = v.warehouse_id
      WHERE NOT q.is_new AND v.quantity <> q.quantity
      ORDER BY v.product_id, v.warehouse_id FOR UPDATE OF v`,
  )
  await db.execute(
    `INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason)
     SELECT product_id, warehouse_id, quantity - old, 'import' FROM stock_differences WHERE quantity <> old`,
  )
  await db.execute(`INSERT INTO ${changed} SELECT product_id FROM stock_differences`)
  const places = await db.execute(
    `UPDATE inventory v SET quantity = d.quantity FROM stock_differences d
      WHERE v.product_id = d.product_id AND v.warehouse_id = d.warehouse_id AND v.quantity <> d.quantity`,
  )
  await db.execute('DROP TABLE stock_differences')
  return places
}

/**
 * Corrects stock by differences: the column `quantity` of the query's rows is added to the stock, which the caller has
 * locked. Adds the ids of changed products to the temporary table `changed`.
 */
export async function correctStock(db: Db, differences: string, changed: string): Promise<void> {
  await db.execute(
    `INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason)
     SELECT product_id, warehouse_id, quantity, 'correction' FROM (${differences}) d ORDER BY product_id, warehouse_id`,
  )
  await db.execute(
    `WITH back AS (
       UPDATE inventory v SET quantity = v.quantity + d.quantity FROM (${differences}) d
        WHERE v.product_id = d.product_id AND v.warehouse_id = d.warehouse_id RETURNING d.product_id)
     INSERT INTO ${changed} SELECT product_id FROM back`,
  )
}

/** Removes places without stock. Where an order or a payment took stock, the place stays: what it took may return. */
export async function removeEmptyStock(db: Db, places: StockTable): Promise<void> {
  await db.execute(
    `DELETE FROM inventory v USING ${places} g
      WHERE (v.product_id, v.warehouse_id) = (g.product_id, g.warehouse_id) AND v.quantity = 0
        AND NOT EXISTS (SELECT FROM stock_movements m
                         WHERE (m.product_id, m.warehouse_id) = (v.product_id, v.warehouse_id)
                           AND (m.order_id IS NOT NULL OR m.payment_id IS NOT NULL))`,
  )
}
