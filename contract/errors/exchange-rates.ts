/** Error codes of exchange rates, each with its HTTP status. */
export const exchangeRatesErrors = {
  currency_code_invalid: 422,
  currency_name_missing: 422,
  currency_known: 409,
  currency_in_use: 409,
  currency_is_default: 409,
  currency_without_rate: 409,
  currency_is_lira: 422,
  rate_invalid: 422,
  rate_out_of_range: 422,
  rate_jump: 409,
} as const
