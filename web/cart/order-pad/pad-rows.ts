import { type DraftLine, draftLinesMax, isBlankLine } from '#domain/cart/draft-line.ts'

/** A row of the pad. `id` is of this page only. An edited row is a new object. */
export type PadRow = DraftLine & {
  id: number
  /** Other readings, tried one after the other while the code is unknown. */
  others?: readonly DraftLine[]
  /** The first reading, once others were tried. */
  first?: DraftLine
}

/** A line that is read from a text or file. */
export type ReadLine = DraftLine & { others?: readonly DraftLine[] }

export const padColumns = ['code', 'unit', 'quantity'] as const
export type PadColumn = (typeof padColumns)[number]

/** A cell by the place of its row. */
export type Cell = { index: number; column: PadColumn }

/** Rows on a page that nobody has typed on yet. */
export const minRows = 12

/** The last row stays empty, so that there is always one to type in. */
export function withBlanks(rows: readonly PadRow[], newRow: () => PadRow): readonly PadRow[] {
  const last = rows.at(-1)
  const isOpen = rows.length >= draftLinesMax || (last !== undefined && isBlankLine(last))
  const missing = Math.max(minRows - rows.length, isOpen ? 0 : 1)
  return missing <= 0 ? rows : [...rows, ...Array.from({ length: missing }, newRow)]
}

export const countFilled = (rows: readonly PadRow[]): number => rows.filter((row) => !isBlankLine(row)).length

/** The rows as a draft: without empty ones at the end. */
export function linesOf(rows: readonly PadRow[]): DraftLine[] {
  const end = rows.findLastIndex((row) => !isBlankLine(row)) + 1
  return rows.slice(0, end).map(({ code, quantity, unit }) => ({ code, quantity, unit }))
}

/**
 * The rows with others from `at` on: they fill the empty rows there and move what follows down, so that nothing is
 * overwritten. Null if there would be too many.
 */
export function withInserted(rows: readonly PadRow[], at: number, inserted: readonly PadRow[]): PadRow[] | null {
  if (countFilled(rows) + inserted.length > draftLinesMax) return null
  let blanks = 0
  while (blanks < inserted.length && isBlankAt(rows, at + blanks)) blanks += 1
  // A filled row stays the same on screen, with the focus.
  const filling = inserted.map((row, i) => ({ ...row, id: i < blanks ? (rows[at + i]?.id ?? row.id) : row.id }))
  const next = [...rows.slice(0, at), ...filling, ...rows.slice(at + blanks)]
  return next.length > draftLinesMax ? next.filter((row) => !isBlankLine(row)) : next
}

function isBlankAt(rows: readonly PadRow[], at: number): boolean {
  const row = rows[at]
  return row !== undefined && isBlankLine(row)
}
