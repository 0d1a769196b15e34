import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'
import { columnNameMax, feedFields } from '#domain/feeds/feed-fields.ts'
import { feedFormats, feedPresetNames } from '#domain/feeds/feed-presets.ts'
import { roundingSteps } from '#domain/pricing/raise-price.ts'

/** Feeds of a dealer at the same time. */
export const feedsMax = 20
/** Requests of a feed per minute. */
export const feedRequestsMax = 30

export const feedPrices = ['own', 'list'] as const
const typed = (max: number) => z.string().check(z.maxLength(max))
const ids = z.array(rowNumber).check(z.maxLength(1000))

/** What a feed contains. `percent` is added to the price before it is rounded to a multiple of `rounding`. */
const shape = {
  preset: z.enum(feedPresetNames),
  format: z.enum(feedFormats),
  /** The XML elements around all products, and around each of them. */
  root: typed(columnNameMax),
  item: typed(columnNameMax),
  /** The cells of CSV files are separated by it. */
  delimiter: z.enum([',', ';']),
  columns: z
    .array(z.strictObject({ field: z.enum(feedFields), name: typed(200) }))
    .check(z.maxLength(feedFields.length)),
  price: z.enum(feedPrices),
  percent: typed(20),
  rounding: z.enum(roundingSteps),
  currency: typed(3),
  taxIncluded: z.boolean(),
  /** Only products of these brands and categories; none listed: all. */
  brands: ids,
  categories: ids,
}

/** As typed in the form. */
export const feedValues = z.strictObject({ name: typed(500), ...shape })
export type FeedValues = z.output<typeof feedValues>

export const listedFeed = z.object({
  id: z.number(),
  ...feedValues.shape,
  /** The secret address. Null while an administrator views the shop as the user, and if the shop cannot decrypt it. */
  url: z.nullable(z.string()),
  /** Whose view of the shop the feed has. */
  user: z.string(),
  createdAt: z.string(),
  changedAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  lastUsedFrom: z.nullable(z.string()),
})
export type ListedFeed = z.output<typeof listedFeed>

const reply = z.object({
  items: z.array(listedFeed),
  /** Currencies of prices, the store's first. */
  currencies: z.array(z.string()),
  /** The shop shows prices, and list prices, to its dealers. */
  hasPrices: z.boolean(),
  hasListPrices: z.boolean(),
})

export const listFeeds = endpoint({
  method: 'GET',
  path: '/api/account/feeds',
  access: 'dealer',
  needs: ['keys'],
  summary: 'The feeds of the dealer: its catalog as files at secret addresses',
  reply,
  errors: [],
})

export const feedChoices = endpoint({
  method: 'GET',
  path: '/api/account/feeds/choices',
  access: 'dealer',
  needs: ['keys'],
  summary: 'The brands and categories that a feed can be limited to',
  reply: z.object({
    brands: z.array(z.object({ id: z.number(), name: z.string() })),
    /** In tree order. */
    categories: z.array(z.object({ id: z.number(), name: z.string(), depth: z.number() })),
  }),
  errors: [],
})

export const addFeed = endpoint({
  method: 'POST',
  path: '/api/account/feeds',
  access: 'dealer',
  needs: ['keys'],
  summary: 'Makes a feed',
  body: feedValues,
  reply,
  errors: ['validation_failed', 'feeds_full'],
})

export const changeFeed = endpoint({
  method: 'PATCH',
  path: '/api/account/feeds/:id',
  access: 'dealer',
  needs: ['keys'],
  summary: 'Changes what a feed contains; its address stays',
  params: rowParams,
  body: feedValues,
  reply,
  errors: ['validation_failed', 'not_found'],
})

export const renewFeed = endpoint({
  method: 'POST',
  path: '/api/account/feeds/:id/renew',
  access: 'dealer',
  needs: ['keys'],
  summary: 'Gives a feed a new address; the former one answers 404 at once',
  params: rowParams,
  reply,
  errors: ['not_found'],
})

export const removeFeed = endpoint({
  method: 'DELETE',
  path: '/api/account/feeds/:id',
  access: 'dealer',
  needs: ['keys'],
  summary: 'Removes a feed with its address',
  params: rowParams,
  reply,
  errors: ['not_found'],
})

/** The path of a feed. */
export const feedPath = (token: string, format: string): string => `/feeds/${token}.${format}`
