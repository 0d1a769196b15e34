/** Error codes of picking and shipping, each with its HTTP status. */
export const shippingErrors = {
  shipment_not_found: 404,
  shipment_withdrawn: 409,
  /** Delivered goods are not withdrawn: the delivery is, first. */
  shipment_delivered: 409,
  /** Goods of it came back. */
  shipment_returned: 409,
  shipment_dealers_differ: 422,
  shipment_order_unconfirmed: 409,
  /** The dealer can still refuse a change of the order. */
  shipment_change_open: 409,
  /** More than is confirmed and not shipped yet. */
  shipment_exceeds_open: 409,
  /** Another user has shipped some of it since. */
  shipment_stale: 409,
  /** The key belongs to a shipment of other goods. */
  shipment_key_used: 409,
  shipment_nothing_open: 409,
  shipment_field_invalid: 422,
} as const
