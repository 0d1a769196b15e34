import * as z from 'zod/mini'
import { categoryNodeSchema } from './categories.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { crumb, product, productDetail } from './product.ts'
import { paged } from '#contract/core/paged.ts'
import { sortFields } from '#contract/core/sort-fields.ts'

export const listViews = ['grid', 'list'] as const
export const pageSize = 24
/** The offered page sizes; the last is also the maximum. */
export const pageSizes = [24, 48, 96] as const
export const pageSizeMax = 96

/** Before the key of an attribute in `filters`: `a.guc:750,1000` or `a.guc:500..1000`. */
export const attributeFilter = 'a.'

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
  /** With the brand's name, if any, because models of several brands may have the same name. */
  model: z.array(z.object({ id: z.number(), name: z.string(), brand: z.nullable(z.string()), ...count })),
  /**
   * Round ranges in the visitor's currency, with tax as in shown prices; null = open. Absent when prices are hidden.
   */
  price: z.optional(z.array(z.object({ min: z.nullable(z.number()), max: z.nullable(z.number()), ...count }))),
  /** Products in stock; absent when stock is hidden, or when only products in stock are listed. */
  stock: z.optional(z.object(count)),
  /** Technical attributes of the listed products, in the visitor's language and notation; absent when there are none. */
  attributes: z.optional(
    z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        /** `value` is what the filter has; ranges (`500..1000`) only while they are selected. */
        values: z.array(z.object({ value: z.string(), name: z.string(), ...count })),
        /** The smallest and greatest of many numbers, and their unit. */
        range: z.optional(z.object({ min: z.number(), max: z.number(), unit: z.string() })),
      }),
    ),
  ),
})
export type Facets = z.output<typeof facets>

/** The page a list belongs to: home, a category, a brand, a category within a brand, or a search. */
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
  /** The process is still reading the catalog: `facets` is empty. */
  isPreparing: z.optional(z.boolean()),
  /** Counting stopped at `total`: there may be more. */
  isTotalLeast: z.optional(z.boolean()),
  /**
   * How a search differs from what was typed: corrected words, and words that the best results lack; `orWithout` has
   * what others of the first results lack instead. null = the products match as typed, or nothing was searched.
   * `exact=1` searches only as typed.
   */
  search: z.nullable(
    z.object({
      corrections: z.array(z.object({ typed: z.string(), used: z.string() })),
      without: z.array(z.string()),
      orWithout: z.optional(z.array(z.array(z.string()))),
    }),
  ),
  /** The page that administrators have chosen for this search (docs/search.md). */
  redirect: z.optional(z.string()),
})
export type ProductList = z.output<typeof productList>

/** The query of a list page and of its endpoint. Values are texts as in the URL; invalid values are ignored. */
export const listQuery = z.object({
  page: z.optional(z.string()),
  limit: z.optional(z.string()),
  sort: z.optional(z.string()),
  view: z.optional(z.string()),
  q: z.optional(z.string()),
  /** `1` = without corrections, endings, synonyms, missing words and redirects. */
  exact: z.optional(z.string()),
  brand: z.optional(z.string()),
  filters: z.optional(z.string()),
})
export type ListParams = z.output<typeof listQuery>

/** `{path}` is the path of the page ('' or '/' for home, 'search', a slug, brand/slug, locale/brand/slug). */
export const getProducts = endpoint({
  method: 'GET',
  path: '/api/catalog/products/*',
  access: 'guest',
  summary: 'Product list of a page, with filters, sort and counts',
  params: z.object({ '*': z.string() }),
  query: listQuery,
  reply: productList,
  errors: ['not_found', 'unavailable'],
})

/** The same endpoint without a path. */
export const getAllProducts = endpoint({
  method: 'GET',
  path: '/api/catalog/products',
  access: 'guest',
  summary: 'Product list of the home page',
  query: listQuery,
  reply: productList,
  errors: ['unavailable'],
})

/**
 * `key` is the part of a product address after the last `-p-`. Pages at any other address than `url` should redirect
 * there.
 */
export const getProduct = endpoint({
  method: 'GET',
  path: '/api/catalog/product/:key',
  access: 'guest',
  summary: 'One product with everything its page shows',
  params: z.object({ key: z.string() }),
  reply: productDetail,
  errors: ['product_not_found'],
})

/** The most products that are compared at once. */
export const comparedMax = 4

export const comparison = z.object({
  /** In the requested order. */
  items: z.array(product),
  /** How many of the requested products are gone, and how many were too many. */
  gone: z.number(),
  extra: z.number(),
  /** The technical data of all, in the visitor's language and notation; null = the product has none. */
  rows: z.array(
    z.object({
      name: z.string(),
      /** '' = none. */
      group: z.string(),
      values: z.array(z.nullable(z.string())),
      /** Whether at least two of the products have it. */
      isShared: z.boolean(),
      isDifferent: z.boolean(),
    }),
  ),
})
export type Comparison = z.output<typeof comparison>

export const compareProducts = endpoint({
  method: 'GET',
  path: '/api/catalog/comparison',
  access: 'guest',
  summary: 'Up to four products side by side; u: their ids, separated by commas',
  query: z.object({ u: z.optional(z.string().check(z.maxLength(200))) }),
  reply: comparison,
  errors: [],
})

export const suggestion = z.object({
  id: z.number(),
  name: z.string(),
  code: z.string(),
  image: z.nullable(z.string()),
  /** The address without its `-p-{id}` ending. */
  url: z.string(),
  /** Chooses the unit of a searched barcode. */
  path: z.string(),
  /** The unit whose barcode was searched for, such as KOLİ (12); absent for the default unit. */
  unit: z.nullable(z.string()),
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
