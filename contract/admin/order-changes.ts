import * as z from 'zod/mini'
import { floorErrors } from '#contract/errors/pricing.ts'
import { adminOrder } from '#contract/admin/orders.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowParams } from '#contract/core/row-id.ts'
import { orderStates } from '#domain/orders/order-life.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'

/** Most units of a line, as in carts. */
export const lineQuantityMax = 1_000_000
export const changedLinesMax = 1000

const quantity = z.number().check(z.int(), z.minimum(0), z.maximum(lineQuantityMax))
/** As typed in the notation of forms: a price before tax in the line's currency, or a percentage. */
const amount = z.string().check(z.maxLength(30))

/**
 * Changes lines of an order before it is picked. `quantity` is what the dealer is to get, 0 cancels the line; `discount`
 * in percent of the price so far; `replaceBy` puts an equivalent product in place of the line. `state` is the one that was
 * on screen. The dealer is told and can refuse the change for some hours.
 */
export const changeOrderLines = endpoint({
  method: 'POST',
  path: '/yonetim/orders/:id/lines',
  access: 'admin',
  area: 'orders',
  summary: 'Reduces, cancels, replaces or reprices lines of an order',
  params: longRowParams,
  body: z.strictObject({
    state: z.enum(orderStates),
    reason: z.string().check(z.maxLength(stepReasonMax)),
    lines: z
      .array(
        z.strictObject({
          lineNo: z.number().check(z.int(), z.minimum(1)),
          quantity: z.optional(quantity),
          price: z.optional(amount),
          discount: z.optional(amount),
          replaceBy: z.optional(
            z.strictObject({
              code: z.string().check(z.minLength(1), z.maxLength(100)),
              unit: z.optional(z.string().check(z.maxLength(40))),
              quantity: z.number().check(z.int(), z.minimum(1), z.maximum(lineQuantityMax)),
              price: amount,
            }),
          ),
        }),
      )
      .check(z.minLength(1), z.maxLength(changedLinesMax)),
  }),
  reply: adminOrder,
  errors: [
    'order_not_found',
    'order_line_not_found',
    'order_already_cancelled',
    'order_already_sent',
    'order_in_picking',
    'order_in_delivery',
    'order_state_changed',
    'order_change_empty',
    'order_change_invalid',
    'order_reason_missing',
    'order_lines_all_cancelled',
    'replacement_not_found',
    ...floorErrors,
    'cart_changed',
    'insufficient_stock',
    'risk_limit_exceeded',
    'risk_limit_blocked',
  ],
})
