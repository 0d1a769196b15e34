/** Error codes of stock, each with its HTTP status. */
export const stockErrors = {
  stock_changed: 409,
  warehouse_changed: 409,
  warehouse_has_stock: 409,
  warehouse_in_use: 409,
  warehouse_last: 409,
  warehouse_closed: 409,
  branch_changed: 409,
  branch_in_use: 409,
} as const
