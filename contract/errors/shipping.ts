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
  /** A line is named by a code that several open lines have. */
  shipment_line_unclear: 422,
  /** Goods of the order were shipped under this delivery note or tracking number. */
  shipment_exists: 409,
  shipment_nothing_open: 409,
  shipment_field_invalid: 422,
  picking_not_found: 404,
  picking_ended: 409,
  /** Another user has counted since. */
  picking_changed: 409,
  picking_nothing_open: 409,
  picking_code_unknown: 404,
  picking_not_on_list: 409,
  /** The scanned unit is no whole number of the ordered one. */
  picking_wrong_unit: 409,
  picking_code_ambiguous: 409,
  /** All of it has been counted. */
  picking_complete: 409,
  picking_count_invalid: 409,
  /** The ERP has the order with all of its lines. */
  picking_rest_sent: 409,
  /** Its money would have to be refunded. */
  picking_rest_paid: 409,
  /** The order would be empty. */
  picking_rest_all: 409,
} as const
