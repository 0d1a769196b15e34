/** Error codes of reports, each with its HTTP status. */
export const reportErrors = {
  report_view_not_found: 404,
  report_views_full: 422,
} as const
