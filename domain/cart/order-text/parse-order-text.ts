import { pastedQuantity } from '#domain/cart/pasted-lines.ts'
import { orderedUnit } from '#domain/cart/unit-name.ts'
import {
  type Aside,
  bareLine,
  hasNoQuantity,
  isQuantityOnly,
  listNumber,
  orderLinesMax,
  type OrderPiece,
  pieceLengthMax,
  splitLine,
  withQuantity,
} from './split-text.ts'
import { reasonOf } from './aside-reason.ts'
import { cleanText } from './clean-text.ts'
import {
  cellsOf,
  type ColumnRole,
  completeRoles,
  contentRoles,
  headingRoles,
  type TableCells,
  tableRows,
} from './read-table.ts'
import type { Reading } from './read-quantity.ts'

/** Maximum length of an order text in characters. */
export const orderTextMax = 1_000_000

/** A piece of a message, or a row of a sheet with its cells. */
export type TextLine = OrderPiece & { cells?: TableCells }
/** `isTooLong`: there are more lines than `orderLinesMax`, and the rest was not read. */
export type ParsedText = { lines: TextLine[]; asides: Aside[]; isTooLong: boolean }

/**
 * The lines of a text as people send orders: messages, lists and rows copied from a sheet, in the order of the text, and
 * what is no line, with the reason. Time grows with the length of the text.
 */
export function parseOrderText(text: string): ParsedText {
  const rows = cleanText(text).split(/\r\n|\r|\n/)
  const parsed: ParsedText = { lines: [], asides: [], isTooLong: false }
  let lastNumber = 0
  for (let at = 0; at < rows.length; ) {
    if (isFull(parsed)) return { ...parsed, isTooLong: true }
    const mark = tableMark(rows[at] ?? '') ?? (opensCell(rows, at) ? '\t' : commaHeading(rows[at] ?? ''))
    if (mark !== null) {
      let end = at + 1
      let filled = 0
      while (end < rows.length && filled <= orderLinesMax * 2 && isRowOf(rows, at, end, mark)) {
        if (/[^\s;]/.test(rows[end] ?? '')) filled++
        end++
      }
      readTable(rows.slice(at, end), at + 1, mark, parsed)
      at = end
      continue
    }
    const line = rows[at] ?? ''
    if (line.trim() === '') {
      at++
      continue
    }
    const number = listNumber(line)
    const isNext = number !== null && (number === lastNumber + 1 || number === 1)
    if (isNext) lastNumber = number
    readLine(at + 1, bareLine(line, isNext ? number : null), parsed)
    at++
  }
  return { ...parsed, isTooLong: isFull(parsed) }
}

const isFull = ({ lines, asides }: ParsedText) => lines.length > orderLinesMax || asides.length > orderLinesMax

const isRowOf = (rows: readonly string[], from: number, at: number, mark: string) =>
  tableMark(rows[at] ?? '') === mark ||
  (mark === ',' && rows[at]?.includes(',') === true) ||
  (mark === '\t' && isInCell(rows, from, at))

/** What separates the cells of a line: tabs, or semicolons unless they separate several orders of a message. */
function tableMark(line: string): string | null {
  if (line.includes('\t')) return '\t'
  if (!line.includes(';')) return null
  const cells = line.split(';').map((cell) => cell.trim())
  const isList = cells
    .slice(1, 4)
    .some((cell) => cell !== '' && pastedQuantity(cell.replace(/\s*\p{L}+\.?$/u, '')) !== null)
  return isList || headingRoles(cells) !== null ? ';' : null
}

/** A file with commas is known by its heading. */
const commaHeading = (line: string) =>
  line.includes(',') && headingRoles(line.split(',').map((cell) => cell.trim())) !== null ? ',' : null

/** Whether a row begins with a quoted cell that goes on in the next ones, and further cells after it. */
function opensCell(rows: readonly string[], at: number): boolean {
  if (!/^"[^"]*$/.test(rows[at] ?? '')) return false
  const end = rows.slice(at + 1, at + 20).find((row) => row.includes('"'))
  return end !== undefined && /^[^"\t]*"\t/.test(end)
}

