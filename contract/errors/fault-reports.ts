/** Error codes of fault reports, each with its HTTP status. */
export const faultReportsErrors = {
  fault_report_not_found: 404,
  fault_report_changed: 409,
  fault_move_refused: 409,
  fault_product_unknown: 422,
  photo_invalid: 422,
  photo_missing: 422,
} as const
