/** Error codes of announcements and documents, each with its HTTP status. */
export const announcementsErrors = {
  announcement_not_found: 404,
  announcement_changed: 409,
  audience_empty: 422,
  audience_dealer_unknown: 422,
  period_reversed: 422,
  document_not_found: 404,
  document_changed: 409,
  document_file_invalid: 422,
  document_file_missing: 422,
  document_product_unknown: 422,
} as const
