/** Error codes of statement, each with its HTTP status. */
export const statementErrors = {
  statement_too_long: 422,
  debts_changed: 409,
} as const
