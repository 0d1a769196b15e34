/** The states of an application of a company that wants to become a dealer. */
export const applicationStates = ['new', 'asked', 'answered', 'approved', 'refused'] as const
export type ApplicationState = (typeof applicationStates)[number]

/** The only table of allowed moves. */
const moves: Record<ApplicationState, readonly ApplicationState[]> = {
  new: ['asked', 'approved', 'refused'],
  asked: ['answered', 'approved', 'refused'],
  answered: ['asked', 'approved', 'refused'],
  approved: [],
  refused: [],
}

export const canMoveApplication = (from: ApplicationState, to: ApplicationState): boolean => moves[from].includes(to)

/** The states from which an application may move to this one. */
export const statesBefore = (to: ApplicationState): ApplicationState[] =>
  applicationStates.filter((from) => canMoveApplication(from, to))

/** Applications in these states wait for the store. */
export const waitingStates: readonly ApplicationState[] = ['new', 'answered']

/** What an applicant does. */
export const businessKinds = ['retailer', 'contractor', 'wholesaler', 'online', 'manufacturer', 'other'] as const
export type BusinessKind = (typeof businessKinds)[number]

/** Documents of an application: the tax certificate and the signature circular. `other`: what the store asks for. */
export const applicationFileKinds = ['tax_certificate', 'signature_circular', 'other'] as const
export type ApplicationFileKind = (typeof applicationFileKinds)[number]

/** Files of one form. */
export const applicationFilesMax = 6

/** Milliseconds: nobody fills in the form faster; and it is valid as long as files wait for their application. */
export const formMinMs = 3_000
export const formMaxMs = 24 * 3600 * 1000

/** `B` + year + a rising six-digit number. */
export function applicationNumber(year: number, sequence: number): string {
  return `B${year}${String(sequence).padStart(6, '0')}`
}
