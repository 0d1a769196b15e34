/** Error codes of returns, each with its HTTP status. */
export const returnsErrors = {
  return_not_found: 404,
  /** Another user has decided, received or withdrawn it since. */
  return_changed: 409,
  return_line_unknown: 422,
  /** More than was shipped in time and has not come back or been requested. */
  return_exceeds: 409,
  /** Nothing of the order can be returned, or no more. */
  return_nothing: 409,
  /** The key belongs to another return. */
  return_key_used: 409,
  return_fault_unknown: 422,
  return_reason_missing: 422,
  /** More than was requested. */
  return_exceeds_requested: 422,
  /** More than was accepted. */
  return_exceeds_accepted: 422,
  /** Its shipment was withdrawn since. */
  return_not_shipped: 409,
  /** The product is no longer in the catalog: it cannot go back to stock. */
  return_product_removed: 409,
  return_warehouse_unknown: 422,
} as const
