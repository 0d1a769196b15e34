import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { sortFields } from '#contract/core/sort-fields.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const name = z.string().check(z.maxLength(200))

/**
 * `active`: visible in the store. `stocked`: active and in stock. `ranOut`: sold out today, with demand waiting; variants
 * are listed themselves, and the only sort is by name. `inactive`: deactivated. `all`: active ones, then inactive ones.
 */
export const adminProductStates = ['active', 'stocked', 'ranOut', 'inactive', 'all'] as const
export type AdminProductState = (typeof adminProductStates)[number]

export const adminListedProduct = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  /** URL of its page in the store; null while inactive. */
  url: z.nullable(z.string()),
  image: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  category: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  /** Price of the default unit in the default list, before tax. */
  price: z.nullable(money),
  /** Base units in all warehouses; a parent has the sum of its variants. */
  stock: z.number(),
  variantCount: z.number(),
})
export type AdminListedProduct = z.output<typeof adminListedProduct>

/**
 * Filters `q` (searches like the store), `brand` and `category` (ids; a category includes its descendants), `state`;
 * `sort`, `page`, `limit`.
 */
export const listAllProducts = endpoint({
  method: 'GET',
  path: '/yonetim/products',
  access: 'admin',
  area: 'catalog',
  summary: 'All products, with variants represented by their parents',
  query: z.object({ page: text, limit: text, sort: text, q: text, brand: text, category: text, state: text }),
  reply: z.object({
    items: z.array(adminListedProduct),
    ...paged,
    q: z.string(),
    /** Counting stopped at `total`: there may be more. */
    isTotalLeast: z.boolean(),
    /** When nothing was found: the number of inactive products that match the other filters. */
    inactive: z.number(),
    sort: z.nullable(z.enum(sortFields)),
    state: z.enum(adminProductStates),
    brand: z.nullable(z.number()),
    category: z.nullable(z.number()),
    brands: z.array(z.object({ id: z.number(), name: z.string() })),
    /** In tree order; `depth` starts at 0. */
    categories: z.array(z.object({ id: z.number(), name: z.string(), depth: z.number() })),
  }),
  errors: [],
})

const counted = {
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  /** Listed products, including those of descendants for a category; null while they are being counted. */
  products: z.nullable(z.number()),
}

export const adminCategory = z.object({
  ...counted,
  /** What the ERP knows it by; '' if it has none. */
  code: z.string(),
  parentId: z.nullable(z.number()),
  position: z.number(),
  depth: z.number(),
  /** Names from the root down to its parent. */
  above: z.array(z.string()),
})
export type AdminCategory = z.output<typeof adminCategory>

export const listAllCategories = endpoint({
  method: 'GET',
  path: '/yonetim/categories',
  access: 'admin',
  area: 'catalog',
  summary: 'All categories in tree order; q: part of a name, code or slug',
  query: z.object({ page: text, limit: text, q: text }),
  reply: z.object({
    items: z.array(adminCategory),
    ...paged,
    q: z.string(),
    /** All possible parents of a category. */
    all: z.array(z.object({ id: z.number(), name: z.string(), depth: z.number() })),
  }),
  errors: [],
})

/** An empty `slug` is derived from the name; an empty `code` is none. */
const categoryFields = z.strictObject({
  name,
  slug: z.string().check(z.maxLength(120)),
  code: z.string().check(z.maxLength(100)),
  parentId: z.nullable(rowNumber),
  position: z.number().check(z.int(), z.gte(0), z.lte(1_000_000)),
})
export type CategoryFields = z.output<typeof categoryFields>
const saved = z.object({ id: z.number() })

export const createCategory = endpoint({
  method: 'POST',
  path: '/yonetim/categories',
  access: 'admin',
  area: 'catalog',
  summary: 'Adds a category',
  body: categoryFields,
  reply: saved,
  errors: ['validation_failed'],
})

export const changeCategory = endpoint({
  method: 'PATCH',
  path: '/yonetim/categories/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Changes the name, code, slug, parent and position of a category',
  params: rowParams,
  body: categoryFields,
  reply: saved,
  errors: ['not_found', 'validation_failed'],
})

export const adminBrand = z.object({ ...counted, code: z.string() })
export type AdminBrand = z.output<typeof adminBrand>

export const listAllBrands = endpoint({
  method: 'GET',
  path: '/yonetim/brands',
  access: 'admin',
  area: 'catalog',
  summary: 'All brands in alphabetical order; q: part of a name, code or slug',
  query: z.object({ page: text, limit: text, q: text }),
  reply: z.object({ items: z.array(adminBrand), ...paged, q: z.string() }),
  errors: [],
})

/** An empty `slug` or `code` is derived from the name. */
const brandFields = z.strictObject({
  name,
  slug: z.string().check(z.maxLength(120)),
  code: z.string().check(z.maxLength(60)),
})
export type BrandFields = z.output<typeof brandFields>

export const createBrand = endpoint({
  method: 'POST',
  path: '/yonetim/brands',
  access: 'admin',
  area: 'catalog',
  summary: 'Adds a brand',
  body: brandFields,
  reply: saved,
  errors: ['validation_failed'],
})

export const changeBrand = endpoint({
  method: 'PATCH',
  path: '/yonetim/brands/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Changes the name, code and slug of a brand',
  params: rowParams,
  body: brandFields,
  reply: saved,
  errors: ['not_found', 'validation_failed'],
})
