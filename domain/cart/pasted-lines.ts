import { quantityMax } from './quantity.ts'
import { isUnitName } from './unit-name.ts'

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
}

type Cells = { code: string; typed: string; unit?: string | undefined }

const rowEnd = /\r\n|\r|\n/

/** The rows of a list, and its heading: the first row, if it has words and no number besides the code. */
export type PastedList = { lines: PastedLine[]; heading: string | null }

/**
 * Parses rows of "code, quantity[, unit]" copied from a spreadsheet (tabs) or separated by semicolons, commas or
 * spaces; the unit may follow the quantity ("5 ADET"). A row with only a code means a quantity of 1. Skips empty rows
 * and a heading. `row` counts from 1 as in the pasted text.
 */
export function parsePaste(text: string): PastedList {
  const lines: PastedLine[] = []
  let heading: string | null = null
  let isFirst = true
  for (const [at, line] of text.split(rowEnd).entries()) {
    if (line.replace(/[;,"\s]/g, '') === '') continue
    const cells = cellsOf(line)
    const isHeading = isFirst && cells.typed !== '' && !/\d/.test(line.replace(cells.code, ''))
    isFirst = false
    if (isHeading) heading = line.trim()
    else lines.push(pastedLine(at + 1, line.trim(), cells))
  }
  return { lines, heading }
}

/** A row as typed into its fields; a unit may stand in either of the last two. */
export function pastedLine(row: number, text: string, { code, typed, unit }: Cells): PastedLine {
  const [quantity, own] = splitUnit(typed)
  const named = unit?.trim() || own
  return { row, code, quantity: pastedQuantity(quantity), typed: quantity, ...(named ? { unit: named } : {}), text }
}

/** Rows as text that is parsed into the same rows; with `heading` before a first row that would be taken for one. */
export function textOfLines(lines: readonly Cells[], heading: string): string {
  const text = lines.map(({ code, typed, unit }) => [code, typed, ...(unit ? [unit] : [])].join('\t')).join('\n')
  return parsePaste(text).lines.length < lines.length ? `${heading}\n${text}` : text
}

const number = String.raw`\d+(?:[.,]\d+)*`
/** "code 5", "code, 5" and "code 5 ADET". */
const codeFirst = new RegExp(String.raw`^(.*?)(?:\s*,\s*|\s+)(${number})\s*,?\s*(\p{L}\S*)?$`, 'u')
/** "5 ADET code" and "5 x code". */
const quantityFirst = new RegExp(String.raw`^(${number})\s*(\p{L}+)\s+(\S+)$`, 'u')
/** Any two cells. */
const twoCells = /^(.*?)(?:\s*,\s*|\s+)(\S+)$/

/** Codes may contain spaces and commas when another separator splits the cells. */
function cellsOf(line: string): Cells {
  const mark = ['\t', ';'].find((each) => line.includes(each))
  if (mark !== undefined) return columnsOf(line.split(mark).map(bare))
  const text = bare(line)
  const [, count = '', word = '', last = ''] = quantityFirst.exec(text) ?? []
  if (word === 'x' || word === 'X' || isUnitName(word)) {
    return { code: last, typed: count, unit: isUnitName(word) ? word : undefined }
  }
  const [, code = text, typed = '', unit] = codeFirst.exec(text) ?? twoCells.exec(text) ?? []
  return { code, typed, unit }
}

/**
 * The code is in the first column and the quantity in the second. Where the second holds something else, e.g. a name,
 * the quantity is the only column with a whole number.
 */
function columnsOf([code = '', ...others]: string[]): Cells {
  const numeric = others.flatMap((cell, i) => (cell !== '' && pastedQuantity(splitUnit(cell)[0]) !== null ? [i] : []))
  const second = others[0] ?? ''
  const [only = 0] = second !== '' && !numeric.includes(0) && numeric.length === 1 ? numeric : [0]
  const after = others[only + 1]
  const unit = after !== undefined && /\p{L}/u.test(after) ? after : others.find(isUnitName)
  return { code, typed: others[only] ?? '', unit }
}

function bare(cell: string): string {
  return cell.trim().replace(/^"(.*)"$/, '$1')
}

/** "5 ADET" and "5ADET" as quantity and unit; any other text as the quantity alone. */
function splitUnit(typed: string): [string, string?] {
  const [, quantity, unit] = /^([\d.,\s]*\d)\s*(\p{L}[\p{L}.]*(?:\s*\(\d+\))?)$/u.exec(typed) ?? []
  return quantity === undefined || unit === undefined ? [typed] : [quantity, unit.replace(/\s*\(\d+\)$/, '')]
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
