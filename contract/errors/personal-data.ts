/** Error codes of personal data, each with its HTTP status. */
export const personalDataErrors = {
  erasure_request_open: 409,
  erasure_request_not_found: 404,
} as const
