import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

const when = {
  /** Date and time in Turkey, as 21.11.2026 09:58. */
  formattedCreatedAt: z.string(),
}

/** A user who searched for a word (checkout, section 3). */
const searcher = z.object({ userName: z.string(), totalCount: z.number() })
/** A search of a user. */
const searched = z.object({ searchQuery: z.string(), searchCount: z.number(), ...when })

/** The search dashboard: top searches, top users and latest searches (checkout, sections 2 and 3). */
export const topQueries = endpoint({
  method: 'GET',
  path: '/yonetim/top-queries',
  access: 'admin',
  area: 'reports',
  summary: 'Top searches, top users and newest searches',
  reply: z.object({
    topQueries: z.array(z.object({ query: z.string(), count: z.number(), ...when, detail: z.array(searcher) })),
    topUsers: z.array(z.object({ name: z.string(), count: z.number(), detail: z.array(searched) })),
    lastQueries: z.array(z.object({ name: z.string(), query: z.string(), ...when })),
  }),
  errors: [],
})

/** The specification's values. `kullanıcı` is also accepted with its dotless i in decomposed form. */
export const searchTypes = ['kelime', 'kullanıcı'] as const
export type SearchType = (typeof searchTypes)[number]

const searcherRow = z.object({ ...searcher.shape, ...when })
export type SearcherRow = z.output<typeof searcherRow>
export type SearchedRow = z.output<typeof searched>

/**
 * `type` kelime returns the users who searched for a word, `{userName, totalCount, formattedCreatedAt}`; kullanıcı
 * returns the searches of users with that name, `{searchQuery, searchCount, formattedCreatedAt}`. At most 100 rows. An
 * empty `query` is refused (422).
 */
export const searchQueries = endpoint({
  method: 'GET',
  path: '/yonetim/search_queries',
  access: 'admin',
  area: 'reports',
  summary: 'Searches by word or by user',
  query: z.object({
    query: z.optional(z.string().check(z.maxLength(200))),
    type: z.optional(
      z.pipe(
        z.pipe(
          z.string().check(z.maxLength(20)),
          z.transform((text) => text.normalize('NFC')),
        ),
        z.enum(searchTypes),
      ),
    ),
  }),
  reply: z.object({
    success: z.boolean(),
    searchResult: z.array(z.union([searcherRow, searched])),
    searchQuery: z.string(),
  }),
  errors: ['validation_failed'],
})

/** Maximum number of rows in a response. */
export const maxSearchRows = 100

/** The card of one cart (checkout, section 3): `link` is the product's page, `productQuantity` is in `unit`. */
const watchedCart = z.object({
  userName: z.string(),
  items: z.array(
    z.object({
      productName: z.string(),
      productCode: z.string(),
      productQuantity: z.number(),
      unit: z.string(),
      link: z.string(),
    }),
  ),
  /** All lines; `items` contains only the first ones of a long cart. */
  lineCount: z.number(),
  /** With tax, in lira, at today's prices of this customer. */
  total: z.number(),
  /** The dealer's phone number; null for guests and dealers without one. */
  phone: z.nullable(z.string()),
  updatedAt: z.string(),
})
export type WatchedCart = z.output<typeof watchedCart>

/** Carts by key, most recently changed first. With `cart` (a key), only that cart with all of its lines. */
export const listCarts = endpoint({
  method: 'GET',
  path: '/yonetim/carts',
  access: 'admin',
  area: 'reports',
  summary: 'Carts of all customers',
  query: z.object({
    page: z.optional(z.string().check(z.maxLength(20))),
    cart: z.optional(z.string().check(z.maxLength(30))),
  }),
  reply: z.record(z.string(), watchedCart),
  errors: ['not_found'],
})

/** A cheap check whether carts have changed: `version` then differs. */
export const cartsState = endpoint({
  method: 'GET',
  path: '/yonetim/carts/state',
  access: 'admin',
  area: 'reports',
  summary: 'The number of carts, and a version that changes with them',
  reply: z.object({ version: z.string(), total: z.number(), pages: z.number() }),
  errors: [],
})
