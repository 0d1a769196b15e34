import type { PictureCounts } from '#server/catalog/import/import-run.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { FileMerge, ImportMerge } from './file-merge.ts'

/** Collects the picture addresses of a file. Empty cells leave the pictures of their products alone. */
export async function collectPictures({ db, file }: FileMerge): Promise<void> {
  if (file.plan.images.length === 0) return
  await db.execute(
    'INSERT INTO import_pictured SELECT product_id FROM import_products WHERE images IS NOT NULL OR addresses IS NOT NULL',
  )
  await db.execute(
    `INSERT INTO import_addresses
     SELECT i.product_id, a.url, sha256(convert_to(a.url, 'UTF8')), $1, i.line, a.place
       FROM import_products i, unnest(i.addresses) WITH ORDINALITY a (url, place)`,
    [file.number],
  )
}

/**
 * Records which pictures the products get from addresses, after all files are merged. Nothing is fetched here. Null: the
 * files and their products have no addresses.
 */
export async function savePictureAddresses(merge: ImportMerge): Promise<PictureCounts | null> {
  const { db, options } = merge
  await db.execute('ANALYZE import_pictured, import_addresses')
  const counts = await countAddresses(db)
  if (!options.dryRun) {
    await saveAddresses(db)
    await saveProductAddresses(merge)
    await dropUnnamed(merge)
  }
  return counts.addresses + counts.products === 0 ? null : counts
}

/** Pictures of the files' products that the files name no longer. */
const unnamed = `FROM product_picture_addresses o JOIN picture_addresses a ON a.id = o.address_id
   WHERE o.product_id IN (SELECT product_id FROM import_pictured) AND NOT o.is_dropped
     AND NOT EXISTS (SELECT FROM import_addresses x WHERE x.product_id = o.product_id AND x.hash = a.hash)`

async function countAddresses(db: Db): Promise<PictureCounts> {
  const counts = await db.one<PictureCounts>(
    `SELECT (SELECT count(DISTINCT hash) FROM import_addresses) AS addresses,
            (SELECT count(DISTINCT hash) FROM import_addresses x
              WHERE NOT EXISTS (SELECT FROM picture_addresses a WHERE a.hash = x.hash AND a.state = 'stored')) AS waiting,
            (SELECT count(*) FROM (
               SELECT product_id FROM import_addresses x WHERE NOT EXISTS (
                 SELECT FROM product_picture_addresses o JOIN picture_addresses a ON a.id = o.address_id
                  WHERE o.product_id = x.product_id AND a.hash = x.hash AND NOT o.is_dropped)
               UNION SELECT o.product_id ${unnamed}) changed) AS products`,
  )
  return counts ?? { addresses: 0, waiting: 0, products: 0 }
}

/** Addresses that were checked more than a day ago are checked again. */
async function saveAddresses(db: Db): Promise<void> {
  await db.execute(
    `INSERT INTO picture_hosts (host) SELECT DISTINCT ${hostOfUrl} FROM import_addresses ORDER BY 1 ON CONFLICT DO NOTHING`,
  )
  const isOld = `a.next_at IS NULL AND a.checked_at < now() - interval '1 day'`
  // Existing rows are locked, also those that stay as they are: a picture that is fetched at this moment has to find the
  // products of this import.
  await db.execute(
    `INSERT INTO picture_addresses AS a (hash, url, host)
     SELECT DISTINCT ON (hash) hash, url, ${hostOfUrl} FROM import_addresses ORDER BY hash
     ON CONFLICT (hash) DO UPDATE SET
       state = CASE WHEN a.state = 'failed' THEN 'waiting' ELSE a.state END, attempts = 0, next_at = now()
       WHERE ${isOld}`,
  )
}

const hostOfUrl = `substring(url FROM '^https?://([^/?]+)')`

async function saveProductAddresses({ db, options }: ImportMerge): Promise<void> {
  await db.execute(
    `INSERT INTO product_picture_addresses AS o (product_id, address_id, place, import_id, named_by, file, line, is_due)
     SELECT DISTINCT ON (x.product_id, a.id) x.product_id, a.id, x.place, $1::integer, $1::integer, x.file, abs(x.line), a.state = 'stored'
       FROM import_addresses x JOIN picture_addresses a USING (hash) ORDER BY x.product_id, a.id, x.file, x.place
     ON CONFLICT (product_id, address_id) DO UPDATE SET
       place = excluded.place, named_by = excluded.named_by, file = excluded.file, line = excluded.line,
       is_dropped = false, dropped_by = NULL,
       is_due = o.is_due OR (excluded.is_due AND (o.is_dropped OR o.place <> excluded.place))
       WHERE (o.place, o.named_by, o.file, o.line, o.is_dropped)
             IS DISTINCT FROM (excluded.place, excluded.named_by, excluded.file, excluded.line, false)`,
    [options.importId ?? null],
  )
}

/** What a file names no longer leaves its product as soon as one of the new pictures is there. */
async function dropUnnamed({ db, options }: ImportMerge): Promise<void> {
  await db.execute(
    `WITH gone AS MATERIALIZED (
       SELECT o.product_id, o.address_id ${unnamed} ORDER BY o.product_id, o.address_id FOR UPDATE OF o)
     UPDATE product_picture_addresses o SET is_dropped = true, dropped_by = $1, is_due = true
       FROM gone WHERE o.product_id = gone.product_id AND o.address_id = gone.address_id`,
    [options.importId ?? null],
  )
}
