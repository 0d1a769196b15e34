/** What becomes of a dealer's request. `expired`: the order was picked, shipped or cancelled before it was answered. */
export const requestStates = ['open', 'accepted', 'refused', 'withdrawn', 'expired'] as const
export type RequestState = (typeof requestStates)[number]
