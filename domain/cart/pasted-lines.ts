import { quantityMax } from './quantity.ts'

/** Maximum number of rows per paste. */
export const pastedRowsMax = 2000

/**
 * One row of a pasted list: code, quantity and, if named, unit. `quantity` is null if it is invalid; `typed` is the
 * text in its place, '' if there is none and 1 is assumed.
 */
export type PastedLine = { row: number; code: string; quantity: number | null; typed: string; unit?: string }

const rowEnd = /\r\n|\r|\n/

/**
 * Parses rows of "code, quantity[, unit]" copied from a spreadsheet (tabs) or separated by semicolons, commas or
 * spaces. A row with only a code means a quantity of 1. Skips empty rows and a first row whose quantity is a word (a
 * heading). `row` counts from 1 as in the pasted text.
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

/** The rows with these numbers, unchanged. Puts `heading` before a first row that would be mistaken for one. */
export function pickRows(text: string, numbers: readonly number[], heading: string): string {
  const all = text.split(rowEnd)
  const picked = numbers.map((number) => all[number - 1] ?? '').join('\n')
  return pastedLines(picked).length < numbers.length ? `${heading}\n${picked}` : picked
}

/** Codes may contain spaces and commas when another separator splits the cells. */
function cellsOf(line: string): string[] {
  const mark = ['\t', ';'].find((each) => line.includes(each))
  const cells =
    mark === undefined ? (/^(.*?)(?:\s*,\s*|\s+)(\S+)$/.exec(line.trim())?.slice(1) ?? [line]) : line.split(mark)
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
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
