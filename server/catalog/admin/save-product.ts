import type { ProductValues } from '#contract/admin/products.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { readFigure } from '#domain/pricing/price-text.ts'
import { checkPairs } from '#server/catalog/attributes/form-attributes.ts'
import { changedSince } from '#server/account/account.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { allowBelowFloors, type FloorFacts, type SetPrice } from '#server/pricing/pricing.ts'
import { belowFloors, setterOf } from '#server/catalog/price-lists/price-floors.ts'
import type { Store } from '#server/settings/settings.ts'
import { auditedProduct, productDifference, type ProductNames } from './product-audit.ts'
import { type ProductFormRow, loadFormRow } from './product-form-rows.ts'
import { productValuesOf } from './product-form-values.ts'
import { type LabelIds, resolveLabels } from './resolve-labels.ts'
import { attachPictures } from './product-pictures.ts'
import { createProblems, type ReportProblem } from './form-problems.ts'
import { parseProduct } from './parse-product.ts'
import { saveUnits } from './save-units.ts'
import { auditedStock, type InitialStock, parseInitialStock, saveInitialStock } from './stock-corrections.ts'

export type SaveDeps = { pool: Pool; store: Store; imagesFolder: FileStore }
type SavedProduct = { ok: true; id: number }

/** Serializes changes to products, because codes must be unique. */
const lockCodes = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(19, 3)')

export type NewProduct = { values: ProductValues; parent: number | null; stock: InitialStock }

export async function createProduct(
  { pool, store, imagesFolder }: SaveDeps,
  author: UserContext,
  { values: typed, parent: parentId, stock }: NewProduct,
): Promise<SavedProduct | Refusal> {
  const images = await attachPictures(imagesFolder, typed.images)
  return transactionOrRefusal(pool, async (db) => {
    await lockCodes(db)
    const parent = parentId === null ? null : await lockParent(db, parentId)
    const problems = createProblems()
    const submitted = { ...typed, images }
    const { values, labelIds, names } = await validateProduct(db, submitted, {
      row: null,
      parent,
      ...priceRules(author, store),
      report: problems.report,
    })
    const initialStock = await parseInitialStock(db, stock, problems.report)
    if (initialStock.length > 0 && values.variantNames.length > 0) problems.report('stock', 'stockOfParent')
    rejectIf(problems.refusal())
    const id = await insertProduct(db, values, labelIds, parentId)
    await allowPrices(db, author, values, { prices: await saveUnits(db, id, values.units, []), floors: store.facts() })
    await saveInitialStock(db, id, initialStock)
    const after = {
      ...auditedProduct(values, names),
      ...auditedStock(initialStock),
      ...(parent && { parent: parent.code }),
    }
    await writeAudit(db, author, { action: 'create', noun: 'product', id: values.code, after })
    return { ok: true as const, id }
  })
}

/** Changes a product unless another user changed the same fields since `before` was loaded. */
export async function changeProduct(
  { pool, store, imagesFolder }: SaveDeps,
  author: UserContext,
  { id, before, values: typed }: { id: number; before: ProductValues; values: ProductValues },
): Promise<SavedProduct | Refusal> {
  const images = await attachPictures(imagesFolder, typed.images)
  return transactionOrRefusal(pool, async (db) => {
    await lockCodes(db)
    const row = await loadFormRow(db, id, true)
    if (row === undefined) return abortTransaction('product_not_found')
    const parent = row.parent_id === null ? null : ((await loadFormRow(db, row.parent_id)) ?? null)
    const current = productValuesOf(row)
    const problems = createProblems()
    const { values, labelIds, names } = await validateProduct(
      db,
      { ...typed, images },
      { row, parent, ...priceRules(author, store), report: problems.report },
    )
    if (values.variantNames.length > 0 && current.variantNames.length === 0 && (await hasStock(db, id))) {
      problems.report('variantNames', 'stockBeforeVariants')
    }
    rejectIf(problems.refusal())
    rejectIf(changedSince('product_changed', { before, now: current, wanted: values }, describeValue))
    const difference = productDifference(current, values, names)
    if (difference === null) return { ok: true as const, id }
    await updateProduct(db, id, values, labelIds)
    const prices = await saveUnits(db, id, values.units, current.units)
    await allowPrices(db, author, values, { prices, floors: store.facts() })
    await writeAudit(db, author, { action: 'change', noun: 'product', id: values.code, ...difference })
    return { ok: true as const, id }
  })
}

function rejectIf(refusal: Refusal | null): void {
  if (refusal !== null) abortTransaction(refusal)
}

/** Locks the parent of a new variant. It must have variant dimensions and must not be a variant itself. */
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

const priceRules = ({ actor }: UserContext, store: Store): Pick<ValidationContext, 'mayPrice' | 'secondOver'> => ({
  mayPrice: actor.permissions.has('prices:write'),
  secondOver: store.facts().settings.pricesNeedTwoOver,
})

type ValidationContext = {
  row: ProductFormRow | null
  parent: ProductFormRow | null
  mayPrice: boolean
  secondOver: number
  report: ReportProblem
}

