import { fold } from '#domain/text/text.ts'

const defaultLimit = 50
const maxLimit = 100

export type PageQuery = { page: number; limit: number; q: string; words: string[] }

/** Page, page size and search words of a list's query. Invalid numbers become the defaults. */
export function parsePageQuery(query: {
  page?: string | undefined
  limit?: string | undefined
  q?: string | undefined
}): PageQuery {
  const parseWholeNumber = (text: string | undefined, fallback: number, max: number) =>
    text !== undefined && /^\d{1,9}$/.test(text) ? Math.min(Math.max(Number(text), 1), max) : fallback
  const q = query.q?.replaceAll('\0', '').trim() ?? ''
  const words = fold(q)
    .split(/\s+/)
    .filter((word) => word !== '')
  return {
    page: parseWholeNumber(query.page, 1, 100_000),
    limit: parseWholeNumber(query.limit, defaultLimit, maxLimit),
    q,
    words: words.slice(0, 10),
  }
}

/** LIKE patterns that find each word anywhere in the text. */
export const patternsOf = (words: readonly string[]): string[] =>
  words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

/** The value if it is one of the existing ones, otherwise `other`. */
export function oneOf<Value extends string, Other>(
  values: readonly Value[],
  requested: string | undefined,
  other: Other,
) {
  return values.find((value) => value === requested) ?? other
}

export const pagesOf = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit))
