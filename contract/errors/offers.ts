/** Error codes of offers, each with its HTTP status. */
export const offersErrors = {
  offer_not_found: 404,
  offer_cancelled: 409,
  offer_accepted: 409,
  offer_not_accepted: 409,
  offer_ordered: 409,
  offer_rates_expired: 409,
  offer_email_missing: 422,
  offer_partly_moved: 409,
  offer_not_moved: 409,
  offers_too_many: 422,
} as const
