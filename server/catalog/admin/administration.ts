import {
  type AdminBrand,
  type AdminCategory,
  changeBrand,
  changeCategory,
  createBrand,
  createCategory,
  listAllBrands,
  listAllCategories,
  listAllProducts,
} from '#contract/admin/catalog.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { saveBrand, saveCategory } from './save-labels.ts'
import { hasText, listAdminProducts } from './product-list.ts'
import { loadBrandRows, loadCategoryRows } from './queries.ts'
import type { Finder } from '#server/catalog/list/finder.ts'
import { countFacets } from '#server/catalog/index/catalog-index.ts'
import { noFilter } from '#server/catalog/index/filter.ts'
import type { Catalog } from '#server/catalog/open-catalog.ts'

/** The administrators' endpoints for the lists of products, categories and brands. */
export function registerCatalogAdministration(calls: Calls, { pool, catalog }: { pool: Pool; catalog: Catalog }): void {
  handle(calls, listAllProducts, async ({ query }) => listAdminProducts(pool, await catalog.finder(), query))

  handle(calls, listAllCategories, async ({ query }) => {
    const all = await loadCategories(pool, await catalog.finder())
    return {
      ...onePage(all, query, ({ name, code, slug }) => [name, code, slug]),
      all: all.map(({ id, name, depth }) => ({ id, name, depth })),
    }
  })
  handle(calls, createCategory, ({ body }, context) => saveCategory(pool, context, null, body))
  handle(calls, changeCategory, ({ params, body }, context) => saveCategory(pool, context, params.id, body))

  handle(calls, listAllBrands, async ({ query }) => {
    const all = await loadBrands(pool, await catalog.finder())
    return onePage(all, query, ({ name, code, slug }) => [name, code, slug])
  })
  handle(calls, createBrand, ({ body }, context) => saveBrand(pool, context, null, body))
  handle(calls, changeBrand, ({ params, body }, context) => saveBrand(pool, context, params.id, body))
}

type PageQuery = { page?: string | undefined; limit?: string | undefined; q?: string | undefined }

/** Pages through labels in memory: a store has a few thousand at most. */
function onePage<Label>(all: readonly Label[], query: PageQuery, textsOf: (label: Label) => string[]) {
  const { page, limit } = parsePaging(query)
  const q = cleanText(query.q)
  const found = q === '' ? all : all.filter((label) => hasText(q, ...textsOf(label)))
  const pages = Math.max(1, Math.ceil(found.length / limit))
  return { items: found.slice((page - 1) * limit, page * limit), total: found.length, page, pages, limit, q }
}

export async function loadCategories(db: Db, finder: Finder): Promise<AdminCategory[]> {
  const [lines, counts] = await Promise.all([loadCategoryRows(db), finder.categoryCounts(false)])
  const { ordinals } = finder.labels.categories
  return lines.map(({ parent_id: parentId, ...category }) => {
    const products = counts[ordinals.get(category.id) ?? -1] ?? 0
    return { ...category, parentId, products }
  })
}

export async function loadBrands(db: Db, finder: Finder): Promise<AdminBrand[]> {
  const rows = await loadBrandRows(db)
  const { index, labels } = finder
  if (index === undefined) return rows.map((row) => ({ ...row, products: null }))
  const counts = new Map(countFacets(index, noFilter).brand.map(({ ordinal, count }) => [ordinal, count]))
  return rows.map((row) => ({ ...row, products: counts.get(labels.brands.ordinals.get(row.id) ?? -1) ?? 0 }))
}
