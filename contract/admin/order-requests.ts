import * as z from 'zod/mini'
import { adminOrder } from '#contract/admin/orders.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowNumber, longRowParams } from '#contract/core/row-id.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'

/**
 * Accepts a dealer's request, which changes the line, or refuses it with a reason. If nothing is left of the order, it is
 * cancelled.
 */
export const answerOrderRequest = endpoint({
  method: 'POST',
  path: '/yonetim/orders/:id/request',
  access: 'admin',
  area: 'orders',
  summary: 'Accepts or refuses a dealer’s request to change a line of an order',
  params: longRowParams,
  body: z.strictObject({
    requestId: longRowNumber,
    accept: z.boolean(),
    reason: z.string().check(z.maxLength(stepReasonMax)),
  }),
  reply: adminOrder,
  errors: [
    'order_not_found',
    'order_request_answered',
    'order_reason_missing',
    'order_already_cancelled',
    'order_already_sent',
    'order_in_picking',
    'order_in_delivery',
    'order_paid_by_card',
    'insufficient_stock',
    'risk_limit_exceeded',
    'risk_limit_blocked',
    'order_line_not_found',
    'order_change_empty',
    'order_change_invalid',
    'cart_changed',
  ],
})
