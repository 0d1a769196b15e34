import { Readable } from 'node:stream'
import { productPath } from '#contract/core/pages.ts'
import {
  changeProduct as changeProductCall,
  changeShelf,
  correctStock,
  createProduct as createProductCall,
  getProductDetail,
  getProductForm,
  listModels,
  type ProductDetail,
  type ProductForm,
  transferStock,
  uploadPicture,
} from '#contract/admin/products.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { listMissing, pictureFailureText } from '#server/catalog/import/pictures/picture-outcomes.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { Store } from '#server/settings/settings.ts'
import { loadWarehouseStock } from '#server/stock/stock.ts'
import {
  findBrands,
  loadEquivalents,
  loadFormRow,
  loadModels,
  loadOptions,
  loadParent,
  loadVariants,
} from './product-form-rows.ts'
import { newProductValues, productValuesOf } from './product-form-values.ts'
import { savePendingPicture } from './product-pictures.ts'
import { changeProduct, createProduct } from './save-product.ts'
import { correctProductStock, presentPlace, presentStock } from './stock-corrections.ts'
import { changeProductShelf } from './shelves.ts'
import { transferProductStock } from './stock-transfers.ts'

export type ProductFormDeps = {
  pool: Pool
  store: Store
  /** Folder of the store's own pictures. */
  imagesFolder: FileStore
}

/** The endpoints of the product form. */
export function registerProductForm(calls: Calls, deps: ProductFormDeps): void {
  const { pool, imagesFolder } = deps
  handle(calls, getProductForm, ({ query }) => presentNewProduct(deps, query.parent))

  handle(calls, getProductDetail, ({ params }, { locale }) => presentDetail(deps, params.id, locale))

  handle(calls, createProductCall, ({ body }, context) => createProduct(deps, context, body))

  handle(calls, changeProductCall, async ({ params, body }, context) => {
    const changed = await changeProduct(deps, context, { id: params.id, ...body })
    return changed.ok ? presentDetail(deps, changed.id, context.locale) : changed
  })

  handle(calls, correctStock, async ({ params, body }, context) => {
    const id = params.id
    const result = await correctProductStock(pool, context, { id, ...body })
    return result.ok ? presentStock(pool, id) : result
  })

  handle(calls, changeShelf, async ({ params: { id }, body }, context) => {
    const result = await changeProductShelf(pool, context, { id, ...body })
    return result.ok ? presentStock(pool, id) : result
  })

  handle(calls, transferStock, async ({ params, body }, context) => {
    const id = params.id
    const result = await transferProductStock(pool, context, { id, ...body })
    return result.ok ? presentStock(pool, id) : result
  })

  handle(calls, uploadPicture, ({ body }) =>
    body instanceof Readable ? savePendingPicture(imagesFolder, body) : refuse('bad_request'),
  )

  handle(calls, listModels, async ({ query }) => {
    const brand = cleanText(query.brand)
    const brandIds = brand === '' ? [null] : await findBrands(pool, brand)
    return { items: brandIds[0] === undefined ? [] : await loadModels(pool, brandIds[0]) }
  })
}

async function presentNewProduct(
  { pool, store }: ProductFormDeps,
  parentId: string | undefined,
): Promise<ProductForm | Refusal> {
  const isValidId = parentId !== undefined && /^[1-9]\d{0,8}$/.test(parentId)
  const row = isValidId ? await loadFormRow(pool, Number(parentId)) : undefined
  const isParent = row?.parent_id === null && row.variant_names !== null
  if (parentId !== undefined && !isParent) return refuse('product_not_found')
  const [options, stock] = await Promise.all([
    loadOptions(pool, store.facts().settings.defaultTaxRate),
    loadWarehouseStock(pool, null),
  ])
  const parent = row === undefined ? null : await loadParent(pool, row.id)
  return { values: newProductValues(row ?? null), parent, options, places: stock.map(presentPlace) }
}

async function presentDetail(
  { pool, store }: ProductFormDeps,
  id: number,
  locale: Locale,
): Promise<ProductDetail | Refusal> {
  const row = await loadFormRow(pool, id)
  if (row === undefined) return refuse('product_not_found')
  const [parent, variants, equivalents, stock, options, missing] = await Promise.all([
    row.parent_id === null ? null : loadParent(pool, row.parent_id),
    loadVariants(pool, id),
    loadEquivalents(pool, row),
    presentStock(pool, id),
    loadOptions(pool, store.facts().settings.defaultTaxRate),
    listMissing(pool, id),
  ])
  return {
    id,
    values: productValuesOf(row),
    parent,
    variants,
    equivalents,
    stock,
    options,
    url: row.is_active ? productPath(row) : null,
    pictureAddresses: missing.map(({ url, ...failure }) => ({
      url,
      failure: failure.state === 'failed' ? pictureFailureText(locale, failure) : null,
    })),
    externalKey: row.external_key,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
