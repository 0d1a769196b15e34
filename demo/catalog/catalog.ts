import type { Db } from '#server/platform/db/pool.ts'
import { insertAttributes } from './attributes.ts'
import { brands } from './brands.ts'
import { continueIdentity, insertRows } from './bulk.ts'
import { insertBatch, insertImportMovements } from './catalog-insert.ts'
import { addToBatch, type CatalogIds, createBatch, modelKey } from './catalog-rows.ts'
import { buildTree } from './category-tree.ts'
import { curatedModels } from './curated.ts'
import type { Draft } from './draft.ts'
import { copyEditions, editions } from './editions.ts'
import { type OrderedProduct, orderedProduct } from '#demo/trade/order-lines.ts'
import { kinds } from '#demo/plan.ts'
import { generateProducts } from './products.ts'
import { demoWarehouses } from './stock.ts'

export type CatalogPlan = {
  count: number
  seed: number
  today: Date
  warehouses: readonly number[]
  defaultList: number
  dealerList: number
  onProgress(done: number): void
}

const batchSize = 1500
/** The number of products that the kinds can combine; larger stores contain copies. */
const maxGenerated = 200_000
/** The number of products that past orders contain. */
const orderedCount = 160

/** Inserts brands, models, categories and products with units, prices, stock and technical data. Returns products for past orders. */
export async function loadCatalog(
  db: Db,
  plan: CatalogPlan,
): Promise<{ products: number; orderable: OrderedProduct[] }> {
  const { brandRows, categoryRows, leafIds } = buildTree()
  await insertRows(db, 'brands', { id: 'integer', code: 'text', name: 'text', slug: 'text' }, brandRows)
  const models = modelRows()
  await insertRows(db, 'models', { id: 'integer', brand_id: 'integer', name: 'text' }, models)
  const categoryColumns = { id: 'integer', parent_id: 'integer', name: 'text', slug: 'text', position: 'integer' }
  // As numbers of an ERP.
  const coded = categoryRows.map((row) => ({ ...row, code: `K${String(row.id).padStart(4, '0')}` }))
  await insertRows(db, 'categories', { ...categoryColumns, code: 'text' }, coded)
  const ids: CatalogIds = {
    brands: new Map(brandRows.map(({ code, id }) => [code, id])),
    models: new Map(models.map(({ prefix, name, id }) => [modelKey(prefix, name), id])),
    leaves: leafIds,
    warehouses: plan.warehouses,
    defaultList: plan.defaultList,
    dealerList: plan.dealerList,
  }
  const isCopied = plan.count > maxGenerated
  const made = await loadProducts(db, { ...plan, count: isCopied ? plan.count / editions : plan.count }, ids)
  // Before the editions, whose values are copied: reading technical data takes longest.
  await insertAttributes(db)
  const products = isCopied ? await copyEditions(db, made.products, made.units) : made.products
  await insertImportMovements(db, plan.today)
  for (const table of ['brands', 'models', 'categories', 'products', 'product_units']) await continueIdentity(db, table)
  return { products, orderable: made.orderable }
}

async function loadProducts(db: Db, plan: CatalogPlan, ids: CatalogIds) {
  const last = { product: 0, unit: 0 }
  const orderable: OrderedProduct[] = []
  let batch = createBatch()
  let done = 0
  // Writes one batch while generating the next.
  let writing: Promise<void> = Promise.resolve()
  const write = async () => {
    const full = batch
    batch = createBatch()
    await writing
    plan.onProgress(done)
    writing = insertBatch(db, full, plan.today)
    // The next await rethrows a failure; until then it must not count as unhandled.
    writing.catch(() => {})
  }
  for (const draft of generateProducts(plan.count, plan.seed)) {
    const firstUnit = last.unit + 1
    const id = addToBatch(batch, draft, ids, last)
    if (orderable.length < orderedCount && isOrderable(draft)) {
      orderable.push(orderedProduct(draft, { product: id, firstUnit, warehouses: plan.warehouses }))
    }
    done += 1
    if (batch.products.length >= batchSize) await write()
  }
  await write()
  await writing
  return { products: last.product, units: last.unit, orderable }
}

function isOrderable(draft: Draft): boolean {
  const hasPrice = (draft.units[draft.defaultUnit]?.sale ?? 0) > 0
  return (
    draft.children.length === 0 &&
    hasPrice &&
    draft.stock.length === demoWarehouses.length &&
    Math.min(...draft.stock) > 20
  )
}

function modelRows(): { id: number; brand_id: number; prefix: string; name: string }[] {
  const names = kinds.flatMap((kind) =>
    kind.brands.flatMap((prefix) => kind.series.map((name) => [prefix, `${name} Serisi`] as const)),
  )
  const unique = new Map(
    [...names, ...curatedModels()].map(([prefix, name]) => [modelKey(prefix, name), [prefix, name] as const]),
  )
  const numbers = new Map(brands.map(({ prefix }, i) => [prefix, i + 1]))
  return [...unique.values()].map(([prefix, name], i) => ({
    id: i + 1,
    brand_id: numbers.get(prefix) ?? 0,
    prefix,
    name,
  }))
}
