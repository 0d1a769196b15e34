import {
  clearRecentSearches,
  getPlaceSuggestions,
  listRecentSearches,
  recentSearchesMax,
} from '#contract/shop/searches.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { fold } from '#domain/text/text.ts'
import { call } from '#web/app/data/call.ts'
import { loadProducts, type SearchOption } from '#web/product/use-suggestions.ts'

/** Loaded with the options: one file instead of two. */
export { SuggestionList } from '#web/product/suggestion-list.tsx'

type User = Visitor['user']

/** Categories, brands and products for a text; for an empty one, the earlier searches. */
export async function loadOptions(q: string, signal: AbortSignal, user: User): Promise<SearchOption[]> {
  if (q === '') return recentOptions(user, signal)
  const [places, products] = await Promise.all([
    // Products are shown without them.
    call(getPlaceSuggestions, { query: { q } }, { signal }).catch(() => []),
    loadProducts(q, signal),
  ])
  return [...places.map((place) => ({ kind: 'place' as const, place })), ...products]
}

async function recentOptions(user: User, signal: AbortSignal): Promise<SearchOption[]> {
  const texts =
    user === null ? recentOfGuest() : user.role === 'dealer' ? await call(listRecentSearches, {}, { signal }) : []
  if (texts.length === 0) return []
  return [...texts.map((text) => ({ kind: 'recent' as const, text })), { kind: 'clear' }]
}

/** Guests' searches stay in their browser. */
const key = 'toptan_searches'

function recentOfGuest(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, recentSearchesMax) : []
  } catch {
    return []
  }
}

/** Remembers a guest's search; the server has those of users. */
export function rememberSearch(text: string, user: User): void {
  const q = text.trim()
  if (user !== null || q === '') return
  const others = recentOfGuest().filter((other) => fold(other) !== fold(q))
  try {
    localStorage.setItem(key, JSON.stringify([q, ...others].slice(0, recentSearchesMax)))
  } catch {
    // Full or disabled storage: the search is not remembered.
  }
}

export async function clearRecent(user: User): Promise<void> {
  if (user === null) localStorage.removeItem(key)
  else await call(clearRecentSearches)
}
