import { addDays, type Day } from '#domain/text/calendar-day.ts'
import { type BankRate, rateKey } from './bank-rates.ts'

/** A row to be in force from its first to its last day. */
export type NewRate = Omit<BankRate, 'id'>

export type RateChanges = {
  added: NewRate[]
  /** Rows that end earlier. */
  ended: { id: number; validUntil: Day }[]
  removed: number[]
  /** What the payer or the store sees of it: the row that was in force on the first day, and the new one. */
  differences: { before: BankRate | null; after: NewRate | null }[]
  unchanged: number
}

/**
 * The changes that bring rows into force. A row of the same cell ends the day before the new one begins; one that begins on
 * the same day is replaced; what is left of it after the new row's last day goes on; one that begins later stays, and
 * ends the new row.
 */
export function rateChanges(existing: readonly BankRate[], wanted: readonly NewRate[]): RateChanges {
  const changes: RateChanges = { added: [], ended: [], removed: [], differences: [], unchanged: 0 }
  for (const rate of wanted) {
    const cell = existing
      .filter((each) => rateKey(each) === rateKey(rate))
      .toSorted((a, b) => a.validFrom.localeCompare(b.validFrom))
    const before = cell.findLast(({ validFrom }) => validFrom <= rate.validFrom) ?? null
    const isCovered = before !== null && (before.validUntil === null || before.validUntil >= rate.validFrom)
    const covering = isCovered ? before : null
    const [later] = [...cell, ...wanted.filter((each) => rateKey(each) === rateKey(rate))]
      .map(({ validFrom }) => validFrom)
      .filter((validFrom) => validFrom > rate.validFrom)
      .toSorted((a, b) => a.localeCompare(b))
    const validUntil = earlier(rate.validUntil, later === undefined ? null : addDays(later, -1))
    const added = { ...rate, validUntil }
    if (covering !== null && isSame(covering, added) && covering.validUntil === validUntil) {
      changes.unchanged += 1
      continue
    }
    changes.added.push(added)
    changes.differences.push({ before: covering, after: added })
    if (covering === null) continue
    endBefore(changes, covering, rate.validFrom)
    const restFrom = validUntil === null ? null : addDays(validUntil, 1)
    if (restFrom !== null && (covering.validUntil === null || covering.validUntil >= restFrom)) {
      const { id: _id, ...rest } = covering
      changes.added.push({ ...rest, validFrom: restFrom })
    }
  }
  return changes
}

/** The changes that end rows the day before `day`; those that have not begun by then are removed. */
export function endingRates(rates: readonly BankRate[], day: Day): RateChanges {
  const changes: RateChanges = { added: [], ended: [], removed: [], differences: [], unchanged: 0 }
  for (const rate of rates) {
    if (rate.validUntil !== null && rate.validUntil < day) continue
    changes.differences.push({ before: rate, after: null })
    endBefore(changes, rate, day)
  }
  return changes
}

function endBefore(changes: RateChanges, { id, validFrom }: BankRate, day: Day): void {
  if (validFrom < day) changes.ended.push({ id, validUntil: addDays(day, -1) })
  else changes.removed.push(id)
}

/** The rows after the changes. */
export function applyChanges(existing: readonly BankRate[], { added, ended, removed }: RateChanges): NewRate[] {
  const kept = existing
    .filter(({ id }) => !removed.includes(id))
    .map((rate) => ({ ...rate, ...ended.find(({ id }) => id === rate.id) }))
  return [...kept, ...added]
}

/** The same terms, whatever the days. */
function isSame(a: NewRate, b: NewRate): boolean {
  return (
    Number(a.percent) === Number(b.percent) &&
    a.extraInstallments === b.extraInstallments &&
    a.bearer === b.bearer &&
    a.payOutDays === b.payOutDays
  )
}

const earlier = (a: Day | null, b: Day | null): Day | null => (a === null || (b !== null && b < a) ? b : a)
