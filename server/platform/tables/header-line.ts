import type { Cell, RateHeader } from './table.ts'

/** Lines in which a header is looked for: exports have a few lines with titles and dates above it. */
export const headerSearchLines = 30

/**
 * The index of the header among the first lines of a table: the line in which most names are recognized, else the first
 * line with at least two cells, else the first line with any.
 */
export function findHeader(lines: readonly (readonly Cell[])[], rate: RateHeader): { index: number; score: number } {
  let best = { index: -1, score: 0 }
  for (const [index, cells] of lines.slice(0, headerSearchLines).entries()) {
    const score = rate(cells.map(String))
    if (score > best.score) best = { index, score }
  }
  if (best.index >= 0) return best
  const filled = lines.map((cells) => cells.filter((cell) => String(cell).trim() !== '').length)
  const first = filled.findIndex((n) => n > 0)
  const wide = filled.findIndex((n) => n > 1)
  return { index: filled[first] === 1 && wide >= 0 ? wide : first, score: 0 }
}
