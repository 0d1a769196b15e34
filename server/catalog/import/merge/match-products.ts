import type { KeyKind } from '#server/catalog/import/read/plan.ts'
import { type FileMerge, rejectRows, warnAboutRows } from './file-merge.ts'

/** SQL of the key that identifies the product of a row. */
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

/** SQL of the key of a row `r`: the product, in a units file with the unit. */
export function keyOfRows({ file, rowsTable }: FileMerge): string {
  const key = keyOfRow[file.plan.key.kind]
  return rowsTable === 'import_unit_rows' ? `(${key}) || E'\\x1e' || coalesce(r.unit, '')` : key
}

/** Keeps the first of several rows with the same key; the others are reported with its line. */
export async function rejectRepeatedKeys(merge: FileMerge): Promise<void> {
  const { rowsTable } = merge
  const key = keyOfRows(merge)
  await rejectRows(
    merge,
    'key_repeated',
    `SELECT line, key_text, jsonb_build_object('first', abs(first)) AS facts FROM (
       SELECT line, key_text, first_value(line) OVER (PARTITION BY ${key} ORDER BY line) AS first
         FROM ${rowsTable} r WHERE file = $1) numbered WHERE line <> first`,
  )
}

/** Finds the existing products of the rows. Creates the table import_matches (line, product_id). */
export async function matchProducts(merge: FileMerge): Promise<void> {
  const { db, file, rowsTable } = merge
  // CREATE TABLE AS takes no parameters.
  await db.execute(
    `CREATE TEMP TABLE import_matches ON COMMIT DROP AS
     SELECT r.line, min(p.id) AS product_id, count(*) AS n
       FROM (SELECT * FROM ${rowsTable} WHERE file = ${file.number}) r ${productOfRow[file.plan.key.kind]} GROUP BY r.line`,
  )
  await db.execute('ANALYZE import_matches')
  await rejectRows(
    merge,
    'key_ambiguous',
    `SELECT line, key_text, jsonb_build_object('n', n) AS facts
       FROM ${rowsTable} r JOIN import_matches USING (line) WHERE r.file = $1 AND n > 1`,
  )
}

/** Rejects new products without a name, which would be sold under their code. Existing products keep their name. */
export async function rejectNamelessProducts(merge: FileMerge): Promise<void> {
  await rejectRows(
    merge,
    'name_missing',
    `SELECT line, key_text, '{}'::jsonb AS facts FROM import_rows r
      WHERE file = $1 AND name IS NULL AND NOT EXISTS (SELECT FROM import_matches m WHERE m.line = r.line)`,
  )
}

/** Warns about codes and barcodes that several products of the file have. */
export async function warnAboutRepeatedCodes(merge: FileMerge): Promise<void> {
  const repeats = (column: string) =>
    `SELECT line, key_text, jsonb_build_object('value', value, 'first', abs(first)) AS facts
    FROM (SELECT line, key_text, left(${column}, 60) AS value, first_value(line) OVER (PARTITION BY ${column} ORDER BY line) AS first
            FROM import_rows WHERE file = $1 AND ${column} IS NOT NULL) numbered WHERE line <> first`
  const { kind } = merge.file.plan.key
  if (kind === 'name' || kind === 'external') await warnAboutRows(merge, 'code_repeated', repeats('code'))
  await warnAboutRows(merge, 'barcode_repeated', repeats('barcode'))
}
