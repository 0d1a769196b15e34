import { decimal } from '#domain/money/money.ts'
import type { BankLine } from './bank-line.ts'

export type FileLine = BankLine & { fingerprint: string }
/** A stored line with the fingerprint of one in the file. */
export type StoredLine = { fingerprint: string; occurrence: number; balance: string | null }
export type NewLine = FileLine & { occurrence: number }

/**
 * The lines of a file in the order in which the bank has booked them, without rows that the file repeats. Files may begin with the
 * newest line. `gaps`: how often the running balance does not follow from the line before.
 */
export function orderLines(lines: readonly FileLine[]): { lines: FileLine[]; repeated: number; gaps: number } {
  const reversed = lines.toReversed()
  const isReversed = countGaps(reversed) < countGaps(lines) || isNewestFirst(lines)
  const kept = withoutRepeated(isReversed ? reversed : lines)
  return { lines: kept, repeated: lines.length - kept.length, gaps: countGaps(kept) }
}

function isNewestFirst(lines: readonly FileLine[]): boolean {
  const isWithoutBalances = lines.every(({ balance }) => balance === null)
  return isWithoutBalances && (lines[0]?.day ?? '') > (lines.at(-1)?.day ?? '')
}

/**
 * A row that the file repeats has a balance of before, which does not follow from the line before. Transfers that are equal in
 * everything else have different balances.
 */
function withoutRepeated(lines: readonly FileLine[]): FileLine[] {
  const balancesOf = new Map<string, string[]>()
  return lines.filter((line, index) => {
    const { fingerprint, balance } = line
    const before = balancesOf.get(fingerprint) ?? []
    if (!follows(lines[index - 1], line) && before.some((each) => isSame(each, balance))) return false
    if (balance !== null) balancesOf.set(fingerprint, [...before, balance])
    return true
  })
}

const countGaps = (lines: readonly FileLine[]): number =>
  lines.filter((line, index) => !follows(lines[index - 1], line)).length

/** Whether the balance of a line follows from the line before; also where one of them has none. */
function follows(before: FileLine | undefined, { amount, balance }: FileLine): boolean {
  if (before === undefined || before.balance === null || balance === null) return true
  return decimal(before.balance).plus(amount).equals(balance)
}

const isSame = (a: string | null, b: string | null): boolean => a !== null && b !== null && decimal(a).equals(b)

/**
 * The lines of a file that are not stored, with the number of their occurrence. Each stored line stands for one line of the file:
 * for one with its balance, else for one where the file or the store has no balance. Lines with another balance are further
 * transfers.
 */
export function newLines(lines: readonly FileLine[], stored: readonly StoredLine[]): NewLine[] {
  const rest = Map.groupBy(stored, ({ fingerprint }) => fingerprint)
  const last = new Map([...rest].map(([key, all]) => [key, Math.max(...all.map(({ occurrence }) => occurrence))]))
  const isStored = ({ fingerprint }: FileLine, fits: (stored: StoredLine) => boolean): boolean => {
    const equal = rest.get(fingerprint) ?? []
    const at = equal.findIndex(fits)
    if (at >= 0) equal.splice(at, 1)
    return at >= 0
  }
  return lines
    .filter((line) => !isStored(line, (other) => isSame(other.balance, line.balance)))
    .filter((line) => !isStored(line, (other) => other.balance === null || line.balance === null))
    .map((line) => {
      const occurrence = (last.get(line.fingerprint) ?? 0) + 1
      last.set(line.fingerprint, occurrence)
      return { ...line, occurrence }
    })
}
