import * as z from 'zod/mini'
import { categoryNodeSchema } from './categories.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { crumb, product, productDetail } from './product.ts'
import { paged } from '#contract/core/paged.ts'
import { sortFields } from '#contract/core/sort-fields.ts'

export const listViews = ['grid', 'list'] as const
export const pageSize = 24
/** Page sizes that are offered; the last is the largest that is answered. */
export const pageSizes = [24, 48, 96] as const
export const pageSizeMax = 96

const count = { count: z.number(), selected: z.boolean() }
export const facets = z.object({
  category: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      url: z.string(),
      depth: z.number(),
      isAncestor: z.boolean(),
      ...count,
    }),
  ),
  brand: z.array(z.object({ code: z.string(), name: z.string(), ...count })),
  /** With the brand's name, where it has one: models of several brands may be called the same. */
  model: z.array(z.object({ id: z.number(), name: z.string(), brand: z.nullable(z.string()), ...count })),
  /** Round ranges in the visitor's currency, tax as prices show it; null = open. Absent for who may not see prices. */
  price: z.optional(z.array(z.object({ min: z.nullable(z.number()), max: z.nullable(z.number()), ...count }))),
  /** What is in stock; absent where stock is hidden, and where nothing else is listed. */
  stock: z.optional(z.object(count)),
})
export type Facets = z.output<typeof facets>

/** What the list's address names: nothing, a category, a brand, a category within a brand, or a search. */
export const listPlace = z.object({
  kind: z.enum(['home', 'category', 'brand', 'brand_category', 'search']),
  title: z.nullable(z.string()),
  category: z.nullable(z.object({ id: z.number(), name: z.string(), slug: z.string() })),
  brand: z.nullable(z.object({ code: z.string(), name: z.string(), slug: z.string() })),
  breadcrumbs: z.array(crumb),
})

export const productList = z.object({
  items: z.array(product),
  ...paged,
  sort: z.nullable(z.enum(sortFields)),
  view: z.enum(listViews),
  showNotInStocks: z.enum(['0', '1']),
  q: z.string(),
  place: listPlace,
  facets,
  /** Counts by filter are not there yet, since this process is still reading the catalog; `facets` has none. */
  isPreparing: z.optional(z.boolean()),
  /** Counting stopped at `total`: there are at least so many. */
  isTotalLeast: z.optional(z.boolean()),
})
export type ProductList = z.output<typeof productList>

/** Query of a list page and of its call. Values are texts as they stand in the address; what makes no sense is ignored. */
export const listQuery = z.object({
  page: z.optional(z.string()),
  limit: z.optional(z.string()),
  sort: z.optional(z.string()),
  view: z.optional(z.string()),
  q: z.optional(z.string()),
  brand: z.optional(z.string()),
  filters: z.optional(z.string()),
})
export type ListParams = z.output<typeof listQuery>

/** `{path}` is the page's own path ('' or '/' for home, 'search', a slug, brand/slug, locale/brand/slug). */
export const getProducts = endpoint({
  method: 'GET',
  path: '/api/catalog/products/*',
  access: 'guest',
  summary: 'Product list of a page, with filters, sort and counts',
  params: z.object({ '*': z.string() }),
  query: listQuery,
  reply: productList,
  errors: ['not_found'],
})

/** The bare form of the call, without a path. */
export const getAllProducts = endpoint({
  method: 'GET',
  path: '/api/catalog/products',
  access: 'guest',
  summary: 'Product list of the home page',
  query: listQuery,
  reply: productList,
  errors: [],
})

/** `key` is what stands after the last `-p-` of a product's address. Another address than `url` should redirect there. */
export const getProduct = endpoint({
  method: 'GET',
  path: '/api/catalog/product/:key',
  access: 'guest',
  summary: 'One product with all that its page shows',
  params: z.object({ key: z.string() }),
  reply: productDetail,
  errors: ['product_not_found'],
})

export const suggestion = z.object({
  id: z.number(),
  name: z.string(),
  code: z.string(),
  image: z.nullable(z.string()),
  /** The address without its `-p-{id}` ending. */
  url: z.string(),
  path: z.string(),
})
export type Suggestion = z.output<typeof suggestion>

export const getSuggestions = endpoint({
  method: 'GET',
  path: '/autocomplete',
  access: 'guest',
  summary: 'Search suggestions, at most ten',
  query: z.object({ q: z.optional(z.string()) }),
  reply: z.array(suggestion),
  errors: [],
})

export const getCategories = endpoint({
  method: 'GET',
  path: '/api/catalog/categories',
  access: 'guest',
  summary: 'The category tree with product counts',
  reply: z.array(categoryNodeSchema),
  errors: [],
})
