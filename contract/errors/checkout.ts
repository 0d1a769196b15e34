/** Error codes of checkout, each with its HTTP status. */
export const checkoutErrors = {
  cart_changed_meanwhile: 409,
  cart_not_as_shown: 409,
  total_changed: 409,
  plan_needs_card: 422,
  plan_needs_order: 422,
  note_too_long: 422,
  delivery_address_unknown: 422,
  delivery_address_disabled: 422,
  delivery_address_bound: 422,
  delivery_address_missing: 422,
  delivery_date_invalid: 422,
  delivery_carrier_unknown: 422,
  risk_limit_blocked: 422,
  risk_limit_exceeded: 422,
  risk_limit_reached: 422,
} as const
