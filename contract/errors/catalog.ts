/** Error codes of catalog, each with its HTTP status. */
export const catalogErrors = {
  product_not_found: 404,
  product_changed: 409,
  price_list_not_found: 404,
  price_list_changed: 409,
  price_list_default: 409,
  price_list_in_use: 409,
  price_changed: 409,
  price_too_large: 422,
  import_not_found: 404,
  import_moved: 409,
  import_questions: 409,
  import_prices_not_allowed: 403,
  import_running: 409,
  import_profile_changed: 409,
  import_source_changed: 409,
  import_source_running: 409,
} as const