/** Whether a line goes on with a quoted cell that was opened in one of the rows before. */
function isInCell(rows: readonly string[], from: number, at: number): boolean {
  const text = rows.slice(Math.max(from, at - 20), at).join('\n')
  return /(?:^|[\t\n])"/.test(text) && (text.match(/"/g)?.length ?? 0) % 2 === 1
}

function readLine(row: number, line: string, parsed: ParsedText): void {
  if (!/[\p{L}\p{N}]/u.test(line)) return
  const { pieces, asides } = splitLine(row, line)
  parsed.asides.push(...asides)
  const [only, ...others] = pieces
  const before = parsed.lines.at(-1)
  if (only !== undefined && others.length === 0 && before !== undefined && before.cells === undefined) {
    // The quantity stands on the line below the name, or above it.
    if (isQuantityOnly(only) && hasNoQuantity(before) && before.row === row - 1) {
      parsed.lines[parsed.lines.length - 1] = withQuantity(before, only)
      return
    }
    if (isQuantityOnly(before) && hasNoQuantity(only) && before.row === row - 1) {
      parsed.lines[parsed.lines.length - 1] = withQuantity(only, before)
      return
    }
  }
  parsed.lines.push(...pieces)
}

function readTable(rows: readonly string[], firstRow: number, mark: string, parsed: ParsedText): void {
  const table = tableRows(rows.join('\n'), mark)
  let row = firstRow
  let block: { row: number; cells: string[] }[] = []
  let roles: (ColumnRole | undefined)[] | null = null
  const flush = () => {
    readBlock(block, roles, parsed)
    block = []
  }
  for (const { cells, lines } of table) {
    const named = headingRoles(cells)
    if (named !== null) {
      flush()
      roles = named
      parsed.asides.push({ row, text: textOf(cells), reason: 'heading' })
    } else if (cells.some((cell) => cell !== '')) block.push({ row, cells })
    row += lines
  }
  flush()
}

function readBlock(
  block: readonly { row: number; cells: string[] }[],
  named: readonly (ColumnRole | undefined)[] | null,
  parsed: ParsedText,
): void {
  const rows = block.filter(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
  const read = (rows.length > 0 ? rows : block).map(({ cells }) => cells)
  const roles = named === null ? contentRoles(read) : completeRoles(named, read)
  for (const { row, cells } of block) {
    const given = cellsOf(cells, roles)
    const text = textOf(cells).slice(0, pieceLengthMax)
    const filled = cells.filter((cell) => cell !== '')
    const reason = reasonOf(filled.join(' '))
    if (reason === 'total' || (reason === 'address' && given.typed === '')) parsed.asides.push({ row, text, reason })
    else if (filled.length === 1 && rows.length > 0 && !/\d/.test(text))
      parsed.asides.push({ row, text, reason: 'heading' })
    else
      parsed.lines.push(tableLine(row, text, given, filled.length === 1 && given.typed === '' ? (filled[0] ?? '') : ''))
  }
}

function tableLine(row: number, text: string, given: TableCells, only: string): TextLine {
  const { code, barcode, name, typed, unit, price } = given
  const cells = code === '' && barcode === '' && name === '' ? { ...given, code: only } : given
  const quantity = typed === '' ? null : pastedQuantity(typed)
  const reading: Reading = {
    kind: typed === '' ? 'missing' : 'stated',
    quantity,
    typed,
    ...(unit !== '' && { unit: orderedUnit(unit) ?? unit }),
    rest: (cells.name || cells.code || cells.barcode).slice(0, pieceLengthMax),
  }
  return { row, text, readings: [reading], cells, ...(price !== '' && { price }) }
}

const textOf = (cells: readonly string[]) => cells.filter((cell) => cell !== '').join('\t')
