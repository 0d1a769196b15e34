import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { order, orderLife } from '#contract/shop/orders.ts'
import { orderStates } from '#domain/orders/order-life.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowNumber, longRowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))

/**
 * `active`: not cancelled. `open`: neither handed to the ERP nor cancelled. `sent`: handed to the ERP. `card`: paid by card, in any state.
 * `requested`: the dealer asks for a change. `cancelled` includes rejected ones. The others are states.
 */
export const adminOrderStates = ['active', 'open', 'sent', 'card', 'requested', ...orderStates] as const
export type AdminOrderState = (typeof adminOrderStates)[number]

export const adminOrderSorts = ['-date', 'date', '-number', 'number', '-total', 'total'] as const
export type AdminOrderSort = (typeof adminOrderSorts)[number]

/** What was picked and waits to be shipped, of what can be shipped, over all lines; null: nothing. */
const picked = z.nullable(z.object({ picked: z.number(), open: z.number() }))

export const adminListedOrder = z.object({
  id: z.number(),
  orderNo: z.string(),
  date: z.string(),
  dealer: z.string(),
  dealerCode: z.string(),
  creator: z.string(),
  lineCount: z.number(),
  currency: z.string(),
  total: z.number(),
  totalTry: z.number(),
  state: z.enum(orderStates),
  isCancel: z.boolean(),
  isSent: z.boolean(),
  isCard: z.boolean(),
  picked,
})
export type AdminListedOrder = z.output<typeof adminListedOrder>

/**
 * Filters: `q` (part of the number), `dealer` (its code, or part of its name), `product` (its code), `state`, `from`, `to` (days in Turkey).
 * Also `sort`, `page`, `limit`.
 */
export const listAllOrders = endpoint({
  method: 'GET',
  path: '/yonetim/orders',
  access: 'admin',
  area: 'orders',
  summary: 'Orders of all dealers',
  query: z.object({
    page: text,
    limit: text,
    sort: text,
    q: text,
    dealer: text,
    product: text,
    state: text,
    from: text,
    to: text,
  }),
  reply: z.object({
    items: z.array(adminListedOrder),
    ...paged,
    sort: z.enum(adminOrderSorts),
    q: z.string(),
    dealer: z.string(),
    product: z.string(),
    state: z.nullable(z.enum(adminOrderStates)),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    /** In lira, over all matching orders: active ones, and cancelled ones. */
    totalTry: z.number(),
    cancelledTry: z.number(),
  }),
  errors: [],
})

export const adminOrder = z.object({
  ...order.shape,
  ...orderLife,
  /** The states that staff may choose now. */
  moves: z.array(z.enum(orderStates)),
  dealerCode: z.string(),
  creatorEmail: z.string(),
  /** The dealer's data as of now; empty where unknown. */
  contact: z.object({
    address: z.string(),
    district: z.string(),
    city: z.string(),
    phone: z.string(),
    taxOffice: z.string(),
    taxNumber: z.string(),
  }),
  sentAt: z.nullable(z.string()),
  /** Numbers under which the ERP has booked the order and its cancellation; null until it acknowledges them. */
  erpDocumentNo: z.nullable(z.string()),
  erpCancellationNo: z.nullable(z.string()),
  /** How an ERP connection sends it; null if none does. `message` has the ERP's own words. */
  erpDelivery: z.nullable(z.object({ connectionId: z.number(), state: z.string(), message: z.nullable(z.string()) })),
  /** Id of its card payment, which staff can refund. */
  paymentId: z.nullable(z.number()),
  mayCancel: z.boolean(),
  picked,
})
export type AdminOrder = z.output<typeof adminOrder>

export const getAnyOrder = endpoint({
  method: 'GET',
  path: '/yonetim/orders/:id',
  access: 'admin',
  area: 'orders',
  summary: 'One order of any dealer',
  params: longRowParams,
  reply: adminOrder,
  errors: ['order_not_found'],
})

export const cancelReasonMax = stepReasonMax

/** Orders paid by card are refused: refunding the payment cancels them. */
export const cancelAnyOrder = endpoint({
  method: 'POST',
  path: '/yonetim/orders/:id/cancel',
  access: 'admin',
  area: 'orders',
  summary: 'Cancels an order of any dealer, returns its stock and emails the buyer',
  params: longRowParams,
  body: z.strictObject({ reason: z.string().check(z.maxLength(cancelReasonMax)) }),
  reply: adminOrder,
  errors: [
    'order_not_found',
    'order_already_cancelled',
    'order_already_sent',
    'order_paid_by_card',
    'order_in_picking',
    'order_in_delivery',
  ],
})

export const ordersAtOnce = 500

/**
 * Orders that are already in the requested state remain unchanged. Cancelled orders and those that wait for
 * approval are refused one by one without affecting the others.
 */
export const markOrdersSent = endpoint({
  method: 'POST',
  path: '/yonetim/orders/sent',
  access: 'admin',
  area: 'orders',
  summary: 'Marks orders as sent to the ERP, or removes the mark',
  body: z.strictObject({
    ids: z.array(longRowNumber).check(z.minLength(1), z.maxLength(ordersAtOnce)),
    isSent: z.boolean(),
  }),
  reply: z.object({
    changed: z.array(z.number()),
    /** Numbers of the refused orders. */
    cancelled: z.array(z.string()),
    awaiting: z.array(z.string()),
  }),
  errors: [],
})

/** The states that staff may choose; picking, shipping and cancelling have calls of their own. */
export const chosenOrderStates = ['confirmed', 'rejected', 'shipped', 'delivered', 'closed'] as const
export type ChosenOrderState = (typeof chosenOrderStates)[number]

/**
 * `from`: the state that was on screen. An order that has left it is not moved, and listed in `refused` with its state
 * of now. Rejecting requires a reason.
 */
export const moveOrderStates = endpoint({
  method: 'POST',
  path: '/yonetim/orders/state',
  access: 'admin',
  area: 'orders',
  summary: 'Confirms, rejects, delivers or closes orders',
  body: z.strictObject({
    orders: z
      .array(z.strictObject({ id: longRowNumber, from: z.enum(orderStates) }))
      .check(z.minLength(1), z.maxLength(ordersAtOnce)),
    to: z.enum(chosenOrderStates),
    reason: z.optional(z.string().check(z.maxLength(stepReasonMax))),
  }),
  reply: z.object({
    moved: z.array(z.number()),
    refused: z.array(z.object({ orderNo: z.string(), state: z.enum(orderStates) })),
  }),
  errors: ['order_reason_missing', 'order_needs_sales_approval', 'order_below_floor'],
})
