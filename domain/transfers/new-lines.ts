import { decimal } from '#domain/money/money.ts'
import type { BankLine } from './bank-line.ts'
import { proofs } from './same-line.ts'

export type FileLine = BankLine & { fingerprint: string }
/** A stored line of the days of the file. `format`: of the file that it came from. */
export type StoredLine = Omit<FileLine, 'senderIban'> & { occurrence: number; format: string }
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
 * transfers. Formats of one bank write different texts: a line that another format has stored is recognized by its account, day,
 * amount, and by what `proofs` lists.
 */
export function newLines(lines: readonly FileLine[], stored: readonly StoredLine[], format: string): NewLine[] {
  const last = new Map<string, number>()
  for (const { fingerprint, occurrence } of stored) {
    last.set(fingerprint, Math.max(occurrence, last.get(fingerprint) ?? 0))
  }
  const equal = pool(stored, ({ fingerprint }) => fingerprint)
  const unmatched = lines
    .filter((line) => !equal.take(line, (other) => isSame(other.balance, line.balance)))
    .filter((line) => !equal.take(line, (other) => other.balance === null || line.balance === null))
  const others = pool(
    equal.rest().filter((line) => line.format !== format),
    ({ day, amount }) => `${day} ${decimal(amount).toFixed(2)}`,
  )
  return proofs
    .reduce((rest, isProven) => rest.filter((line) => !others.take(line, (other) => isProven(line, other))), unmatched)
    .map((line) => {
      const occurrence = (last.get(line.fingerprint) ?? 0) + 1
      last.set(line.fingerprint, occurrence)
      return { ...line, occurrence }
    })
}

/** Stored lines by a key; `take` removes one that fits, and tells whether there was one. */
function pool(
  stored: readonly StoredLine[],
  keyOf: (line: Pick<FileLine, 'fingerprint' | 'day' | 'amount'>) => string,
) {
  const byKey = Map.groupBy(stored, keyOf)
  return {
    take(line: FileLine, fits: (stored: StoredLine) => boolean): boolean {
      const found = byKey.get(keyOf(line)) ?? []
      const at = found.findIndex(fits)
      if (at >= 0) found.splice(at, 1)
      return at >= 0
    },
    rest: (): StoredLine[] => [...byKey.values()].flat(),
  }
}
