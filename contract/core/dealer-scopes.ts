/** What a dealer's API key may do. */
export const dealerScopes = ['catalog:read', 'orders:write', 'orders:read', 'statement:read'] as const
export type DealerScope = (typeof dealerScopes)[number]
