/** Error codes of payment links, each with its HTTP status. */
export const paymentLinksErrors = {
  payment_links_off: 403,
  email_required: 422,
  email_invalid: 422,
  link_not_found: 404,
  link_closed: 409,
} as const
