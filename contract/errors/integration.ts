/** Error codes of the integration API, each with its HTTP status. */
export const integrationErrors = {
  key_invalid: 401,
  scope_missing: 403,
  key_limit: 429,
  cursor_expired: 410,
  acknowledged_already: 409,
  webhooks_full: 422,
  catalog_busy: 409,
} as const