async function validateProduct(db: Db, typed: ProductValues, context: ValidationContext) {
  const { row, parent, report } = context
  const current = row === null ? null : productValuesOf(row)
  const currencies = await db.query<{ code: string }>('SELECT code FROM currencies')
  const lists = await db.query<{ id: number; code: string }>('SELECT id, code FROM price_lists')
  const values = parseProduct(
    typed,
    {
      current,
      parentNames: parent === null ? null : (parent.variant_names ?? []),
      children: row?.children ?? 0,
      currencies: new Set(currencies.map(({ code }) => code)),
      priceLists: new Set(lists.map(({ id }) => id)),
      mayPrice: context.mayPrice,
      secondOver: context.secondOver,
    },
    report,
  )
  const categories = await db.query<{ id: string; name: string }>(
    'SELECT id::text, name FROM categories WHERE id::text = ANY ($1)',
    [[values.category, current?.category ?? '']],
  )
  await reportAttributes(db, values, current, report)
  const saved = { id: row?.id ?? 0, parentId: parent?.id ?? null, current }
  const names: ProductNames = {
    lists: new Map(lists.map(({ id, code }) => [id, code])),
    categories: new Map(categories.map(({ id, name }) => [id, name])),
  }
  return { values, names, labelIds: await resolveLabels(db, values, saved, report) }
}

/** Values that an import brought stay; what is typed must be one that its attribute can read. */
async function reportAttributes(
  db: Db,
  { attributes }: ProductValues,
  current: ProductValues | null,
  report: ReportProblem,
): Promise<void> {
  const isStored = (at: number) =>
    current?.attributes.some(({ name, value }) => name === attributes[at]?.name && value === attributes[at]?.value) ===
    true
  const { unread, repeated } = await checkPairs(db, attributes)
  for (const { at, type, unit } of unread) {
    if (isStored(at)) continue
    const isMeasure = type === 'number' && unit !== ''
    report(`attributes.${at}.value`, isMeasure ? 'attributeMeasure' : `attribute_${type}`, { unit })
  }
  for (const at of repeated) if (!isStored(at)) report(`attributes.${at}.name`, 'attributeTwice')
}

/** Compares the sale prices that were set with the floors of everyone. */
async function allowPrices(
  db: Db,
  author: UserContext,
  { code }: ProductValues,
  { prices, floors }: { prices: readonly SetPrice[]; floors: FloorFacts },
): Promise<void> {
  if (prices.length === 0) return
  const below = await belowFloors(db, prices, floors)
  await allowBelowFloors(db, setterOf(author), { noun: 'product', id: code }, below)
}

async function hasStock(db: Db, id: number): Promise<boolean> {
  return (await db.one('SELECT FROM inventory WHERE product_id = $1 AND quantity <> 0 LIMIT 1', [id])) !== undefined
}

/** The columns of `products` that the form edits; empty texts are stored as null. */
function productColumns(values: ProductValues, { brandId, modelId, categoryId }: LabelIds): Record<string, unknown> {
  return {
    code: values.code,
    name: values.name,
    seo: values.seo,
    is_active: values.isActive,
    brand_id: brandId,
    model_id: modelId,
    category_id: categoryId,
    tax_rate: values.taxRate === '' ? null : (readFigure(values.taxRate, 2)?.toFixed() ?? null),
    equivalent_code: values.equivalentCode || null,
    ozelkod: values.ozelkod || null,
    ozelkod2: values.ozelkod2 || null,
    ozelkod3: values.ozelkod3 || null,
    ozelkod4: values.ozelkod4 || null,
    ozelkod5: values.ozelkod5 || null,
    description: values.description || null,
    attributes: JSON.stringify(values.attributes.map(({ name, value }) => [name, value])),
    meta_title: values.metaTitle || null,
    meta_description: values.metaDescription || null,
    meta_keywords: values.metaKeywords || null,
    variant_names: values.variantNames.length === 0 ? null : values.variantNames,
    variant_values: values.variantValues.length === 0 ? null : values.variantValues,
    images: values.images,
  }
}

async function insertProduct(db: Db, values: ProductValues, labelIds: LabelIds, parentId: number | null) {
  const columns = { parent_id: parentId, ...productColumns(values, labelIds) }
  const names = Object.keys(columns)
  const row = await db.one<{ id: number }>(
    `INSERT INTO products (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')}) RETURNING id`,
    Object.values(columns),
  )
  if (row === undefined) throw new Error('Could not insert the product.')
  return row.id
}

async function updateProduct(db: Db, id: number, values: ProductValues, labelIds: LabelIds): Promise<void> {
  const columns = productColumns(values, labelIds)
  const assignments = Object.keys(columns).map((name, i) => `${name} = $${i + 2}`)
  await db.execute(`UPDATE products SET updated_at = now(), ${assignments.join(', ')} WHERE id = $1`, [
    id,
    ...Object.values(columns),
  ])
}

/** The current value as text for the message about a conflicting change; null = not shown. */
function describeValue(field: string, value: unknown): string | null {
  if (field === 'units') {
    const units = value as ProductValues['units']
    return units.map(({ name, multiplier }) => `${name} × ${multiplier}`).join(', ') || '–'
  }
  if (field === 'category' || typeof value !== 'string') return null
  return value.slice(0, 200) || '–'
}
