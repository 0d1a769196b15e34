/** Error codes of published texts, each with its HTTP status. */
export const textsErrors = {
  text_not_found: 404,
  text_changed: 409,
  text_unchanged: 409,
  text_empty: 422,
  text_owner_only: 403,
  texts_not_accepted: 403,
  contract_not_accepted: 403,
} as const
