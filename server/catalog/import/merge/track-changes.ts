import type { Db } from '#server/platform/db/pool.ts'
import type { FileMerge } from './file-merge.ts'

/** Records brands, models or categories that the import created. */
export async function trackCreated(
  { db, isTracked }: FileMerge,
  kind: 'brand' | 'model' | 'category',
  created: readonly { id: number; name: string }[],
): Promise<void> {
  if (!isTracked || created.length === 0) return
  await db.execute(
    'INSERT INTO import_made SELECT $1, id, name FROM unnest($2::integer[], $3::text[]) made (id, name)',
    [kind, created.map(({ id }) => id), created.map(({ name }) => name)],
  )
}

/** Records the products of the file before it changes them: after they are matched, before anything is saved. */
export async function trackStates({ db, file, itemsTable, isTracked }: FileMerge): Promise<void> {
  if (!isTracked) return
  const parents =
    itemsTable === 'import_products' && file.plan.fields.has('parent_code')
      ? 'UNION SELECT parent_id FROM import_parents WHERE parent_id IS NOT NULL'
      : ''
  await db.execute(
    `INSERT INTO import_before
     SELECT s.product_id, s.state FROM product_states(array(
         (SELECT product_id FROM ${itemsTable} ${parents}) EXCEPT SELECT product_id FROM import_seen WHERE is_new)) s
     ON CONFLICT DO NOTHING`,
  )
}

/** Creates the table import_changed for the tracker. */
export async function collectChanges(db: Db): Promise<void> {
  await db.execute(
    `CREATE TEMP TABLE import_changed ON COMMIT DROP AS
     SELECT s.product_id, s.state #>> '{product,code}' AS code, s.state #>> '{product,name}' AS name,
            b.product_id IS NULL AS is_new, b.state AS before, s.state AS after
       FROM product_states(array(
              SELECT product_id FROM import_touched UNION SELECT product_id FROM import_seen WHERE is_new)) s
       LEFT JOIN import_before b USING (product_id) WHERE b.state IS DISTINCT FROM s.state`,
  )
}
