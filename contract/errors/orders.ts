/** Error codes of orders, each with its HTTP status. */
export const ordersErrors = {
  order_not_found: 404,
  order_line_not_found: 404,
  order_already_cancelled: 409,
  order_already_sent: 409,
  order_paid_by_card: 409,
  orders_too_many: 422,
} as const
