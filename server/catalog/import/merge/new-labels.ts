import { type Merge, remarkRows } from './file-merge.ts'

/** Rows that this very transaction made, the files before included. */
const isMade = (table: string) => `${table}.xmin = pg_current_xact_id()::xid`

/**
 * Brands and categories that the import makes, each once, at the first row that leads to it: a name that is spelled in
 * another way than before makes a second one. Needs import_brands and import_categories.
 */
export async function remarkNewLabels(merge: Merge): Promise<void> {
  await remarkRows(
    merge,
    'brand_new',
    `SELECT min(r.line) AS line, b.name AS key_text, jsonb_build_object('name', b.name) AS facts
       FROM import_rows r JOIN import_brands i ON i.name = r.brand JOIN brands b ON b.id = i.id
      WHERE r.file = $1 AND ${isMade('b')}
        AND NOT EXISTS (SELECT FROM import_issues x WHERE x.code = 'brand_new' AND x.key = b.name)
      GROUP BY b.id, b.name`,
  )
  await remarkRows(
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
       SELECT used.line, path.path FROM used JOIN categories c USING (id) JOIN path USING (id) WHERE ${isMade('c')}
     ) made
      WHERE NOT EXISTS (SELECT FROM import_issues x WHERE x.code = 'category_new' AND x.key = path)
      GROUP BY path`,
  )
}
