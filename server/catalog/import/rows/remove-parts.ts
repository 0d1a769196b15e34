import type { FileMerge } from '#server/catalog/import/merge/file-merge.ts'
import { removeEmptyStock } from '#server/stock/stock.ts'

/** What a row removes from its product: a price of the price list, a unit, or the stock of warehouses, which it sets to 0. */
export type RemovedPart = { kind: 'price' | 'unit' } | { kind: 'stock'; warehouses: readonly string[] }

type Row = { line: number; removes: RemovedPart | null }

/** Removes what rows name, in the transaction of their import. Lines that removed something get into import_removed. */
export async function removeParts(merge: FileMerge, rows: readonly Row[]): Promise<void> {
  const linesOf = (kind: RemovedPart['kind']) =>
    rows.flatMap(({ line, removes }) => (removes?.kind === kind ? [line] : []))
  const [prices, units] = [linesOf('price'), linesOf('unit')]
  // A unit that the product does not have needs no multiplier to be removed.
  await merge.db.execute(
    `DELETE FROM import_issues WHERE file = $1 AND line = ANY ($2) AND code = 'multiplier_missing'`,
    [merge.file.number, [...prices, ...units]],
  )
  if (prices.length > 0) await removePrices(merge, prices)
  if (units.length > 0) await removeUnits(merge, units)
  await removeStock(merge, rows)
}

async function removePrices({ db, itemsTable, priceListId }: FileMerge, lines: readonly number[]): Promise<void> {
  await db.execute(
    `WITH gone AS (
       DELETE FROM unit_prices up USING ${itemsTable} i
        WHERE up.unit_id = i.unit_id AND up.price_list_id = $1 AND i.line = ANY ($2)
       RETURNING i.line, i.product_id),
     touched AS (INSERT INTO import_touched SELECT product_id FROM gone)
     INSERT INTO import_removed SELECT line FROM gone`,
    [priceListId, lines],
  )
}

/**
 * Default units stay, and so do units in carts, whose lines would disappear. */
async function removeUnits({ db, file }: FileMerge, lines: readonly number[]): Promise<void> {
  // Blocks adding these units to carts until the transaction ends.
  await db.execute(
    `SELECT FROM product_units u JOIN import_units i ON i.unit_id = u.id WHERE i.line = ANY ($1) ORDER BY u.id FOR UPDATE OF u`,
    [lines],
  )
  await db.execute(
    `INSERT INTO import_issues (file, line, key, level, code, facts)
     SELECT $2, i.line, i.key_text, 'error', CASE WHEN p.id IS NULL THEN 'unit_in_carts' ELSE 'unit_default' END,
            jsonb_build_object('unit', i.unit)
       FROM import_units i LEFT JOIN products p ON p.default_unit_id = i.unit_id
      WHERE i.line = ANY ($1) AND (p.id IS NOT NULL
            OR EXISTS (SELECT FROM cart_lines l WHERE l.product_id = i.product_id AND l.unit_id = i.unit_id))`,
    [lines, file.number],
  )
  await db.execute(
    `WITH gone AS (
       DELETE FROM product_units u USING import_units i
        WHERE u.id = i.unit_id AND i.line = ANY ($1)
          AND i.line NOT IN (SELECT line FROM import_issues WHERE file = $2 AND level = 'error')
       RETURNING i.line, i.product_id),
     touched AS (INSERT INTO import_touched SELECT product_id FROM gone)
     INSERT INTO import_removed SELECT line FROM gone`,
    [lines, file.number],
  )
}

async function removeStock({ db, warehouseIds, itemsTable }: FileMerge, rows: readonly Row[]): Promise<void> {
  const given = rows.flatMap(({ line, removes }) =>
    removes?.kind === 'stock' ? removes.warehouses.map((name) => ({ line, warehouse_id: warehouseIds.get(name) })) : [],
  )
  if (given.length === 0) return
  await db.execute('CREATE TEMP TABLE import_emptied (product_id integer, warehouse_id integer) ON COMMIT DROP')
  await db.execute(
    `INSERT INTO import_emptied SELECT i.product_id, g.warehouse_id FROM ${itemsTable} i
       JOIN json_to_recordset($1) AS g (line integer, warehouse_id integer) USING (line)`,
    [JSON.stringify(given)],
  )
  await removeEmptyStock(db, 'import_emptied')
}
