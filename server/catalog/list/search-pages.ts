import { localPath, pages, withoutLocale } from '#contract/core/pages.ts'
import { searchKey } from '#domain/search/search-rule.ts'
import type { SearchWords } from '#domain/search/search-words.ts'
import type { Labels } from '#server/catalog/index/labels.ts'
import { parseListPath } from './list-place.ts'

/** The part of a list's query that a redirect keeps. */
const keptKeys = ['brand', 'filters', 'sort'] as const

/**
 * The path of a category, brand or campaigns page with its filters, for an address as typed: a path, or an address of
 * this shop. Null for any other address.
 */
export function redirectPath(typed: string, labels: Labels, publicUrl: string): string | null {
  const path = ownPath(typed.trim(), publicUrl)
  if (path === null || !URL.canParse(path, publicUrl)) return null
  const { pathname, searchParams } = new URL(path, publicUrl)
  const page = withoutLocale(pathname)
  if (!isPage(page, labels)) return null
  const query = new URLSearchParams(keptKeys.flatMap((key) => searchParams.getAll(key).map((value) => [key, value])))
  return query.size === 0 ? page : `${page}?${query.toString()}`
}

function ownPath(typed: string, publicUrl: string): string | null {
  if (!/^https?:\/\//i.test(typed)) return typed !== '' && localPath(typed) === typed ? typed : null
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  return url.origin === new URL(publicUrl).origin ? url.pathname + url.search : null
}

function isPage(path: string, labels: Labels): boolean {
  if (path === pages.campaigns) return true
  const place = parseListPath(path.slice(1), labels)
  return place !== null && place.kind !== 'home' && place.kind !== 'search'
}

/** The page to which a search leads; undefined if there is none, or if it no longer exists. */
export function redirectOf(q: string, words: SearchWords, labels: Labels): string | undefined {
  const path = words.redirects.get(searchKey(q))
  return path !== undefined && isPage(path.split('?')[0] ?? '', labels) ? path : undefined
}
