import type { StagingTable } from '#server/catalog/import/stage/staging-tables.ts'
import { type Merge, rejectRows, remarkRows } from './file-merge.ts'
import type { KeyKind } from '#server/catalog/import/read/plan.ts'

/** What makes two rows one product. */
const keyOfRow: Record<KeyKind, string> = {
  code: 'r.code',
  'brand+code': `r.code || E'\\x1f' || coalesce(fold(r.brand), '')`,
  name: 'r.name',
  external: 'r.external_key',
}

const productOfRow: Record<KeyKind, string> = {
  code: 'JOIN products p ON p.code = r.code',
  'brand+code': `JOIN products p ON p.code = r.code LEFT JOIN brands pb ON pb.id = p.brand_id
    WHERE coalesce(fold(pb.name), '') = coalesce(fold(r.brand), '')`,
  name: 'JOIN products p ON p.name = r.name',
  external: 'JOIN products p ON p.external_key = r.external_key',
}

/** Of rows with one key the first goes in; the later ones are reported with its line. */
export async function rejectRepeatedKeys(
  merge: Merge,
  table: Extract<StagingTable, 'import_rows' | 'import_unit_rows'>,
): Promise<void> {
  const key = keyOfRow[merge.plan.key.kind] + (table === 'import_unit_rows' ? `, r.unit` : '')
  await rejectRows(
    merge,
    table,
    'key_repeated',
    `SELECT line, key_text, jsonb_build_object('first', first) AS facts FROM (
       SELECT line, key_text, first_value(line) OVER (PARTITION BY ${key} ORDER BY line) AS first
         FROM ${table} r WHERE file = $1) numbered WHERE line <> first`,
  )
}

/** Finds the products that rows mean; makes the table import_matches. */
export async function matchProducts(
  merge: Merge,
  table: Extract<StagingTable, 'import_rows' | 'import_unit_rows'>,
): Promise<void> {
  const { db, plan, file } = merge
  // A file is not a parameter here: CREATE TABLE AS takes none.
  await db.execute(
    `CREATE TEMP TABLE import_matches ON COMMIT DROP AS
     SELECT r.line, min(p.id) AS product_id, count(*) AS n
       FROM (SELECT * FROM ${table} WHERE file = ${file}) r ${productOfRow[plan.key.kind]} GROUP BY r.line`,
  )
  await db.execute('ANALYZE import_matches')
  await rejectRows(
    merge,
    table,
    'key_ambiguous',
    `SELECT line, key_text, jsonb_build_object('n', n) AS facts
       FROM ${table} r JOIN import_matches USING (line) WHERE r.file = $1 AND n > 1`,
  )
}

/** A product that there is keeps its name; a new one would be on sale under its code. */
export async function rejectNameless(merge: Merge): Promise<void> {
  await rejectRows(
    merge,
    'import_rows',
    'name_missing',
    `SELECT line, key_text, '{}'::jsonb AS facts FROM import_rows r
      WHERE file = $1 AND name IS NULL AND NOT EXISTS (SELECT FROM import_matches m WHERE m.line = r.line)`,
  )
}

/** Codes and barcodes that several products of the file have. */
export async function remarkRepeats(merge: Merge): Promise<void> {
  const repeats = (
    column: string,
  ) => `SELECT line, key_text, jsonb_build_object('value', value, 'first', first) AS facts
    FROM (SELECT line, key_text, left(${column}, 60) AS value, first_value(line) OVER (PARTITION BY ${column} ORDER BY line) AS first
            FROM import_rows WHERE file = $1 AND ${column} IS NOT NULL) numbered WHERE line <> first`
  const { kind } = merge.plan.key
  if (kind === 'name' || kind === 'external') await remarkRows(merge, 'code_repeated', repeats('code'))
  await remarkRows(merge, 'barcode_repeated', repeats('barcode'))
}
