import { quantityMax } from './quantity.ts'

/** Most rows that are taken at once. */
export const pastedRowsMax = 2000

/**
 * One row of a pasted list: a code, how many of it, and the unit where one is named. `quantity` null = it is no quantity;
 * `typed` is what stands in its place, '' where nothing does and one is meant.
 */
export type PastedLine = { row: number; code: string; quantity: number | null; typed: string; unit?: string }

const rowEnd = /\r\n|\r|\n/

/**
 * Reads rows of "code, quantity[, unit]" as a spreadsheet copies them (tabs), or parted by semicolons, commas or spaces. A row
 * of a code alone wants one. Empty rows are left out, and a first row whose quantity is a word is a heading. `row` counts
 * from 1 as in the pasted text.
 */
export function pastedLines(text: string): PastedLine[] {
  const lines: PastedLine[] = []
  let isFirst = true
  for (const [at, line] of text.split(rowEnd).entries()) {
    const [code = '', quantity, unit] = cellsOf(line)
    if (code === '' && !quantity) continue
    const isHeading = isFirst && quantity && /^\D+$/.test(quantity)
    isFirst = false
    if (isHeading) continue
    lines.push({
      row: at + 1,
      code,
      quantity: pastedQuantity(quantity),
      typed: quantity ?? '',
      ...(unit ? { unit } : {}),
    })
  }
  return lines
}

/** The rows of those numbers as they stand in the text. `heading` goes before a first row that would be taken for one. */
export function pickRows(text: string, numbers: readonly number[], heading: string): string {
  const all = text.split(rowEnd)
  const picked = numbers.map((number) => all[number - 1] ?? '').join('\n')
  return pastedLines(picked).length < numbers.length ? `${heading}\n${picked}` : picked
}

/** Codes may hold spaces and commas where another mark parts the cells. */
function cellsOf(line: string): string[] {
  const mark = ['\t', ';'].find((each) => line.includes(each))
  const cells =
    mark === undefined ? (/^(.*?)(?:\s*,\s*|\s+)(\S+)$/.exec(line.trim())?.slice(1) ?? [line]) : line.split(mark)
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}

/** A whole number, with thousands parted ("1.200", "1,200", "1 200") or decimals that are all 0 ("5,00"); nothing = 1. */
export function pastedQuantity(text: string | undefined): number | null {
  if (text === undefined || text === '') return 1
  const plain = text.replace(/[\s\u00a0]/g, '').replace(/[.,]0{1,2}$/, '')
  if (!/^(\d+|\d{1,3}(\.\d{3})+|\d{1,3}(,\d{3})+)$/.test(plain)) return null
  const value = Number(plain.replace(/[.,]/g, ''))
  return value >= 1 && value <= quantityMax ? value : null
}
