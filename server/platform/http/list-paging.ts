/** Rows per page of an administrator's list. */
const defaultLimit = 25
const maxLimit = 100
const maxPage = 1_000_000

/** Parses the page (from 1) and the rows per page of a list; invalid values become the default. */
export function parsePaging({ page, limit }: { page?: string | undefined; limit?: string | undefined }) {
  return { page: wholeNumber(page, maxPage) ?? 1, limit: wholeNumber(limit, maxLimit) ?? defaultLimit }
}

/** Trims a text and removes NUL, which PostgreSQL cannot store. */
export function cleanText(text: string | undefined): string {
  return (text ?? '').replaceAll('\0', '').trim()
}

function wholeNumber(text: string | undefined, max: number): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Math.min(Math.max(Number(text), 1), max) : null
}
