import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money, planKey } from '#contract/core/money.ts'
import { longRowParams } from '#contract/core/row-id.ts'
import { quantityMax } from '#domain/cart/quantity.ts'
import { limitApprovalStates, limitNoteMax } from '#domain/orders/limit-approval.ts'
import { riskModes } from '#domain/orders/risk-limit.ts'
import { orderForm, placeOrder } from './place-order.ts'
import { quantityRefusals } from './quantity-refusals.ts'

/** A line of a part of the cart: how many of its units are ordered now, and how many stay in the cart. */
export const partLine = z.object({
  unitId: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: z.number(),
  rest: z.number(),
})

/** The largest part of the cart that can be ordered now. */
export const fittingPart = z.object({
  /** All lines of the cart; `quantity` is 0 for what stays. */
  lines: z.array(partLine),
  /** With tax, in the visitor's currency and in TL. */
  total: money,
  totalTry: z.number(),
  /** Promotions that the whole cart has and the part has not, or a lower step of; null: none. Amounts before tax. */
  lost: z.nullable(z.object({ names: z.string(), saved: money, savedInPart: money })),
  /** No other part is worth more. */
  isLargest: z.boolean(),
})
export type FittingPart = z.output<typeof fittingPart>

/** A request to the store to let this cart pass the risk limit. */
export const limitApproval = z.object({
  id: z.number(),
  state: z.enum(limitApprovalStates),
  date: z.string(),
  expiresAt: z.string(),
  note: z.string(),
  /** The store's answer. */
  reason: z.string(),
  /** Why an approval does not let the cart pass as it is now. */
  problem: z.nullable(z.enum(['other_cart', 'total_grew'])),
})
export type LimitApproval = z.output<typeof limitApproval>

export const limitAdvice = z.object({
  /** The order does not fit into the dealer's risk limit. Amounts in TL; absent for users who do not see prices. */
  limit: z.nullable(
    z.object({
      isBlocked: z.boolean(),
      mode: z.enum(riskModes),
      totalTry: z.optional(z.number()),
      /** The largest order that fits. */
      largest: z.optional(z.number()),
    }),
  ),
  /** What to pay so that the whole cart fits, by currency of the account; empty where no payment does that. */
  sums: z.array(money),
  /** The sum can be paid by card on the payment page. */
  canPay: z.boolean(),
  part: z.nullable(fittingPart),
  /**
   * Who can let the whole cart pass: `store`: a request to the store; `order`: the store decides about the order itself;
   * `colleague`: an approver of the dealer.
   */
  ask: z.nullable(z.enum(['store', 'order', 'colleague'])),
  approval: z.nullable(limitApproval),
})
export type LimitAdvice = z.output<typeof limitAdvice>

const plan = z.optional(z.union([planKey, z.literal('')]))

export const getLimitAdvice = endpoint({
  method: 'GET',
  path: '/api/catalog/limit-advice',
  access: 'dealer',
  needs: ['order'],
  summary: 'What to do about a cart that exceeds the risk limit: pay, order a part of it, or ask for approval',
  query: z.object({ advencePrice: plan }),
  reply: limitAdvice,
  errors: [],
})

/** Orders a part of the cart on account; the rest stays in it. `cart` is the fingerprint of the whole cart, `total` of the part. */
export const orderPart = endpoint({
  method: 'POST',
  path: '/api/catalog/cart-part',
  access: 'dealer',
  needs: ['order'],
  summary: 'Orders a part of the cart on account; the rest stays in it. Idempotency-Key as for the whole cart',
  body: z.extend(orderForm, {
    lines: z
      .array(
        z.object({
          unitId: z.number().check(z.int(), z.positive()),
          quantity: z.number().check(z.int(), z.minimum(1), z.maximum(quantityMax)),
        }),
      )
      .check(z.minLength(1), z.maxLength(10_000)),
  }),
  reply: placeOrder.reply,
  errors: placeOrder.errors,
})

const noted = z.string().check(z.maxLength(limitNoteMax))

export const askLimitApproval = endpoint({
  method: 'POST',
  path: '/api/catalog/limit-approvals',
  access: 'dealer',
  needs: ['order'],
  summary: 'Asks the store to let the cart pass the risk limit. Ends an earlier request of the user',
  body: z.object({ note: noted, advencePrice: plan, cart: z.optional(z.string().check(z.maxLength(60))) }),
  reply: limitApproval,
  errors: [
    'limit_not_exceeded',
    'cart_empty',
    'cart_not_as_shown',
    'cart_changed',
    'variant_not_chosen',
    'price_unknown',
    'insufficient_stock',
    ...quantityRefusals,
    'plan_unknown',
    'plan_needs_card',
    'texts_not_accepted',
    'contract_not_accepted',
  ],
})

export const withdrawLimitApproval = endpoint({
  method: 'POST',
  path: '/api/catalog/limit-approvals/:id/withdraw',
  access: 'dealer',
  needs: ['order'],
  summary: 'The user takes its request, or an approval that it did not use, back',
  params: longRowParams,
  reply: limitApproval,
  errors: ['limit_approval_not_found', 'limit_approval_decided'],
})
