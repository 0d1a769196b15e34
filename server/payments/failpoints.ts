/** The steps of a card payment at which tests crash the process, in order. */
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

/** The same for a refund. */
export const refundFailpoints = [
  'refund.after_request',
  'refund.after_sending',
  'refund.after_bank',
  'refund.before_commit',
  'refund.after_commit',
] as const
