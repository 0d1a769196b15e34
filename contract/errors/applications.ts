/** Error codes of applications of new dealers, each with its HTTP status. */
export const applicationsErrors = {
  applications_off: 403,
  application_not_found: 404,
  application_changed: 409,
  application_form_expired: 409,
  application_form_used: 409,
  application_suspicious: 422,
  application_tax_number_known: 409,
  application_text_changed: 409,
  application_texts_missing: 422,
  application_texts_applicant_only: 403,
  application_texts_open: 409,
  application_dealer_exists: 409,
  application_document_missing: 422,
  application_file_invalid: 422,
  application_file_missing: 422,
  application_note_missing: 422,
} as const
