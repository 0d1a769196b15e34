/** Error codes of approval within a dealer's company, each with its HTTP status. */
export const purchaseErrors = {
  purchase_not_found: 404,
  /** Neither the own right to approve nor that of a colleague. */
  purchase_not_approver: 403,
  purchase_own: 409,
  /** Approved, refused, withdrawn or expired since then. */
  purchase_decided: 409,
  /** Prices, stock or lines are no longer as they were on screen. */
  purchase_changed: 409,
  /** The user has already given its approval, or its colleague's. */
  purchase_approved_before: 409,
  purchase_reason_missing: 422,
  /** All lines removed: the request is refused instead. */
  purchase_lines_all_removed: 422,
  /** The buyer was removed or may no longer order. */
  purchase_buyer_gone: 409,
  purchase_no_approver: 409,
  purchase_lines_returned: 409,
  /** A card or a program cannot order what an approver has to see first. */
  purchase_needs_approval: 409,
  purchase_line_refused: 409,
  deputy_not_found: 404,
} as const
