/** States of a fault report. `new` until an administrator has looked at it. */
export const faultStates = ['new', 'in_review', 'repaired', 'replaced', 'rejected', 'closed'] as const
export type FaultState = (typeof faultStates)[number]

/** Maximum number of photos of one report. */
export const faultPhotosMax = 5

const ends = ['repaired', 'replaced', 'rejected', 'closed'] as const

/** Allowed next states. A decided report can be reviewed again; none becomes new again. */
const transitions: Record<FaultState, readonly FaultState[]> = {
  new: ['in_review', ...ends],
  in_review: ends,
  repaired: ['in_review', 'closed'],
  replaced: ['in_review', 'closed'],
  rejected: ['in_review', 'closed'],
  closed: ['in_review'],
}

/** The allowed next states, in the order in which they are offered. */
export function nextFaultStates(state: FaultState): readonly FaultState[] {
  return transitions[state]
}

/** Whether a report may change from one state to the other. Keeping the state is always allowed. */
export function canChangeFaultState(from: FaultState, to: FaultState): boolean {
  return from === to || transitions[from].includes(to)
}

/** `A` + year + a rising six-digit number. */
export function faultReportNumber(year: number, sequence: number): string {
  return `A${year}${String(sequence).padStart(6, '0')}`
}
