import { type DraftLine, draftTextMax } from '#domain/cart/draft-line.ts'
import { type PastedLine, parsePaste } from '#domain/cart/pasted-lines.ts'
import { cleanCell, readPastedTable } from '#domain/cart/pasted-table.ts'
import type { ReadLine } from './pad-rows.ts'

/** Rows read from a text; `heading`, `setAside` and `hasPrice`: what was not taken over, to be said. */
export type ReadRows = { lines: ReadLine[]; heading: string | null; setAside: string[]; hasPrice: boolean }

/** Longer texts are no lists: 2,000 rows take far less. */
const textMax = 4 * 2 ** 20
/** Longer lines are cut before they are read. */
const lineMax = 400

/** The rows of a pasted text or a file: a table by its columns, anything else line by line. */
export function readRows(given: string): ReadRows {
  const text = given.slice(0, textMax)
  const table = readPastedTable(text)
  if (table !== null) {
    const { rows, heading, setAside, columns } = table
    const lines = rows.map(({ others, ...row }) => ({ ...row, others: others.map((code) => ({ ...row, code })) }))
    return { lines, heading, setAside, hasPrice: columns.includes('price') }
  }
  const plain = text
    .split(/\r\n|\r|\n/)
    .map((line) => cleanCell(line.slice(0, lineMax)))
    .join('\n')
  const { lines, heading, spoken } = parsePaste(plain)
  return {
    lines: lines.map((line) => ({ ...lineOf(line), others: (line.others ?? []).map(lineOf) })),
    heading,
    setAside: spoken,
    hasPrice: lines.some(({ price }) => price !== undefined),
  }
}

function lineOf({ code, typed, unit = '' }: PastedLine): DraftLine {
  return {
    code: code.slice(0, draftTextMax.code),
    quantity: typed.slice(0, draftTextMax.quantity),
    unit: unit.slice(0, draftTextMax.unit),
  }
}

/** The cells of a single column; null if the text has several, or only one row. */
export function readColumn(text: string): string[] | null {
  if (/[\t;]/.test(text)) return null
  const cells = text.replace(/(?:\r\n|\r|\n)+$/, '').split(/\r\n|\r|\n/)
  return cells.length > 1 ? cells.map(cleanCell) : null
}
