import * as z from 'zod/mini'
import { floorErrors } from '#contract/errors/pricing.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { cartForm } from './cart.ts'
import { deliveryErrors, deliveryFields } from './delivery.ts'
import { quantityRefusals } from '#contract/shop/quantity-refusals.ts'

export const orderForm = z.extend(cartForm, deliveryFields)

export const placeOrder = endpoint({
  method: 'POST',
  path: '/api/catalog/cart',
  access: 'dealer',
  needs: ['order'],
  encoding: 'form',
  summary: 'Orders the cart on account. Idempotency-Key: the same key and body return the same response',
  body: orderForm,
  /** An order over the user's limits becomes a request that waits for an approver of the dealer: `requestId`. */
  reply: z.union([
    z.object({ success: z.literal(true), id: z.number(), orderNo: z.string() }),
    z.object({ success: z.literal(true), requestId: z.number() }),
  ]),
  errors: [
    'cart_empty',
    'total_changed',
    ...floorErrors,
    'cart_not_as_shown',
    'promotions_changed',
    'promotions_lost',
    'promotion_used_up',
    'coupon_used_up',
    'risk_limit_blocked',
    'risk_limit_exceeded',
    'risk_limit_reached',
    'texts_not_accepted',
    'contract_not_accepted',
    'insufficient_stock',
    'price_unknown',
    ...quantityRefusals,
    'plan_unknown',
    'plan_needs_card',
    'branch_unknown',
    ...deliveryErrors,
    'payment_pending',
    'idempotency_mismatch',
    'in_progress',
    'purchase_no_approver',
  ],
})
