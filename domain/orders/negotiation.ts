/** Where the negotiation of an offer is: the store has to answer, the dealer has to, or one side has ended it. */
export const negotiationStates = ['asked', 'answered', 'agreed', 'declined', 'refused'] as const
export type NegotiationState = (typeof negotiationStates)[number]

/** What the sides do in turn: `request`, `acceptance` and `decline` are the dealer's, the others the store's. */
export const roundKinds = ['request', 'version', 'refusal', 'acceptance', 'decline'] as const
export type RoundKind = (typeof roundKinds)[number]

export const sideOf = (kind: RoundKind): 'dealer' | 'store' =>
  kind === 'version' || kind === 'refusal' ? 'store' : 'dealer'

export const stateAfter: Record<RoundKind, NegotiationState> = {
  request: 'asked',
  version: 'answered',
  refusal: 'refused',
  acceptance: 'agreed',
  decline: 'declined',
}

/**
 * Whether a side may take this turn. The store may replace its answer until the dealer has accepted it. Agreed prices bind both
 * sides until they expire; then the dealer may ask again.
 */
export function mayFollow(kind: RoundKind, state: NegotiationState | null, isExpired: boolean): boolean {
  if (kind === 'request') return state !== 'agreed' || isExpired
  if (kind === 'acceptance') return state === 'answered' && !isExpired
  return state === 'asked' || state === 'answered'
}
