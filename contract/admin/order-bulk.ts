import * as z from 'zod/mini'
import { carrierPayer, orderDelivery } from '#contract/shop/delivery.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowNumber } from '#contract/core/row-id.ts'
import { orderStates } from '#domain/orders/order-life.ts'
import { shipmentFieldMax } from '#domain/orders/shipment.ts'
import { listAllOrders } from './orders.ts'

export const chosenOrder = z.object({
  id: z.number(),
  orderNo: z.string(),
  dealerCode: z.string(),
  state: z.enum(orderStates),
})
export type ChosenOrder = z.output<typeof chosenOrder>

/** The filters of `listAllOrders`; the first `ordersAtOnce` in the order of the list. */
export const listOrderChoice = endpoint({
  method: 'GET',
  path: '/yonetim/order-choice',
  access: 'admin',
  area: 'orders',
  summary: 'Orders that match the filters of the list, to act on all of them',
  query: listAllOrders.query,
  reply: z.object({ orders: z.array(chosenOrder), total: z.number() }),
  errors: [],
})

/** Orders of one request; a browser sends several. */
export const shippedAtOnce = 25

/**
 * Each order is a shipment of its own, with all of it that can be shipped, or what was picked. `from`: the state that was on
 * screen; an order that has left it is refused. A request with a `key` that has shipped an order returns that shipment.
 */
export const shipOrders = endpoint({
  method: 'POST',
  path: '/yonetim/order-shipments',
  access: 'admin',
  area: 'orders',
  summary: 'Ships orders, each in a shipment of its own, and emails the buyers',
  body: z.strictObject({
    key: z.string().check(z.minLength(8), z.maxLength(100)),
    orders: z
      .array(z.strictObject({ id: longRowNumber, from: z.enum(orderStates) }))
      .check(z.minLength(1), z.maxLength(shippedAtOnce)),
    carrier: z.string().check(z.minLength(1), z.maxLength(shipmentFieldMax.carrier)),
    deliveryNoteNo: z.string().check(z.maxLength(shipmentFieldMax.deliveryNoteNo)),
  }),
  reply: z.object({
    shipped: z.array(z.object({ orderNo: z.string(), shipmentNo: z.string() })),
    refused: z.array(z.object({ orderNo: z.string(), message: z.string() })),
  }),
  errors: [],
})

export const orderSlip = z.object({
  id: z.number(),
  orderNo: z.string(),
  date: z.string(),
  state: z.enum(orderStates),
  dealer: z.string(),
  dealerCode: z.string(),
  branch: z.nullable(z.string()),
  /** The dealer's, as of now; empty where unknown. */
  address: z.string(),
  district: z.string(),
  city: z.string(),
  phone: z.string(),
  /** Where it goes instead, and what the buyer wishes. */
  delivery: z.nullable(orderDelivery),
  carrierPayer,
  /** Empty: none. */
  note: z.string(),
  /** Quantities in the unit that was ordered: what the dealer gets, what was shipped of it, what waits for stock. */
  lines: z.array(
    z.object({
      lineNo: z.number(),
      code: z.string(),
      name: z.string(),
      unit: z.string(),
      quantity: z.number(),
      shipped: z.number(),
      backOrdered: z.number(),
      /** A promotion gives it for nothing. */
      isFree: z.boolean(),
    }),
  ),
})
export type OrderSlip = z.output<typeof orderSlip>

export const getOrderSlips = endpoint({
  method: 'GET',
  path: '/yonetim/order-slips',
  access: 'admin',
  area: 'orders',
  summary: 'What goes on the printed slips of orders, without prices',
  query: z.object({ orders: z.string().check(z.maxLength(8000)) }),
  reply: z.object({
    slips: z.array(orderSlip),
    /** How many were asked for; more than `ordersAtOnce` are cut off. */
    requested: z.number(),
  }),
  errors: [],
})
