/** Rows per page of an administrator's list. */
const usual = 25
const most = 100
const lastPage = 1_000_000

/** Parses the page (from 1) and the rows per page of a list; invalid values become the default. */
export function readPaging({ page, limit }: { page?: string | undefined; limit?: string | undefined }) {
  return { page: whole(page, lastPage) ?? 1, limit: whole(limit, most) ?? usual }
}

/** Trims a text and removes NUL, which PostgreSQL cannot store. */
export function cleanText(text: string | undefined): string {
  return (text ?? '').replaceAll('\0', '').trim()
}

function whole(text: string | undefined, most: number): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Math.min(Math.max(Number(text), 1), most) : null
}
