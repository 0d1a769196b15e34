/** Error codes of price rules and dealer groups, each with its HTTP status. */
export const pricingErrors = {
  price_rule_not_found: 404,
  price_rule_changed: 409,
  price_rule_tier_taken: 409,
  import_rules_need_second: 403,
  /** A user without the right for it sets a price below the floor. */
  price_below_floor: 403,
  /** The same for users who do not see the store's prices: without what the floor allows. */
  price_below_floor_hidden: 403,
  dealer_group_not_found: 404,
  dealer_group_changed: 409,
  dealer_group_in_use: 409,
} as const

/** Of calls that set prices. */
export const floorErrors = ['price_below_floor', 'price_below_floor_hidden'] as const
