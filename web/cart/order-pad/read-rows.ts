import { cleanText } from '#domain/cart/order-text/clean-text.ts'
import { type DraftText, readDraftLines } from '#domain/cart/order-text/draft-lines.ts'

export type ReadRows = DraftText

/** Longer texts are no lists: 2,000 rows take far less. */
const textMax = 4 * 2 ** 20

/** The rows of a pasted text or a file: a sheet by its columns, a message by its lines. */
export const readRows = (text: string): ReadRows => readDraftLines(text.slice(0, textMax))

/** The cells of a single column; null if the text has several, or only one row. */
export function readColumn(text: string): string[] | null {
  if (/[\t;]/.test(text)) return null
  const cells = text.replace(/(?:\r\n|\r|\n)+$/, '').split(/\r\n|\r|\n/)
  return cells.length > 1 ? cells.map((cell) => cleanText(cell).replace(/\s+/g, ' ').trim()) : null
}
