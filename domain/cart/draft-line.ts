import { pastedLine, pastedRowsMax } from './pasted-lines.ts'

/** A line of the order pad as typed; each text may be empty. An empty quantity means 1, an empty unit the default one. */
export type DraftLine = { code: string; quantity: string; unit: string }

/** Maximum number of lines of a draft. */
export const draftLinesMax = pastedRowsMax

/** Maximum lengths of the texts of a line. */
export const draftTextMax = { code: 100, quantity: 20, unit: 40 } as const

export const isBlankLine = ({ code, quantity, unit }: DraftLine): boolean =>
  code.trim() === '' && quantity.trim() === '' && unit.trim() === ''

/** The line as a row of a list is read: `quantity` is null if it is no whole number from 1 to 1,000,000. */
export function requestedLine({ code, quantity, unit }: DraftLine) {
  const read = pastedLine(0, '', { code: code.trim(), typed: quantity.trim(), unit })
  return { code: read.code, quantity: read.quantity, ...(read.unit === undefined ? {} : { unit: read.unit }) }
}

const keyOf = ({ code, quantity, unit }: DraftLine) => JSON.stringify([code, quantity, unit])

export const isSameDraft = (a: readonly DraftLine[], b: readonly DraftLine[]): boolean =>
  a.length === b.length && a.every((line, i) => keyOf(line) === keyOf(b[i]!))

/**
 * Two drafts that were made from `base`, as one: `theirs` without the lines that `mine` no longer has, and after them the lines
 * that only `mine` has. A line that both have changed is there in both versions.
 */
export function mergeDrafts(
  base: readonly DraftLine[],
  mine: readonly DraftLine[],
  theirs: readonly DraftLine[],
): DraftLine[] {
  const removed = countLines(base)
  const added = countLines(mine)
  for (const [key, count] of countLines(base)) {
    const inBoth = Math.min(count, added.get(key) ?? 0)
    removed.set(key, count - inBoth)
    added.set(key, (added.get(key) ?? 0) - inBoth)
  }
  const takeFrom = (counts: Map<string, number>) => (line: DraftLine) => {
    const left = counts.get(keyOf(line)) ?? 0
    counts.set(keyOf(line), left - 1)
    return left > 0
  }
  const isRemoved = takeFrom(removed)
  const isAdded = takeFrom(added)
  return [...theirs.filter((line) => !isRemoved(line)), ...mine.filter(isAdded)].filter((line) => !isBlankLine(line))
}

/** Whether lines were only added to `base`: each of its lines is still there. */
export function onlyAdds(base: readonly DraftLine[], lines: readonly DraftLine[]): boolean {
  const counts = countLines(lines)
  return [...countLines(base)].every(([key, count]) => (counts.get(key) ?? 0) >= count)
}

function countLines(lines: readonly DraftLine[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1)
  return counts
}
