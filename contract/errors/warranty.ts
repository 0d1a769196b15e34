/** Error codes of warranty, each with its HTTP status. */
export const warrantyErrors = {
  serial_invalid: 422,
  warranty_refused: 422,
  warranty_unavailable: 503,
} as const
