/** Error codes of lists of products, each with its HTTP status. */
export const listsErrors = {
  /** It does not exist, was deleted, or the user may not see it. */
  list_not_found: 404,
  list_line_not_found: 404,
  /** Withdrawn, unknown, or of another dealer. */
  list_link_unknown: 404,
  /** A shared list is changed by those who may order. */
  list_read_only: 403,
  /** Only the user who made the list and those who manage the dealer's users may do this. */
  list_owner_only: 403,
  /** Another user has changed its name or sharing. */
  list_changed: 409,
  /** Another user has changed the line. */
  list_line_changed: 409,
  /** The list has another line with this product and unit. */
  list_line_exists: 409,
  list_name_missing: 422,
  lists_full: 422,
  list_lines_full: 422,
  /** There is nothing to add. */
  list_source_empty: 422,
} as const
