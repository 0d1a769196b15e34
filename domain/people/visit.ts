/** What a representative notes about a dealer. */
export const visitKinds = ['visit', 'call', 'note'] as const

/** Characters. */
export const visitTextMax = 2000
export const nextStepMax = 200
