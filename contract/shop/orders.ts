import * as z from 'zod/mini'
import { convert } from '#domain/money/money.ts'
import { approvalReasons } from '#domain/orders/order-approval.ts'
import { orderStates } from '#domain/orders/order-life.ts'
import { orderActors, orderSteps } from '#domain/orders/order-steps.ts'
import { pickingRests } from '#domain/orders/picking.ts'
import { paymentStates } from '#domain/payments/payment.ts'
import type { ShownLine } from '#domain/pricing/rounded-price.ts'
import { endpoint, type Reply } from '#contract/core/endpoint.ts'
import { shownStep } from './price-reasons.ts'
import { money, planKey, rates } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowNumber, longRowParams } from '#contract/core/row-id.ts'
import { carrierPayer, orderDelivery } from './delivery.ts'
import { orderRequest } from './order-requests.ts'
import { orderShipment } from './shipments.ts'
import { rateNote, ratePolicy } from '#contract/core/rate-note.ts'

export const orderItem = z.object({
  /** Position in the order, from 1, which identifies the line. */
  lineNo: z.number(),
  productId: z.nullable(z.number()),
  url: z.nullable(z.string()),
  code: z.string(),
  name: z.string(),
  brand: z.nullable(z.string()),
  model: z.nullable(z.string()),
  image: z.nullable(z.string()),
  unit: z.string(),
  multiplier: z.number(),
  quantity: z.number(),
  /** Base units that stock did not cover. */
  backOrder: z.number(),
  /** What became of it, in the unit; what is not shipped, cancelled or back-ordered is open. */
  confirmed: z.number(),
  shipped: z.number(),
  cancelled: z.number(),
  backOrdered: z.number(),
  returned: z.number(),
  /** The line that it replaces by an equivalent product. */
  replacesLine: z.nullable(z.number()),
  /** Absent, like all amounts of an order, where the store hides prices. */
  price: z.optional(money),
  /** How it came to the price; absent where the store does not show it, and for lines whose price was agreed otherwise. */
  steps: z.optional(z.array(shownStep)),
  /** The price before a representative's discount, in the same currency, and what it takes off in percent. */
  discount: z.optional(z.object({ before: z.number(), percent: z.number() })),
  taxRate: z.number(),
  /** The names of the promotions that made its price. */
  promotions: z.optional(z.array(z.string())),
  /** A promotion gives it for nothing: its price is 0. */
  isFree: z.optional(z.literal(true)),
  /** Line amount in the order's currency, before tax. */
  amount: z.optional(z.number()),
})
export type OrderItem = z.output<typeof orderItem>

/** The same lines in the form of the specification's section 3; `tax` in percent. */
export const orderProduct = z.object({
  product: z.object({
    id: z.nullable(z.number()),
    code: z.string(),
    name: z.string(),
    image: z.nullable(z.string()),
    url: z.nullable(z.string()),
  }),
  quantity: z.number(),
  productUnit: z.object({ id: z.nullable(z.number()), value: z.string(), multiplier: z.number() }),
  tax: z.number(),
})

/** The card payment of an order. Amounts are in lira; `amount` includes the fee. */
export const orderPayment = z.object({
  reference: z.string(),
  amount: z.number(),
  fee: z.number(),
  installment: z.number(),
  /** First six and last four digits; null if only the provider received the card. */
  cardNumber: z.nullable(z.string()),
  refunded: z.number(),
  state: z.enum(paymentStates),
})
export type OrderPayment = z.output<typeof orderPayment>

const head = {
  id: z.number(),
  orderNo: z.string(),
  date: z.string(),
  creator: z.string(),
  /** The representative who placed it for the dealer; absent if the dealer did. */
  representative: z.optional(z.string()),
  dealer: z.string(),
  state: z.enum(orderStates),
  isCancel: z.boolean(),
  /** When and by whom the order was cancelled; null if it was not, or if unknown. */
  cancelledAt: z.nullable(z.string()),
  cancelledBy: z.nullable(z.string()),
  /** The reason given by staff; empty without one. */
  cancelReason: z.string(),
  /** Handed to the ERP: the dealer can no longer cancel it. */
  isSent: z.boolean(),
  description: z.string(),
  branch: z.nullable(z.string()),
  plan: z.nullable(z.string()),
  /** Discounts for paying its invoices early, as they were when it was placed. Absent without one. */
  earlyPayment: z.optional(z.array(z.object({ days: z.number(), percent: z.number() }))),
  currency: z.string(),
  /** Every rate that the order used. */
  rates,
  /** These rates with their sources, where more than one currency is involved. */
  rateNotes: z.array(rateNote),
  /** `invoice_day`: the amounts of lines in other currencies than lira are preliminary. */
  ratePolicy,
  subtotal: z.optional(z.number()),
  tax: z.optional(z.number()),
  total: z.optional(z.number()),
  totalTry: z.optional(z.number()),
  /** Null for orders on account. */
  payment: z.nullable(orderPayment),
  /** Where it goes and what the buyer wishes; null: to the dealer’s own address, without wishes. */
  delivery: z.nullable(orderDelivery),
  carrierPayer,
}

