import type { ErrorIssue } from '#server/catalog/import/read/codes.ts'
import { type FileMerge, rejectRows } from './file-merge.ts'

/** Rows that are variants, with their parent. */
const children = `import_rows r JOIN import_parents f USING (parent_code) WHERE r.file = $1`
/** A row's values in the dimensions of its parent. */
const chosenValues = 'array(SELECT r.variant_values[i] FROM unnest(f.positions) i)'

/** Whether the file names a parent for the product. A variant whose row has no parent code keeps its parent. */
const hasParentInFile = (product: string) =>
  `EXISTS (SELECT FROM import_matches m JOIN import_rows o ON o.file = $1 AND o.line = m.line
            WHERE m.product_id = ${product} AND o.parent_code IS NOT NULL)`

/**
 * Finds the parent of each variant and the dimensions of each parent (those in which any of its variants has a value), and
 * rejects variants that do not fit. Creates the table import_parents; needs import_matches.
 */
export async function resolveFamilies(merge: FileMerge): Promise<void> {
  if (!merge.file.plan.fields.has('parent_code')) return
  await createParents(merge)
  const checks: [code: ErrorIssue, condition: string, facts: string][] = [
    ['variant_dimensions', 'cardinality(f.positions) > 3', `jsonb_build_object('n', cardinality(f.positions))`],
    [
      'variant_value_missing',
      `f.positions = '{}' OR EXISTS (SELECT FROM unnest(f.positions) i WHERE r.variant_values[i] IS NULL)`,
      `jsonb_build_object('names', array_to_string(f.names, ', '))`,
    ],
    [
      'parent_is_variant',
      `r.code = r.parent_code OR f.parent_is_child OR EXISTS (SELECT FROM import_parents o WHERE o.parent_code = r.code)
       OR EXISTS (SELECT FROM import_matches m JOIN products c ON c.parent_id = m.product_id WHERE m.line = r.line)`,
      `jsonb_build_object('parent', r.parent_code)`,
    ],
    ['parent_missing', 'f.parent_line IS NULL AND f.parent_id IS NULL', `jsonb_build_object('parent', r.parent_code)`],
    [
      'variant_dimensions_differ',
      `f.old_names IS DISTINCT FROM f.names AND f.has_other_children`,
      `jsonb_build_object('parent', r.parent_code, 'names', array_to_string(f.old_names, ', '))`,
    ],
  ]
  for (const [code, condition, facts] of checks) {
    const select = `SELECT r.line, r.key_text, ${facts} AS facts FROM ${children} AND (${condition})`
    await rejectRows(merge, code, select)
  }
  await rejectRepeatedVariants(merge)
}

async function rejectRepeatedVariants(merge: FileMerge): Promise<void> {
  await rejectRows(
    merge,
    'variant_repeated',
    `SELECT line, key_text, jsonb_build_object('values', array_to_string(chosen, ', ')) AS facts FROM (
       SELECT r.line, r.key_text, ${chosenValues} AS chosen,
              first_value(r.line) OVER (PARTITION BY r.parent_code, ${chosenValues} ORDER BY r.line) AS first
         FROM ${children}) numbered WHERE line <> first
     UNION ALL
     SELECT r.line, r.key_text, jsonb_build_object('values', array_to_string(${chosenValues}, ', '))
       FROM import_rows r JOIN import_parents f USING (parent_code)
       JOIN products other ON other.parent_id = f.parent_id AND other.variant_values = ${chosenValues}
      WHERE r.file = $1 AND NOT ${hasParentInFile('other.id')}`,
  )
}

async function createParents({ db, file }: FileMerge): Promise<void> {
  await db.execute(
    `CREATE TEMP TABLE import_parents (parent_code text PRIMARY KEY, positions integer[] NOT NULL, names text[],
       parent_line integer, parent_id integer, parent_is_child boolean NOT NULL DEFAULT false, old_names text[],
       has_other_children boolean NOT NULL DEFAULT false) ON COMMIT DROP`,
  )
  await db.execute(
    `INSERT INTO import_parents (parent_code, positions)
     SELECT parent_code, coalesce(array_agg(DISTINCT i ORDER BY i) FILTER (WHERE value IS NOT NULL), '{}')
       FROM import_rows LEFT JOIN LATERAL unnest(variant_values) WITH ORDINALITY each_value (value, i) ON true
      WHERE file = $1 AND parent_code IS NOT NULL GROUP BY parent_code`,
    [file.number],
  )
  await db.execute('UPDATE import_parents SET names = array(SELECT ($1::text[])[i] FROM unnest(positions) i)', [
    file.plan.dimensions.map(({ name }) => name),
  ])
  // A parent in the file takes precedence over one in the catalog.
  await db.execute(
    `UPDATE import_parents f SET parent_line = r.line, parent_id = m.product_id, parent_is_child = r.parent_code IS NOT NULL OR p.parent_id IS NOT NULL
       FROM import_rows r LEFT JOIN import_matches m USING (line) LEFT JOIN products p ON p.id = m.product_id
      WHERE r.file = $1 AND r.code = f.parent_code
        AND r.line = (SELECT min(line) FROM import_rows o WHERE o.file = $1 AND o.code = f.parent_code)`,
    [file.number],
  )
  await db.execute(
    `UPDATE import_parents f SET parent_id = p.id, parent_is_child = p.parent_id IS NOT NULL FROM products p
      WHERE f.parent_line IS NULL AND p.code = f.parent_code
        AND (SELECT count(*) FROM products o WHERE o.code = f.parent_code) = 1`,
  )
  await db.execute(
    `UPDATE import_parents f SET old_names = p.variant_names, has_other_children = EXISTS (
         SELECT FROM products c WHERE c.parent_id = p.id AND NOT ${hasParentInFile('c.id')})
       FROM products p WHERE p.id = f.parent_id`,
    [file.number],
  )
}
