import type { SourceCounts } from '#server/catalog/import/import-run.ts'
import type { ImportMerge } from './file-merge.ts'

/** Records which products the files of a source have, after all files are merged, and takes missing ones off sale. */
export async function updateSourceProducts(merge: ImportMerge, hasActiveColumn: boolean): Promise<SourceCounts | null> {
  const { db, options } = merge
  const { source } = options
  if (source === undefined) return null
  const sized = await db.one<{ size: number }>(
    `SELECT count(*) AS size FROM import_source_products s JOIN products p ON p.id = s.product_id
      WHERE s.source_id = $1 AND p.is_active`,
    [source.id],
  )
  await db.execute(
    `INSERT INTO import_source_products (source_id, product_id) SELECT DISTINCT $1::integer, product_id FROM import_seen
     ON CONFLICT DO NOTHING`,
    [source.id],
  )
  // A column that says which products are on sale is the only one to decide that.
  const backOnSale = hasActiveColumn ? 0 : await putBackOnSale(merge, source.id)
  const offSale = source.removesMissing ? await takeOffSale(merge, source.id) : 0
  return { offSale, backOnSale, size: sized?.size ?? 0 }
}

/**
 * Missing products go off sale, except those that another source still has, and those of rejected rows: they are in the
 * file.
 */
async function takeOffSale(merge: ImportMerge, sourceId: number): Promise<number> {
  const { db } = merge
  await db.execute(
    `CREATE TEMP TABLE import_missing ON COMMIT DROP AS
     SELECT s.product_id FROM import_source_products s JOIN products p ON p.id = s.product_id
      WHERE s.source_id = ${sourceId} AND p.is_active AND NOT s.is_off_sale
        AND s.product_id NOT IN (SELECT product_id FROM import_seen)
        AND NOT EXISTS (SELECT FROM import_issues i
                         WHERE i.level = 'error' AND i.key IN (p.code, p.name, p.external_key))
        AND NOT EXISTS (SELECT FROM import_source_products o
                         WHERE o.product_id = s.product_id AND o.source_id <> s.source_id AND NOT o.is_off_sale)`,
  )
  await trackBefore(merge, 'import_missing')
  const missing = await db.execute(
    'UPDATE products SET is_active = false WHERE id IN (SELECT product_id FROM import_missing)',
  )
  await db.execute(
    `UPDATE import_source_products SET is_off_sale = true
      WHERE source_id = $1 AND product_id IN (SELECT product_id FROM import_missing)`,
    [sourceId],
  )
  await db.execute('INSERT INTO import_touched SELECT product_id FROM import_missing')
  return missing
}

/** Products that this source took off sale and has again go on sale again. */
async function putBackOnSale(merge: ImportMerge, sourceId: number): Promise<number> {
  const { db } = merge
  await db.execute(
    `CREATE TEMP TABLE import_returned ON COMMIT DROP AS
     SELECT s.product_id, p.is_active FROM import_source_products s JOIN products p ON p.id = s.product_id
      WHERE s.source_id = ${sourceId} AND s.is_off_sale AND s.product_id IN (SELECT product_id FROM import_seen)`,
  )
  await trackBefore(merge, 'import_returned')
  const returned = await db.execute(
    'UPDATE products SET is_active = true WHERE id IN (SELECT product_id FROM import_returned WHERE NOT is_active)',
  )
  await db.execute(
    `UPDATE import_source_products SET is_off_sale = false
      WHERE source_id = $1 AND product_id IN (SELECT product_id FROM import_returned)`,
    [sourceId],
  )
  await db.execute('INSERT INTO import_touched SELECT product_id FROM import_returned WHERE NOT is_active')
  return returned
}

/** Products that the files had before are recorded already. */
async function trackBefore({ db, isTracked }: ImportMerge, table: 'import_missing' | 'import_returned'): Promise<void> {
  if (!isTracked) return
  await db.execute(
    `INSERT INTO import_before
     SELECT s.product_id, s.state FROM product_states(array(SELECT product_id FROM ${table})) s ON CONFLICT DO NOTHING`,
  )
}
