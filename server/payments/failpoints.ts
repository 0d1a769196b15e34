/** The places of a card payment where crashes are tried, in their order. */
export const paymentFailpoints = [
  'payment.before_start',
  'payment.after_insert',
  'payment.after_start_commit',
  'payment.after_gateway_start',
  'payment.after_redirect',
  'payment.after_authenticated',
  'payment.after_capturing',
  'payment.after_bank_capture',
  'payment.after_settle',
  'payment.before_commit',
  'payment.after_commit',
] as const

/** The places of a refund. */
export const refundFailpoints = [
  'refund.after_request',
  'refund.after_sending',
  'refund.after_bank',
  'refund.before_commit',
  'refund.after_commit',
] as const
