/** The places of an order where crashes are tried, in their order; each leaves it whole or absent. */
export const orderFailpoints = [
  'order.before',
  'order.after_claim',
  'order.after_cart_lock',
  'order.after_risk_lock',
  'order.after_stock_lock',
  'order.after_order',
  'order.after_stock',
  'order.after_lines',
  'order.after_cart_cleared',
  'order.after_mail',
  'order.before_commit',
  'order.after_commit',
  'order.before_reply',
] as const
