import { type FileMerge, warnAboutRows } from './file-merge.ts'

/** Whether the transaction created the row, for this file or for one before it. */
const isNew = (table: string) => `${table}.xmin = pg_current_xact_id()::xid`

/**
 * Warns once about each brand and category that the import creates, at its first row: a name spelled differently than before
 * creates a second one. Needs import_brands and import_categories.
 */
export async function warnAboutNewLabels(merge: FileMerge): Promise<void> {
  await warnAboutRows(
    merge,
    'brand_new',
    `SELECT min(r.line) AS line, b.name AS key_text, jsonb_build_object('name', b.name) AS facts
       FROM import_rows r JOIN import_brands i ON i.name = r.brand JOIN brands b ON b.id = i.id
      WHERE r.file = $1 AND ${isNew('b')}
        AND NOT EXISTS (SELECT FROM import_issues x WHERE x.code = 'brand_new' AND x.key = b.name)
      GROUP BY b.id, b.name`,
  )
  await warnAboutRows(
    merge,
    'category_new',
    `SELECT min(line) AS line, path AS key_text, jsonb_build_object('name', path) AS facts FROM (
       WITH RECURSIVE used AS (
         SELECT i.id, min(r.line) AS line FROM import_rows r JOIN import_categories i ON i.name = r.category
          WHERE r.file = $1 GROUP BY i.id
         UNION
         SELECT c.parent_id, used.line FROM used JOIN categories c ON c.id = used.id WHERE c.parent_id IS NOT NULL
       ), path AS (
         SELECT id, name::text AS path FROM categories WHERE parent_id IS NULL
         UNION ALL
         SELECT c.id, path.path || ' > ' || c.name FROM categories c JOIN path ON path.id = c.parent_id
       )
       SELECT used.line, path.path FROM used JOIN categories c USING (id) JOIN path USING (id) WHERE ${isNew('c')}
     ) made
      WHERE NOT EXISTS (SELECT FROM import_issues x WHERE x.code = 'category_new' AND x.key = path)
      GROUP BY path`,
  )
}
