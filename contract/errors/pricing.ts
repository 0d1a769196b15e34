/** Error codes of price rules and dealer groups, each with its HTTP status. */
export const pricingErrors = {
  price_rule_not_found: 404,
  price_rule_changed: 409,
  price_rule_tier_taken: 409,
  dealer_group_not_found: 404,
  dealer_group_changed: 409,
  dealer_group_in_use: 409,
} as const
