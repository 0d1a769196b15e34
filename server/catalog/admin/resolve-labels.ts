import type { ProductValues } from '#contract/admin/products.ts'
import { fold } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { findBrands } from './product-form-rows.ts'
import type { ReportProblem } from './form-problems.ts'

/** The ids of the labels named in the form; null = none. */
export type LabelIds = { brandId: number | null; modelId: number | null; categoryId: number | null }
type SavedProduct = { id: number; parentId: number | null; current: ProductValues | null }

/**
 * Looks up brand, category and model, creates a missing model, and reports codes and barcodes that other products have.
 */
export async function resolveLabels(
  db: Db,
  values: ProductValues,
  saved: SavedProduct,
  report: ReportProblem,
): Promise<LabelIds> {
  const { model } = values
  const brandId = await findBrand(db, values.brand, report)
  const categoryId = await findCategory(db, values.category, report)
  await reportDuplicates(db, values, saved, report)
  return { brandId, categoryId, modelId: model === '' ? null : await findModel(db, brandId, model) }
}

async function findBrand(db: Db, text: string, report: ReportProblem): Promise<number | null> {
  if (text === '') return null
  const found = await findBrands(db, text)
  if (found.length === 1) return found[0] ?? null
  report('brand', found.length === 0 ? 'brandUnknown' : 'brandAmbiguous')
  return null
}

async function findCategory(db: Db, text: string, report: ReportProblem): Promise<number | null> {
  if (text === '') return null
  const id = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
  if ((await db.one('SELECT FROM categories WHERE id = $1', [id])) !== undefined) return id
  report('category', 'categoryGone')
  return null
}

/** If the product is rejected later, the transaction also rolls back a model created here. */
async function findModel(db: Db, brandId: number | null, name: string): Promise<number> {
  const existing = await db.query<{ id: number; name: string }>(
    'SELECT id, name FROM models WHERE brand_id IS NOT DISTINCT FROM $1::integer AND fold(name) = fold($2) ORDER BY id',
    [brandId, name],
  )
  const same = existing.find((model) => model.name === name) ?? existing[0]
  if (same !== undefined) return same.id
  const inserted = await db.one<{ id: number }>(
    `INSERT INTO models (brand_id, name) VALUES ($1, $2)
     ON CONFLICT (brand_id, name) DO UPDATE SET name = excluded.name RETURNING id`,
    [brandId, name],
  )
  if (inserted === undefined) throw new Error('Could not insert the model.')
  return inserted.id
}

/** Existing values may be duplicates from an import, so only changed values must be unique. */
async function reportDuplicates(
  db: Db,
  values: ProductValues,
  { id, parentId, current }: SavedProduct,
  report: ReportProblem,
): Promise<void> {
  if (values.code !== current?.code) {
    const other = await db.one<{ name: string }>('SELECT name FROM products WHERE code = $1 AND id <> $2 LIMIT 1', [
      values.code,
      id,
    ])
    if (other !== undefined) report('code', 'codeTaken', { name: other.name })
  }
  const existing = new Set(current?.units.map(({ barcode }) => barcode))
  for (const [at, { barcode }] of values.units.entries()) {
    if (barcode === '' || existing.has(barcode)) continue
    const other = await db.one<{ code: string }>(
      'SELECT p.code FROM product_units u JOIN products p ON p.id = u.product_id WHERE u.barcode = $1 AND p.id <> $2 LIMIT 1',
      [barcode, id],
    )
    if (other !== undefined) report(`units.${at}.barcode`, 'barcodeTaken', { code: other.code })
  }
  if (parentId === null) return
  const siblings = await db.query<{ code: string; variant_values: string[] }>(
    'SELECT code, variant_values FROM products WHERE parent_id = $1 AND id <> $2',
    [parentId, id],
  )
  const variantKey = values.variantValues.map(fold).join('\n')
  const duplicate = siblings.find((each) => each.variant_values.map(fold).join('\n') === variantKey)
  if (duplicate !== undefined) report('variantValues.0', 'variantTaken', { code: duplicate.code })
}
