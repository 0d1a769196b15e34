import type { ProductValues } from '#contract/admin/products.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { readFigure } from '#domain/pricing/price-text.ts'
import { changedSince } from '#server/account/account.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { auditedProduct, productDifference, type ProductNames } from './product-audit.ts'
import { type ProductFormRow, loadFormRow } from './product-form-rows.ts'
import { productValuesOf } from './product-form-values.ts'
import { type Places, resolvePlaces } from './resolve-labels.ts'
import { keepPictures } from './product-pictures.ts'
import { createProblems, readProduct, type ReportProblem } from './parse-product.ts'
import { saveUnits } from './save-units.ts'
import { auditedStock, type FirstStock, readFirstStock, saveFirstStock } from './stock-corrections.ts'

export type SaveDeps = { pool: Pool; imagesFolder: string }
type Done = { ok: true; id: number }

/** Codes are one product's each: those who save at the same time do so one after the other. */
const lockCodes = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(19, 3)')

export type NewProduct = { values: ProductValues; parent: number | null; stock: FirstStock }

export async function createProduct(
  { pool, imagesFolder }: SaveDeps,
  author: Author,
  { values: typed, parent: parentId, stock }: NewProduct,
): Promise<Done | Refusal> {
  const images = await keepPictures(imagesFolder, typed.images)
  return transactionOrRefusal(pool, async (db) => {
    await lockCodes(db)
    const parent = parentId === null ? null : await lockParent(db, parentId)
    const check = createProblems()
    const wish = { ...typed, images }
    const { values, places, names } = await readWish(db, wish, { row: null, parent, tell: check.tell })
    const first = await readFirstStock(db, stock, check.tell)
    if (first.length > 0 && values.variantNames.length > 0) check.tell('stock', 'stockOfParent')
    stopWhere(check.refusal())
    const id = await insertProduct(db, values, places, parentId)
    await saveUnits(db, id, values.units, [])
    await saveFirstStock(db, id, first)
    const after = { ...auditedProduct(values, names), ...auditedStock(first), ...(parent && { parent: parent.code }) }
    await writeAudit(db, author, { action: 'create', noun: 'product', id: values.code, after })
    return { ok: true as const, id }
  })
}

/** Changes a product where nobody else has changed the same since it was read. */
export async function changeProduct(
  { pool, imagesFolder }: SaveDeps,
  author: Author,
  { id, before, values: typed }: { id: number; before: ProductValues; values: ProductValues },
): Promise<Done | Refusal> {
  const images = await keepPictures(imagesFolder, typed.images)
  return transactionOrRefusal(pool, async (db) => {
    await lockCodes(db)
    const row = await loadFormRow(db, id, true)
    if (row === undefined) return abortTransaction('product_not_found')
    const parent = row.parent_id === null ? null : ((await loadFormRow(db, row.parent_id)) ?? null)
    const now = productValuesOf(row)
    const check = createProblems()
    const { values, places, names } = await readWish(db, { ...typed, images }, { row, parent, tell: check.tell })
    if (values.variantNames.length > 0 && now.variantNames.length === 0 && (await hasStock(db, id))) {
      check.tell('variantNames', 'stockBeforeVariants')
    }
    stopWhere(check.refusal())
    stopWhere(changedSince('product_changed', { before, now, wanted: values }, sayValue))
    const difference = productDifference(now, values, names)
    if (difference === null) return { ok: true as const, id }
    await updateProduct(db, id, values, places)
    await saveUnits(db, id, values.units, now.units)
    await writeAudit(db, author, { action: 'change', noun: 'product', id: values.code, ...difference })
    return { ok: true as const, id }
  })
}

function stopWhere(refusal: Refusal | null): void {
  if (refusal !== null) abortTransaction(refusal)
}

/** A variant is of a product that names its dimensions, and never of another variant. */
async function lockParent(db: Db, id: number): Promise<ProductFormRow> {
  const parent = await loadFormRow(db, id, true)
  if (parent === undefined || parent.parent_id !== null || parent.variant_names === null) {
    return abortTransaction({
      ...refuse('validation_failed'),
      fields: { parent: { text: 'productForm.problems.parent' } },
    })
  }
  return parent
}

