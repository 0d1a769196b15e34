/** What an API key may do. Each scope opens at least one call. */
export const scopes = [
  'catalog:write',
  'prices:write',
  'stock:write',
  'dealers:read',
  'accounts:read',
  'documents:read',
  'orders:read',
  'orders:ack',
  'erp:run',
] as const
export type Scope = (typeof scopes)[number]