/**
 * An order as it was placed. Amounts are in `currency`; `totalTry` is the total in lira at the order's rates. Amounts
 * are absent where the store hides prices.
 */
export const order = z.object({ ...head, orderItems: z.array(orderItem), orderProducts: z.array(orderProduct) })
export type Order = z.output<typeof order>

/** The lines with a price, in the order's currency: how they are shown. */
export function shownLines({ orderItems, currency, rates: used }: Order): ShownLine[] {
  return orderItems.flatMap(({ price, quantity, amount }) =>
    price === undefined || amount === undefined ? [] : [{ price: convert(price, currency, used), quantity, amount }],
  )
}

/** A changed line of a step; quantities in its unit, prices before tax and absent where the store hides prices. */
export const changedLine = z.object({
  lineNo: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: z.optional(z.object({ before: z.number(), after: z.number() })),
  price: z.optional(z.object({ before: z.number(), after: z.number(), currency: z.string() })),
  /** The code of the equivalent product that replaces it, or that it replaces. */
  replacedBy: z.optional(z.string()),
  /** What became of what was not picked. */
  rest: z.optional(z.enum(pickingRests)),
  replaces: z.optional(z.string()),
})

/** A step in the life of an order. */
export const orderStep = z.object({
  at: z.string(),
  step: z.enum(orderSteps),
  /** The state that it led to; null if it left the state as it was. */
  state: z.nullable(z.enum(orderStates)),
  by: z.object({ kind: z.enum(orderActors), name: z.nullable(z.string()) }),
  /** Empty without one. */
  reason: z.string(),
  documentNo: z.nullable(z.string()),
  /** The shipment that was sent or withdrawn. */
  shipmentNo: z.nullable(z.string()),
  /** Of an approval within the dealer's company: the colleague for whom the user stood in. */
  standsInFor: z.nullable(z.string()),
  /** The return that the step is about. */
  goodsReturn: z.nullable(z.object({ id: z.number(), returnNo: z.string() })),
  lines: z.array(changedLine),
  /** Totals with tax in the order's currency; absent where the store hides prices. */
  total: z.optional(z.object({ before: z.number(), after: z.number() })),
  /** Of a bank transfer, in lira; absent where the store hides prices. */
  amount: z.optional(z.number()),
})
export type OrderStepShown = z.output<typeof orderStep>

/** What a page of one order shows in addition to its data. */
export const orderLife = {
  /** Oldest first. */
  history: z.array(orderStep),
  /** Why it waits, or waited, for approval. */
  approvalReasons: z.array(z.enum(approvalReasons)),
  /** Until when the dealer may refuse the latest change of its lines; null if there is nothing to answer. */
  objectionUntil: z.nullable(z.string()),
  /** Oldest first. */
  shipments: z.array(orderShipment),
  /** Oldest first. */
  invoices: z.array(z.object({ id: z.number(), invoiceNo: z.string() })),
  /** What the dealer has asked for last; null if nothing. */
  request: z.nullable(orderRequest),
  /** The bank transfer that it waits for, or was paid by; null: none is awaited. `dueOn`: the last day. */
  transfer: z.nullable(z.object({ dueOn: z.string(), isPaid: z.boolean() })),
}

/** An order of the list. Its lines are absent with `lines=0`. */
export const listedOrder = z.object({
  ...head,
  lineCount: z.number(),
  /** A request for a change waits for the store's answer. */
  hasRequest: z.boolean(),
  orderItems: z.optional(z.array(orderItem)),
  orderProducts: z.optional(z.array(orderProduct)),
})
export type ListedOrder = z.output<typeof listedOrder>

