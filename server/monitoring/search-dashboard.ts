import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { maxSearchRows, type searchQueries, type SearchType, type topQueries } from '#contract/admin/monitoring.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { fold } from '#domain/text/text.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import {
  findSearches,
  findSearchers,
  listLastSearches,
  listTopSearchers,
  listTopWords,
} from '#server/search-log/search-log.ts'

const moments = new Intl.DateTimeFormat('tr', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Istanbul',
})
const formatted = (at: Date | string) => ({ formattedCreatedAt: moments.format(new Date(at)) })

/** The three tables of the dashboard. */
export async function loadDashboard(pool: Pool, locale: Locale): Promise<Reply<typeof topQueries>> {
  const [words, searchers, last] = await Promise.all([
    listTopWords(pool),
    listTopSearchers(pool),
    listLastSearches(pool),
  ])
  const named = nameIn(locale)
  return {
    topQueries: words.map(({ query, searches, at, detail }) => ({
      query,
      count: searches,
      ...formatted(at),
      detail: detail.map(({ name, searches }) => ({ userName: named(name), totalCount: searches })),
    })),
    topUsers: searchers.map(({ name, searches, detail }) => ({
      name: named(name),
      count: searches,
      detail: detail.map(({ query, searches, at }) => ({
        searchQuery: query,
        searchCount: searches,
        ...formatted(at),
      })),
    })),
    lastQueries: last.map(({ name, query, at }) => ({ name: named(name), query, ...formatted(at) })),
  }
}

export type SearchRequest = { query: string; type: SearchType; locale: Locale }

/** The users who searched for a word, or the searches of users with a name. */
export async function searchSearches(
  pool: Pool,
  request: SearchRequest,
): Promise<Reply<typeof searchQueries> | Refusal> {
  const { query, type, locale } = request
  const folded = fold(query.replace(/[\p{C}\s]+/gu, ' ').trim())
  if (folded === '') return { ...refuse('validation_failed'), fields: { query: 'too_short' } }
  const named = nameIn(locale)
  if (type === 'kelime') {
    const rows = await findSearchers(pool, folded, maxSearchRows)
    const searchResult = rows.map(({ name, searches, at }) => ({
      userName: named(name),
      totalCount: searches,
      ...formatted(at),
    }))
    return { success: true, searchQuery: query, searchResult }
  }
  const withGuests = fold(named(null)).includes(folded)
  const rows = await findSearches(pool, { folded, withGuests, limit: maxSearchRows })
  const searchResult = rows.map(({ query, searches, at }) => ({
    searchQuery: query,
    searchCount: searches,
    ...formatted(at),
  }))
  return { success: true, searchQuery: query, searchResult }
}

/** Guests have no name: they get a translated one. */
export function nameIn(locale: Locale): (name: string | null) => string {
  return (name) => name ?? translate(locale, 'monitoring.guest')
}
