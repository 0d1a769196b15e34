/** Rows on a page of an administrator's list, and the most that may be asked for. */
const usual = 25
const most = 100
const lastPage = 1_000_000

/** Which page of a list; what cannot be read counts as not said. */
export function readPaging({ page, limit }: { page?: string | undefined; limit?: string | undefined }) {
  return { page: whole(page, lastPage) ?? 1, limit: whole(limit, most) ?? usual }
}

/** As typed; the database takes no NUL in texts. */
export function cleanText(text: string | undefined): string {
  return (text ?? '').replaceAll('\0', '').trim()
}

function whole(text: string | undefined, most: number): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Math.min(Math.max(Number(text), 1), most) : null
}
