/** What an API key may do. `read` and `write` are separate: a key that writes prices cannot read orders. */
export const scopes = [
  'catalog:read',
  'catalog:write',
  'prices:read',
  'prices:write',
  'stock:read',
  'stock:write',
  'dealers:read',
  'dealers:write',
  'accounts:read',
  'accounts:write',
  'documents:read',
  'documents:write',
  'orders:read',
  'orders:ack',
] as const
export type Scope = (typeof scopes)[number]
