import type { Permission } from './permissions.ts'

/**
 * Whether a dealer's user has a use for a cart: it is ordered, or an offer is made of it. Apart from the table of roles,
 * which the shop's first page does not load.
 */
export const usesCart = (permissions: readonly Permission[]): boolean =>
  permissions.includes('order') || permissions.includes('offers')
