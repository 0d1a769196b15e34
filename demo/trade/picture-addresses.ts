import { defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Products whose pictures came from addresses, and those of which one is missing. */
const fetched = 12
const missing = 2
const host = 'resim.voltan.example'

/**
 * Inserts an import that gave products pictures by address, two of which could not be fetched. The addresses do not exist:
 * nothing is fetched unless an administrator tries again.
 */
export async function insertPictureAddresses(db: Db, today: Date): Promise<void> {
  const total = fetched + missing
  const summary = { rows: fetched, created: 0, updated: 0, unchanged: fetched, rejected: 0, counts: {} }
  const added = await db.one<{ id: number }>(
    `INSERT INTO imports (state, created_by, asked_by, asked_from, files, options, summary, created_at, changed_at, applied_at)
     SELECT 'applied', min(u.id), min(u.id), '', $1, $2, $3, $4::timestamptz - interval '20 hours',
            $4::timestamptz - interval '20 hours', $4::timestamptz - interval '20 hours'
       FROM users u WHERE role = 'admin' HAVING count(*) > 0 RETURNING id`,
    [
      JSON.stringify([{ name: 'voltan-urunler.xml', bytes: 18_422, stored: '' }]),
      JSON.stringify({ ...defaultImportOptions, prices: 'net' }),
      JSON.stringify({ ...summary, pictures: { addresses: total, waiting: total, products: fetched } }),
      today,
    ],
  )
  if (added === undefined) return
  await db.execute('INSERT INTO picture_hosts (host) VALUES ($1) ON CONFLICT DO NOTHING', [host])
  await db.execute(
    `WITH chosen AS (
       SELECT id, images[cardinality(images)] AS file, row_number() OVER (ORDER BY id) AS n FROM products
        WHERE parent_id IS NULL AND is_active AND images <> '{}' ORDER BY id OFFSET 20 LIMIT $2),
     pictures AS (
       SELECT id, n, 1 AS place, file, 'https://' || $5 || '/urun-' || id || '.jpg' AS url FROM chosen
       UNION ALL
       SELECT id, n, 2, NULL, 'https://' || $5 || '/urun-' || id || '-arka.jpg' FROM (SELECT * FROM chosen ORDER BY n LIMIT $3) last),
     addresses AS (
       INSERT INTO picture_addresses (hash, url, host, state, file, checked_at, attempts, next_at, reason, status)
       SELECT sha256(convert_to(url, 'UTF8')), url, $5, CASE WHEN file IS NULL THEN 'failed' ELSE 'stored' END, file,
              $4::timestamptz - interval '20 hours', 0, NULL, CASE WHEN file IS NULL THEN 'status' END,
              CASE WHEN file IS NULL THEN 404 END
         FROM pictures RETURNING id, url)
     INSERT INTO product_picture_addresses (product_id, address_id, place, import_id, named_by, file, line, added_file, added_place)
     SELECT p.id, a.id, p.place, $1, $1, 0, dense_rank() OVER (ORDER BY p.id), p.file, CASE WHEN p.file IS NOT NULL THEN 1 END
       FROM pictures p JOIN addresses a USING (url)`,
    [added.id, fetched, missing, today, host],
  )
}