type Wish = { row: ProductFormRow | null; parent: ProductFormRow | null; tell: ReportProblem }

async function readWish(db: Db, typed: ProductValues, { row, parent, tell }: Wish) {
  const now = row === null ? null : productValuesOf(row)
  const currencies = await db.query<{ code: string }>('SELECT code FROM currencies')
  const lists = await db.query<{ id: number; code: string }>('SELECT id, code FROM price_lists')
  const values = readProduct(
    typed,
    {
      ...{ now, parentNames: parent === null ? null : (parent.variant_names ?? []), children: row?.children ?? 0 },
      currencies: new Set(currencies.map(({ code }) => code)),
      priceLists: new Set(lists.map(({ id }) => id)),
    },
    tell,
  )
  const categories = await db.query<{ id: string; name: string }>(
    'SELECT id::text, name FROM categories WHERE id::text = ANY ($1)',
    [[values.category, now?.category ?? '']],
  )
  const own = { id: row?.id ?? 0, parentId: parent?.id ?? null, now }
  const names: ProductNames = {
    lists: new Map(lists.map(({ id, code }) => [id, code])),
    categories: new Map(categories.map(({ id, name }) => [id, name])),
  }
  return { values, names, places: await resolvePlaces(db, values, own, tell) }
}

async function hasStock(db: Db, id: number): Promise<boolean> {
  return (await db.one('SELECT FROM inventory WHERE product_id = $1 AND quantity <> 0 LIMIT 1', [id])) !== undefined
}

const columns = `code, name, seo, is_active, brand_id, model_id, category_id, tax_rate, equivalent_code, ozelkod, ozelkod2,
  ozelkod3, ozelkod4, ozelkod5, description, attributes, meta_title, meta_description, meta_keywords, variant_names,
  variant_values, images`
const values = `$2, $3, $4, $5, $6, $7, $8, $9::numeric, nullif($10, ''), nullif($11, ''), nullif($12, ''), nullif($13, ''),
  nullif($14, ''), nullif($15, ''), nullif($16, ''), $17::jsonb, nullif($18, ''), nullif($19, ''), nullif($20, ''),
  nullif($21::text[], '{}'), nullif($22::text[], '{}'), $23::text[]`

function paramsOf(first: number | null, it: ProductValues, { brandId, modelId, categoryId }: Places): unknown[] {
  const taxRate = it.taxRate === '' ? null : readFigure(it.taxRate, 2)?.toFixed()
  return [
    ...[first, it.code, it.name, it.seo, it.isActive, brandId, modelId, categoryId, taxRate],
    ...[it.equivalentCode, it.ozelkod, it.ozelkod2, it.ozelkod3, it.ozelkod4, it.ozelkod5, it.description],
    JSON.stringify(it.attributes.map(({ name, value }) => [name, value])),
    ...[it.metaTitle, it.metaDescription, it.metaKeywords, it.variantNames, it.variantValues, it.images],
  ]
}

async function insertProduct(db: Db, it: ProductValues, places: Places, parentId: number | null): Promise<number> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO products (parent_id, ${columns}) VALUES ($1, ${values}) RETURNING id`,
    paramsOf(parentId, it, places),
  )
  if (row === undefined) throw new Error('The product was not written.')
  return row.id
}

async function updateProduct(db: Db, id: number, it: ProductValues, places: Places): Promise<void> {
  await db.execute(
    `UPDATE products SET (updated_at, ${columns}) = (now(), ${values}) WHERE id = $1`,
    paramsOf(id, it, places),
  )
}

/** What stands there now, where a sentence can say it. */
function sayValue(field: string, value: unknown): string | null {
  if (field === 'units') {
    const units = value as ProductValues['units']
    return units.map(({ name, multiplier }) => `${name} × ${multiplier}`).join(', ') || '–'
  }
  if (field === 'category' || typeof value !== 'string') return null
  return value.slice(0, 200) || '–'
}
