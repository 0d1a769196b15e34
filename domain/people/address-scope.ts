/**
 * The delivery addresses that a user of a dealer is bound to; null: none, the user sees and orders for the whole dealer. A
 * bound user sees the orders that go to these addresses, and everything that hangs on them, and orders to them alone.
 */
export type AddressScope = readonly number[] | null

/** `addressId`: the stored address that an order goes to; null: the dealer's own one, or one for that order only. */
export const isInScope = (scope: AddressScope, addressId: number | null): boolean =>
  scope === null || (addressId !== null && scope.includes(addressId))
