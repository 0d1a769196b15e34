import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { sortFields } from '#contract/core/sort-fields.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const name = z.string().check(z.maxLength(200))

/** `active`: in the shop. `stocked`: of those, in stock. `inactive`: taken out of the shop. `all`: what is in the shop, then the rest. */
export const adminProductStates = ['active', 'stocked', 'inactive', 'all'] as const
export type AdminProductState = (typeof adminProductStates)[number]

export const adminListedProduct = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  /** Its page in the shop; null while it is out of it. */
  url: z.nullable(z.string()),
  image: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  category: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  /** Of the default unit in the default list, before tax. */
  price: z.nullable(money),
  /** Base units in all warehouses; a parent's are its variants'. */
  stock: z.number(),
  variantCount: z.number(),
})
export type AdminListedProduct = z.output<typeof adminListedProduct>

/** Filters `q` (as the shop searches), `brand` and `category` (ids; a category with all below it), `state`; `sort`, `page`, `limit`. */
export const listAllProducts = endpoint({
  method: 'GET',
  path: '/yonetim/products',
  access: 'admin',
  summary: 'All products, variants under their parents',
  query: z.object({ page: text, limit: text, sort: text, q: text, brand: text, category: text, state: text }),
  reply: z.object({
    items: z.array(adminListedProduct),
    ...paged,
    q: z.string(),
    /** There are at least so many: counting stopped there. */
    isTotalLeast: z.boolean(),
    /** Where nothing was found: so many of those out of the shop the other filters would find. */
    inactive: z.number(),
    sort: z.nullable(z.enum(sortFields)),
    state: z.enum(adminProductStates),
    brand: z.nullable(z.number()),
    category: z.nullable(z.number()),
    brands: z.array(z.object({ id: z.number(), name: z.string() })),
    /** In the order of the tree; `depth` from 0. */
    categories: z.array(z.object({ id: z.number(), name: z.string(), depth: z.number() })),
  }),
  errors: [],
})

const counted = {
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  /** Listed products, a category's with all below it; null while they are being counted. */
  products: z.nullable(z.number()),
}

export const adminCategory = z.object({
  ...counted,
  parentId: z.nullable(z.number()),
  position: z.number(),
  depth: z.number(),
  /** Names from the top of the tree down to its parent. */
  above: z.array(z.string()),
})
export type AdminCategory = z.output<typeof adminCategory>

export const listAllCategories = endpoint({
  method: 'GET',
  path: '/yonetim/categories',
  access: 'admin',
  summary: 'All categories in the order of the tree; q is a part of a name or address',
  query: z.object({ page: text, limit: text, q: text }),
  reply: z.object({
    items: z.array(adminCategory),
    ...paged,
    q: z.string(),
    /** What a category can stand below. */
    all: z.array(z.object({ id: z.number(), name: z.string(), depth: z.number() })),
  }),
  errors: [],
})

/** An empty `slug` is made of the name. */
const categoryFields = z.strictObject({
  name,
  slug: z.string().check(z.maxLength(120)),
  parentId: z.nullable(rowNumber),
  position: z.number().check(z.int(), z.gte(0), z.lte(1_000_000)),
})
export type CategoryFields = z.output<typeof categoryFields>
const saved = z.object({ id: z.number() })

export const createCategory = endpoint({
  method: 'POST',
  path: '/yonetim/categories',
  access: 'admin',
  summary: 'Adds a category',
  body: categoryFields,
  reply: saved,
  errors: ['validation_failed'],
})

export const changeCategory = endpoint({
  method: 'PATCH',
  path: '/yonetim/categories/:id',
  access: 'admin',
  summary: 'Changes a category’s name, address, parent and place',
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
  summary: 'All brands by the alphabet; q is a part of a name, code or address',
  query: z.object({ page: text, limit: text, q: text }),
  reply: z.object({ items: z.array(adminBrand), ...paged, q: z.string() }),
  errors: [],
})

/** An empty `slug` or `code` is made of the name. */
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
  summary: 'Adds a brand',
  body: brandFields,
  reply: saved,
  errors: ['validation_failed'],
})

export const changeBrand = endpoint({
  method: 'PATCH',
  path: '/yonetim/brands/:id',
  access: 'admin',
  summary: 'Changes a brand’s name, code and address',
  params: rowParams,
  body: brandFields,
  reply: saved,
  errors: ['not_found', 'validation_failed'],
})
