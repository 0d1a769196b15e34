/** What a dealer's API key may do. */
export const dealerScopes = [
  'catalog:read',
  'prices:read',
  'stock:read',
  'cart:write',
  'orders:write',
  'orders:read',
  'offers:write',
  'offers:read',
  'statement:read',
  'invoices:read',
] as const
export type DealerScope = (typeof dealerScopes)[number]

/** What only users with the right to order can give a key. */
export const orderingScopes: readonly DealerScope[] = ['orders:write']
