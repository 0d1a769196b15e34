/** Error codes of back-orders and watched products, each with its HTTP status. */
export const backOrderErrors = {
  /** No line was filled: another user was first, or the stock is gone. */
  back_orders_nothing: 409,
  /** The product can be ordered now. */
  stock_watch_in_stock: 409,
  stock_watches_full: 422,
} as const
