/** What becomes of a fault report. `new` until somebody of the store has looked at it. */
export const faultStates = ['new', 'in_review', 'repaired', 'replaced', 'rejected', 'closed'] as const
export type FaultState = (typeof faultStates)[number]

/** Photos of one report. */
export const faultPhotosMax = 5

const ends = ['repaired', 'replaced', 'rejected', 'closed'] as const

/** Where a report may go from each state: what was decided can be looked at again, and nothing becomes new once more. */
const moves: Record<FaultState, readonly FaultState[]> = {
  new: ['in_review', ...ends],
  in_review: ends,
  repaired: ['in_review', 'closed'],
  replaced: ['in_review', 'closed'],
  rejected: ['in_review', 'closed'],
  closed: ['in_review'],
}

/** The states that may follow, in the order in which they are offered. */
export function nextFaultStates(state: FaultState): readonly FaultState[] {
  return moves[state]
}

/** Whether a report may go from one state to the other; staying is always possible. */
export function mayMoveFault(from: FaultState, to: FaultState): boolean {
  return from === to || moves[from].includes(to)
}

/** `A` + year + six digits, rising. */
export function faultReportNumber(year: number, sequence: number): string {
  return `A${year}${String(sequence).padStart(6, '0')}`
}
