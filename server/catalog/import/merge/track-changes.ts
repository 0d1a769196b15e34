import type { Db } from '#server/platform/db/pool.ts'
import type { ImportSummary } from '#server/catalog/import/import-catalog.ts'
import type { Merge } from './file-merge.ts'

/**
 * Somebody who wants to know what an import changes. `save` runs within its transaction, at the end, and finds the table
 * import_changed (product_id, code, name, is_new, before, after: states as of product_states()), the rows of import_issues, and
 * import_made (kind, id, name: brands, models and categories that came with it).
 */
export type Tracker = { save(db: Db, summary: ImportSummary): Promise<void> }

export async function createTracking(db: Db): Promise<void> {
  await db.execute(
    'CREATE TEMP TABLE import_before (product_id integer PRIMARY KEY, state jsonb NOT NULL) ON COMMIT DROP',
  )
  await db.execute('CREATE TEMP TABLE import_made (kind text, id integer, name text) ON COMMIT DROP')
}

/** Brands, models and categories that came with the file. */
export async function rememberMade(
  { db, isTracked }: Pick<Merge, 'db' | 'isTracked'>,
  kind: 'brand' | 'model' | 'category',
  made: readonly { id: number; name: string }[],
): Promise<void> {
  if (!isTracked || made.length === 0) return
  await db.execute(
    'INSERT INTO import_made SELECT $1, id, name FROM unnest($2::integer[], $3::text[]) made (id, name)',
    [...[kind, made.map(({ id }) => id), made.map(({ name }) => name)]],
  )
}

/** How the products are before the file changes them; runs after they are found and before anything is saved. */
export async function rememberStates(merge: Merge, table: 'import_products' | 'import_units'): Promise<void> {
  const { db, plan, isTracked } = merge
  if (!isTracked) return
  const parents =
    table === 'import_products' && plan.fields.has('parent_code')
      ? 'UNION SELECT parent_id FROM import_parents WHERE parent_id IS NOT NULL'
      : ''
  await db.execute(
    `INSERT INTO import_before
     SELECT s.product_id, s.state FROM product_states(array(
         (SELECT product_id FROM ${table} ${parents}) EXCEPT SELECT product_id FROM import_seen WHERE is_new)) s
     ON CONFLICT DO NOTHING`,
  )
}

/** Makes import_changed. */
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
