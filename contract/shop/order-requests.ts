import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowNumber, longRowParams } from '#contract/core/row-id.ts'
import { requestStates } from '#domain/orders/order-request.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'

/** A dealer's request to change the quantity of a line, in the unit that was ordered; 0 cancels it. */
export const orderRequest = z.object({
  id: z.number(),
  lineNo: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  before: z.number(),
  quantity: z.number(),
  reason: z.string(),
  state: z.enum(requestStates),
  /** The store's words, of a refusal; empty without some. */
  answer: z.string(),
  at: z.string(),
  by: z.string(),
})
export type OrderRequest = z.output<typeof orderRequest>

const done = z.object({ success: z.literal(true) })

/** `before`: what the dealer gets of the line on screen. An order has one open request. */
export const requestOrderChange = endpoint({
  method: 'POST',
  path: '/api/catalog/order/:id/request',
  access: 'dealer',
  needs: ['order'],
  summary: 'Asks the store to cancel a line of an order, or to change its quantity',
  params: longRowParams,
  body: z.strictObject({
    lineNo: z.number().check(z.int(), z.minimum(1)),
    before: z.number().check(z.int(), z.minimum(1)),
    quantity: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
    reason: z.string().check(z.maxLength(stepReasonMax)),
  }),
  reply: done,
  errors: [
    'order_not_found',
    'order_line_not_found',
    'order_already_cancelled',
    'order_already_sent',
    'order_in_picking',
    'order_in_delivery',
    'order_state_changed',
    'order_change_empty',
    'order_reason_missing',
    'order_request_open',
  ],
})

export const withdrawOrderRequest = endpoint({
  method: 'POST',
  path: '/api/catalog/order/:id/request/withdraw',
  access: 'dealer',
  needs: ['order'],
  summary: 'Withdraws a request that was not answered',
  params: longRowParams,
  body: z.strictObject({ requestId: longRowNumber }),
  reply: done,
  errors: ['order_not_found', 'order_request_answered'],
})
