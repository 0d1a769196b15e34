/** What an API key may do. Each scope opens at least one call. */
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
  'orders:write',
  'erp:run',
] as const
export type Scope = (typeof scopes)[number]