export const orderSorts = ['-date', 'date', '-total', 'total'] as const
export type OrderSort = (typeof orderSorts)[number]
/** `active`: neither cancelled nor handed to the ERP; `sent`: handed to the ERP; the others are states. */
export const orderStatuses = [
  'active',
  'sent',
  'received',
  'awaiting_approval',
  'confirmed',
  'picking',
  'partly_shipped',
  'shipped',
  'delivered',
  'closed',
  'rejected',
  'cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]
/** Periods that move with the day in Turkey. */
export const orderRanges = ['today', 'yesterday', 'month'] as const
export type OrderRange = (typeof orderRanges)[number]
/** Orders on a page of the list, also the maximum. */
export const ordersPerPage = 20
export const ordersPerPageMax = 100

const text = z.optional(z.string().check(z.maxLength(200)))

/** Filters of the list and its files. */
export const ordersQuery = z.object({
  page: text,
  limit: text,
  sort: text,
  status: text,
  range: text,
  from: text,
  to: text,
  q: text,
  lines: text,
})

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/catalog/orders',
  access: 'dealer',
  needs: [],
  summary:
    'The orders of the visitor’s dealer. page, limit, sort, status (active, sent, or a state), range (today, yesterday, month) or from and to (days in Turkey, both included), q (part of the number, or of a product’s code or name), lines=0 (without lines); invalid values are ignored',
  query: ordersQuery,
  reply: z.object({
    items: z.array(listedOrder),
    ...paged,
    sort: z.enum(orderSorts),
    /** The filters as they were parsed; `from` and `to` are those of `range`, if there is one. */
    status: z.nullable(z.enum(orderStatuses)),
    range: z.nullable(z.enum(orderRanges)),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    q: z.string(),
    customer: z.object({ code: z.string(), name: z.string() }),
  }),
  errors: [],
})

export const cancelOrder = endpoint({
  method: 'PATCH',
  path: '/api/catalog/order/:id',
  access: 'dealer',
  needs: ['order'],
  summary: 'Cancels an order of the visitor’s dealer and returns its stock',
  params: longRowParams,
  body: z.strictObject({ cancel: z.literal(true) }),
  reply: z.object({ success: z.literal(true), orderNo: z.string() }),
  errors: [
    'order_not_found',
    'order_already_cancelled',
    'order_already_sent',
    'order_paid_by_card',
    'order_confirmed',
    'order_in_picking',
    'order_in_delivery',
  ],
})

/** The outcome of ordering a line again. */
export const repeatedLine = z.object({
  lineNo: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** The ordered quantity, and how much of it was added to the cart. */
  quantity: z.number(),
  added: z.number(),
  /** The unit's price then and now, if it changed. */
  priceBefore: z.optional(money),
  priceNow: z.optional(money),
  /** Why it was added in part or not at all. */
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
})
export type RepeatedLine = z.output<typeof repeatedLine>

/** Maximum number of lines in a request to order chosen lines again. */
const linesMax = 5000

export const orderAgain = endpoint({
  method: 'POST',
  path: '/api/catalog/order/:id/again',
  access: 'dealer',
  needs: [],
  summary: 'Adds an order’s lines, or those in `lines`, to the cart at today’s prices',
  params: longRowParams,
  body: z.strictObject({
    lines: z.optional(z.array(longRowNumber).check(z.maxLength(linesMax))),
  }),
  reply: z.object({
    addedCount: z.number(),
    lines: z.array(repeatedLine),
    /**
     * Present if the order's payment plan differs from the cart's: the names of both (null = none), and the key for
     * choosing the order's plan (null = no longer offered). Prices are compared under the order's plan.
     */
    plan: z.nullable(
      z.object({ ordered: z.nullable(z.string()), cart: z.nullable(z.string()), choose: z.nullable(planKey) }),
    ),
  }),
  errors: ['order_not_found', 'order_line_not_found'],
})

/** The order just placed, or the one named by `order`, of the visitor's own dealer. */
export const getOrderSummary = endpoint({
  method: 'GET',
  path: '/api/catalog/orders/summary',
  access: 'dealer',
  needs: [],
  summary: 'An order of the visitor’s dealer by number; without a number the user’s newest',
  query: z.object({ order: z.optional(z.string()) }),
  reply: z.extend(order, {
    ...orderLife,
    /** Whether some of it was shipped, has not come back, and may still be in time for a return. */
    mayReturn: z.boolean(),
    /** Accounts for a bank transfer; empty if the order was paid or cancelled. */
    bankAccounts: z.array(z.object({ bank: z.string(), iban: z.string() })),
    accountHolder: z.string(),
    /** Whether its plan is due at once by bank transfer, and none was reported or booked yet. Not after it was delivered. */
    isTransferDue: z.boolean(),
  }),
  errors: ['order_not_found'],
})
export type SummaryOrder = Reply<typeof getOrderSummary>
