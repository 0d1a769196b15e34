/**
 * SQL: whether an order is one that a user sees. `place` has the user's AddressScope (domain/people/address-scope.ts): the
 * ids of delivery addresses, or null for all. `column`: `delivery_address_id` of the order.
 */
export const inScopeSql = (place: string, column = 'o.delivery_address_id') =>
  `(${place}::integer[] IS NULL OR ${column} = ANY (${place}::integer[]))`
