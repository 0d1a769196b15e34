/** Error codes of cart, each with its HTTP status. */
export const cartErrors = {
  unit_not_found: 422,
  no_default_unit: 422,
  variant_not_chosen: 422,
  quantity_invalid: 422,
  insufficient_stock: 409,
  price_unknown: 422,
  line_not_found: 404,
  line_ambiguous: 409,
  removal_not_found: 404,
  cart_empty: 422,
  guest_cart_full: 422,
  cart_changed: 409,
  plan_unknown: 422,
} as const
