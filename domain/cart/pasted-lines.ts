import { quantityMax } from './quantity.ts'

/** What the fields of a row say; `typed` is the text in place of the quantity, '' if there is none. */
export type Cells = { code: string; typed: string; unit?: string | undefined }

/** Maximum number of rows per paste. */
export const pastedRowsMax = 2000

/**
 * One row of a pasted list: code, quantity and, if named, unit. `quantity` is null if it is invalid; `typed` is the
 * text in its place, '' if there is none and 1 is assumed. `text` is the whole row.
 */
export type PastedLine = {
  row: number
  code: string
  quantity: number | null
  typed: string
  unit?: string
  text: string
  /** A price in the row, which is ignored. */
  price?: string
}

/** A row as typed into its fields; a unit may stand in either of the last two. */
export function pastedLine(row: number, text: string, { code, typed, unit }: Cells): PastedLine {
  const [quantity, own] = splitUnit(typed)
  const named = unit?.trim() || own
  return { row, code, quantity: pastedQuantity(quantity), typed: quantity, ...(named ? { unit: named } : {}), text }
}

/** "5 ADET" and "5ADET" as quantity and unit; any other text as the quantity alone. */
export function splitUnit(typed: string): [string, string?] {
  const [, quantity, unit] = /^([\d.,\s]{0,15}\d)\s*(\p{L}[\p{L}.]{0,14}(?:\s?\(\d+\))?)$/u.exec(typed) ?? []
  return quantity === undefined || unit === undefined ? [typed] : [quantity, unit.replace(/\s?\(\d+\)$/, '')]
}

/**
 * Parses a whole number with grouped thousands ("1.200", "1,200", "1 200") or zero decimals ("5,00"); empty means 1.
 */
export function pastedQuantity(text: string | undefined): number | null {
  if (text === undefined || text === '') return 1
  const plain = text.replace(/[\s\u00a0]/g, '').replace(/[.,]0{1,2}$/, '')
  if (!/^(\d+|\d{1,3}(\.\d{3})+|\d{1,3}(,\d{3})+)$/.test(plain)) return null
  const value = Number(plain.replace(/[.,]/g, ''))
  return value >= 1 && value <= quantityMax ? value : null
}
