import { quantityMax } from './quantity.ts'
import { isUnitName } from './unit-name.ts'
import { type Cells, isGreeting, isSpoken, readWrittenLine, splitMessage, type WrittenLine } from './written-line.ts'

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
  /** Other readings of the row, which count if this one's code is unknown. */
  others?: PastedLine[]
  /** A price in the row, which is ignored. */
  price?: string
}

const rowEnd = /\r\n|\r|\n/

/**
 * The rows of a list; its heading: the first row, if it has words and no number besides the code; and rows that are said
 * to a person ("Merhaba").
 */
export type PastedList = { lines: PastedLine[]; heading: string | null; spoken: string[] }

/**
 * Parses rows of "code, quantity[, unit]" copied from a spreadsheet (tabs) or separated by semicolons, and rows as people
 * write them: "code 5", "5 ADET code", "code x 5", "code - 5 ad 2,50 tl". A row with only a code means a quantity of 1.
 * Skips empty rows and a heading. `row` counts from 1 as in the pasted text.
 */
export function parsePaste(text: string): PastedList {
  const lines: PastedLine[] = []
  const spoken: string[] = []
  let heading: string | null = null
  let isFirst = true
  for (const [at, line] of text.split(rowEnd).flatMap(splitMessage).entries()) {
    if (line.replace(/[;,"\s]/g, '') === '') continue
    const { readings, price } = readingsOf(line)
    const isHeading = isFirst && isHeadingOf(line, readings[0])
    const isSaid = !/[\t;]/.test(line) && isSpoken(line)
    if (isHeading && !(isSaid && isGreeting(line))) heading = line.trim()
    else if (isSaid) spoken.push(line.trim())
    else lines.push(lineOf(at + 1, line.trim(), readings, price))
    isFirst = false
  }
  return { lines, heading, spoken }
}

const isHeadingOf = (line: string, { code, typed }: Cells) =>
  typed !== '' && !/\d/.test(/[\t;]/.test(line) ? line.replace(code, '') : line)

function lineOf(row: number, text: string, [first, ...others]: [Cells, ...Cells[]], price?: string): PastedLine {
  return {
    ...pastedLine(row, text, first),
    ...(others.length > 0 && { others: others.map((cells) => pastedLine(row, text, cells)) }),
    ...(price !== undefined && { price }),
  }
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

/** Codes may contain spaces and commas when another separator splits the cells. */
function readingsOf(line: string): WrittenLine {
  const mark = ['\t', ';'].find((each) => line.includes(each))
  if (mark === undefined) return readWrittenLine(bare(line))
  return { readings: [columnsOf(line.split(mark).map(bare))], price: undefined }
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
