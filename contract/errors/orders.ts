/** Error codes of orders, each with its HTTP status. */
export const ordersErrors = {
  order_not_found: 404,
  order_line_not_found: 404,
  order_already_cancelled: 409,
  order_already_sent: 409,
  order_paid_by_card: 409,
  orders_too_many: 422,
  /** The store has confirmed it: the dealer asks for the cancellation instead. */
  order_confirmed: 409,
  /** The picking ends first. */
  order_in_picking: 409,
  /** Goods were shipped. */
  order_in_delivery: 409,
  order_state_changed: 409,
  /** No one chooses this move: the state follows from the lines, or lies behind. */
  order_move_refused: 409,
  order_awaiting_approval: 409,
  /** Lines are below the floor: approving them needs the right for it. */
  order_below_floor: 403,
  order_reason_missing: 422,
  order_change_empty: 422,
  /** A price or discount of a line is none. */
  order_change_invalid: 422,
  /** All lines: the order is cancelled instead. */
  order_lines_all_cancelled: 422,
  order_change_answered: 409,
  /** One request of an order at a time. */
  order_request_open: 409,
  order_request_answered: 409,
  replacement_not_found: 404,
} as const
