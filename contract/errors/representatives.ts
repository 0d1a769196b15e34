/** Error codes of sales representatives, each with its HTTP status. */
export const representativesErrors = {
  acting_only: 403,
  representative_only: 403,
  representative_not_found: 404,
  visit_not_found: 404,
  order_needs_sales_approval: 409,
} as const
