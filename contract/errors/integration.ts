/** Error codes of the integration API, each with its HTTP status. */
export const integrationErrors = {
  key_invalid: 401,
  scope_missing: 403,
  key_limit: 429,
  cursor_expired: 410,
  acknowledged_already: 409,
  webhooks_full: 422,
  catalog_busy: 409,
  erp_changed_meanwhile: 409,
  erp_resource_taken: 409,
  erp_runs_beside: 409,
  erp_failed: 502,
  erp_paused: 409,
  erp_document_booked: 409,
  erp_busy: 409,
  accounts_busy: 409,
} as const
