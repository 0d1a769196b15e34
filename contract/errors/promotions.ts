/** Error codes of promotions and coupons, each with its HTTP status. */
export const promotionErrors = {
  promotion_not_found: 404,
  promotion_changed: 409,
  promotion_in_use: 409,
  promotions_changed: 409,
  promotions_lost: 409,
  promotion_used_up: 409,
  coupon_unknown: 422,
  coupon_ended: 422,
  coupon_used_up: 409,
  coupon_too_many: 422,
  coupon_tries: 429,
  coupon_not_found: 404,
} as const
