import type { FileMerge } from '#server/catalog/import/merge/file-merge.ts'

/** The columns of products that each field empties. Models belong to brands. */
const columns = {
  brand: ['brand_id', 'model_id'],
  model: ['model_id'],
  category: ['category_id'],
  tax_rate: ['tax_rate'],
  description: ['description'],
  equivalent_code: ['equivalent_code'],
  ozelkod: ['ozelkod'],
  ozelkod2: ['ozelkod2'],
  ozelkod3: ['ozelkod3'],
  ozelkod4: ['ozelkod4'],
  ozelkod5: ['ozelkod5'],
  meta_title: ['meta_title'],
  meta_description: ['meta_description'],
  meta_keywords: ['meta_keywords'],
} as const
const names = `brand_id, model_id, category_id, tax_rate, description, equivalent_code, ozelkod, ozelkod2, ozelkod3, ozelkod4,
  ozelkod5, meta_title, meta_description, meta_keywords`

/** A field of a product, or the barcode of its unit. */
export type ClearedField = keyof typeof columns | 'barcode'

export const isCleared = (field: string): field is ClearedField => field === 'barcode' || field in columns

/**
 * Empties the fields that rows clear and sets the category that they name by id, in the transaction of their import.
 * Products that change count as touched.
 */
export async function clearFields(
  { db, itemsTable }: FileMerge,
  rows: readonly { line: number; clears: readonly ClearedField[]; categoryId: number | null }[],
): Promise<void> {
  const clearing = rows.filter(({ clears, categoryId }) => clears.length > 0 || categoryId !== null)
  if (clearing.length === 0) return
  const given = clearing.map(({ line, clears, categoryId }) => {
    const emptied = clears.flatMap((field) => (field === 'barcode' ? [] : columns[field]))
    return {
      line,
      cleared: {
        ...Object.fromEntries(emptied.map((name) => [name, null])),
        ...(categoryId !== null && { category_id: categoryId }),
      },
      barcode: clears.includes('barcode'),
    }
  })
  await db.execute(
    `WITH changed AS (
       UPDATE products p SET (updated_at, ${names}) = (SELECT now(), ${names} FROM jsonb_populate_record(p, g.cleared))
         FROM ${itemsTable} i JOIN json_to_recordset($1) AS g (line integer, cleared jsonb) USING (line)
        WHERE p.id = i.product_id AND jsonb_populate_record(p, g.cleared) IS DISTINCT FROM p
       RETURNING p.id)
     INSERT INTO import_touched SELECT id FROM changed`,
    [JSON.stringify(given)],
  )
  await db.execute(
    `WITH changed AS (
       UPDATE product_units u SET barcode = NULL
         FROM ${itemsTable} i JOIN json_to_recordset($1) AS g (line integer, barcode boolean) USING (line)
        WHERE u.id = i.unit_id AND g.barcode AND u.barcode IS NOT NULL
       RETURNING u.product_id)
     INSERT INTO import_touched SELECT product_id FROM changed`,
    [JSON.stringify(given)],
  )
}
