/** What may happen to a record. Each has a row in `events` and can be sent to a webhook. */
export const eventTypes = [
  'order.created',
  'order.cancelled',
  'order.acknowledged',
  'order.changed',
  'payment.captured',
  'payment.unknown',
  'payment.refunded',
  'offer.created',
  'offer.accepted',
  'offer.cancelled',
  'dealer.created',
  'dealer.changed',
  'fault_report.created',
  'fault_report.changed',
  'stock.below_zero',
  'import.finished',
] as const
export type EventType = (typeof eventTypes)[number]

/** Those that a dealer's own webhooks can receive, of its own orders and payments. */
export const dealerEventTypes = [
  'order.created',
  'order.cancelled',
  'order.acknowledged',
  'order.changed',
  'payment.captured',
  'payment.unknown',
  'payment.refunded',
] as const satisfies readonly EventType[]
export type DealerEventType = (typeof dealerEventTypes)[number]

/** Days that events are kept. */
export const eventDays = 180
