import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowParams } from '#contract/core/row-id.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'

/**
 * Accepts the store's changes of an order, or refuses them: the changed lines are then cancelled, and the order with them if
 * nothing else is left of it.
 */
export const answerOrderChange = endpoint({
  method: 'POST',
  path: '/api/catalog/order/:id/change',
  access: 'dealer',
  needs: ['order'],
  summary: 'Accepts or refuses the store’s changes of an order',
  params: longRowParams,
  body: z.strictObject({ accept: z.boolean(), reason: z.optional(z.string().check(z.maxLength(stepReasonMax))) }),
  reply: z.object({ success: z.literal(true), isCancelled: z.boolean() }),
  errors: [
    'order_not_found',
    'order_change_answered',
    'order_already_cancelled',
    'order_already_sent',
    'order_in_picking',
    'order_in_delivery',
    'order_paid_by_card',
  ],
})
