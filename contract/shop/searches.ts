import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

/** Records that a suggestion was chosen, which is a search without a result list (docs/decisions/009). */
export const recordSearch = endpoint({
  method: 'POST',
  path: '/api/catalog/searches',
  access: 'guest',
  summary: 'Records in the search log that a suggestion was chosen',
  body: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['validation_failed'],
})

/** A category or brand with the number of its products. */
export const placeSuggestion = z.object({
  kind: z.enum(['category', 'brand']),
  name: z.string(),
  path: z.string(),
  count: z.number(),
})
export type PlaceSuggestion = z.output<typeof placeSuggestion>

export const getPlaceSuggestions = endpoint({
  method: 'GET',
  path: '/api/catalog/places',
  access: 'guest',
  summary: 'Categories and brands whose names match the text typed so far, at most three of each',
  query: z.object({ q: z.optional(z.string()) }),
  reply: z.array(placeSuggestion),
  errors: [],
})

/** Maximum number of earlier searches that the search field offers. */
export const recentSearchesMax = 8

export const listRecentSearches = endpoint({
  method: 'GET',
  path: '/api/catalog/searches',
  access: 'dealer',
  needs: [],
  summary: 'The user’s own latest searches',
  reply: z.array(z.string()),
  errors: [],
})

export const clearRecentSearches = endpoint({
  method: 'DELETE',
  path: '/api/catalog/searches',
  access: 'dealer',
  needs: [],
  summary: 'Clears the user’s own latest searches',
  reply: z.object({ ok: z.literal(true) }),
  errors: [],
})
