import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { eventTypes } from './event-types.ts'
import {
  cancellationAckExample,
  cancellationFeedExample,
  dealerFeedExample,
  faultReportFeedExample,
  offerFeedExample,
  orderAckExample,
  orderExample,
  orderFeedExample,
  paymentAckExample,
  paymentFeedExample,
  refundAckExample,
  refundFeedExample,
} from './examples.ts'
import {
  cancellationRecord,
  dealerRecord,
  faultReportRecord,
  offerRecord,
  orderRecord,
  paymentRecord,
  refundRecord,
} from './records.ts'

/** Items of a page of a feed, by default and at most. */
export const feedPage = 100
export const feedPageMax = 500

const feedQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(40))),
  limit: z.optional(z.string().check(z.maxLength(10))),
})

/**
 * A page of a feed. Pass `cursor` to read on: it never skips an event and never repeats one, whatever is committed
 * meanwhile. Reading again from an earlier cursor is allowed. Each item has the record as it is now.
 */
const feedOf = <Record extends z.ZodMiniType>(record: Record) =>
  z.object({
    items: z.array(z.object({ cursor: z.string(), event: z.enum(eventTypes), at: z.string(), record })),
    /** Where to read on; the one that was sent if there is nothing new. Null: there were no events yet. */
    cursor: z.nullable(z.string()),
    hasMore: z.boolean(),
  })

const v1 = '/api/integration/v1'
const errors = ['validation_failed', 'cursor_expired'] as const
/** With the header `Idempotency-Key`. */
const repeated = ['idempotency_mismatch', 'in_progress'] as const

export const orderFeed = endpoint({
  method: 'GET',
  path: `${v1}/orders`,
  access: 'service',
  scope: 'orders:read',
  summary: 'New orders, in the order in which they were placed',
  query: feedQuery,
  reply: feedOf(orderRecord),
  example: orderFeedExample,
  errors,
})

export const cancellationFeed = endpoint({
  method: 'GET',
  path: `${v1}/cancellations`,
  access: 'service',
  scope: 'orders:read',
  summary: 'Cancelled orders',
  query: feedQuery,
  reply: feedOf(cancellationRecord),
  example: cancellationFeedExample,
  errors,
})

export const paymentFeed = endpoint({
  method: 'GET',
  path: `${v1}/payments`,
  access: 'service',
  scope: 'accounts:read',
  summary: 'Captured card payments',
  query: feedQuery,
  reply: feedOf(paymentRecord),
  example: paymentFeedExample,
  errors,
})

export const refundFeed = endpoint({
  method: 'GET',
  path: `${v1}/refunds`,
  access: 'service',
  scope: 'accounts:read',
  summary: 'Card payments that were voided or refunded, in whole or in part',
  query: feedQuery,
  reply: feedOf(refundRecord),
  example: refundFeedExample,
  errors,
})

export const offerFeed = endpoint({
  method: 'GET',
  path: `${v1}/offers`,
  access: 'service',
  scope: 'documents:read',
  summary: 'New and cancelled offers',
  query: feedQuery,
  reply: feedOf(offerRecord),
  example: offerFeedExample,
  errors,
})

export const dealerFeed = endpoint({
  method: 'GET',
  path: `${v1}/dealers`,
  access: 'service',
  scope: 'dealers:read',
  summary: 'New and changed dealers',
  query: feedQuery,
  reply: feedOf(dealerRecord),
  example: dealerFeedExample,
  errors,
})

export const faultReportFeed = endpoint({
  method: 'GET',
  path: `${v1}/fault-reports`,
  access: 'service',
  scope: 'documents:read',
  summary: 'New and changed fault reports',
  query: feedQuery,
  reply: feedOf(faultReportRecord),
  example: faultReportFeedExample,
  errors,
})

const orderParams = z.object({ orderNo: z.string().check(z.maxLength(40)) })

export const getOrderRecord = endpoint({
  method: 'GET',
  path: `${v1}/orders/:orderNo`,
  access: 'service',
  scope: 'orders:read',
  summary: 'One order by its number',
  params: orderParams,
  reply: orderRecord,
  example: orderExample,
  errors: ['order_not_found'],
})

const acknowledgement = z.strictObject({
  documentNo: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
})
const acknowledged = z.object({
  documentNo: z.string(),
  acknowledgedAt: z.string(),
  /** The order was cancelled meanwhile: its cancellation is in the feed of cancellations. */
  isCancelled: z.boolean(),
})

/** An acknowledged order counts as sent to the ERP: dealers can no longer cancel it. */
export const acknowledgeOrder = endpoint({
  method: 'POST',
  path: `${v1}/orders/:orderNo/ack`,
  access: 'service',
  scope: 'orders:ack',
  summary: 'Records the ERP’s document of an order. The same number again changes nothing',
  params: orderParams,
  body: acknowledgement,
  reply: acknowledged,
  example: orderAckExample,
  errors: ['validation_failed', 'order_not_found', 'acknowledged_already', ...repeated],
})

export const acknowledgeCancellation = endpoint({
  method: 'POST',
  path: `${v1}/cancellations/:orderNo/ack`,
  access: 'service',
  scope: 'orders:ack',
  summary: 'Records the ERP’s document of a cancellation',
  params: orderParams,
  body: acknowledgement,
  reply: acknowledged,
  example: cancellationAckExample,
  errors: ['validation_failed', 'order_not_found', 'acknowledged_already', ...repeated],
})

export const acknowledgePayment = endpoint({
  method: 'POST',
  path: `${v1}/payments/:reference/ack`,
  access: 'service',
  scope: 'orders:ack',
  summary: 'Records the ERP’s document of a card payment',
  params: z.object({ reference: z.string().check(z.maxLength(40)) }),
  body: acknowledgement,
  reply: acknowledged,
  example: paymentAckExample,
  errors: ['validation_failed', 'not_found', 'acknowledged_already', ...repeated],
})

export const acknowledgeRefund = endpoint({
  method: 'POST',
  path: `${v1}/refunds/:id/ack`,
  access: 'service',
  scope: 'orders:ack',
  summary: 'Records the ERP’s document of a refund',
  params: z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  body: acknowledgement,
  reply: acknowledged,
  example: refundAckExample,
  errors: ['validation_failed', 'not_found', 'acknowledged_already', ...repeated],
})
