/** Error codes of statement, each with its HTTP status. */
export const statementErrors = {
  statement_too_long: 422,
} as const
