import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowNumber, longRowParams } from '#contract/core/row-id.ts'
import { carrierPayer, orderDelivery } from '#contract/shop/delivery.ts'
import { shippedLine } from '#contract/shop/shipments.ts'
import { orderStates } from '#domain/orders/order-life.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { type ShipmentField, shipmentFieldMax } from '#domain/orders/shipment.ts'

const text = z.optional(z.string().check(z.maxLength(200)))

export const parcelsMax = 200
export const shippedOrdersMax = 50
const shippedLinesMax = 5000
export const shippedQuantityMax = 1_000_000

const field = (name: ShipmentField) => z.string().check(z.maxLength(shipmentFieldMax[name]))
const fields = {
  /** A carrier of domain/orders/shipment.ts, or the name of another one. */
  carrier: z.string().check(z.minLength(1), z.maxLength(shipmentFieldMax.carrier)),
  trackingNo: field('trackingNo'),
  /** Where to follow it, https; empty: as the carrier's numbers are followed. */
  trackingUrl: field('trackingUrl'),
  deliveryNoteNo: field('deliveryNoteNo'),
  recipient: field('recipient'),
  address: field('address'),
  district: field('district'),
  city: field('city'),
  phone: field('phone'),
  note: field('note'),
}
/** One entry for each parcel: its weight in kilograms as typed, empty if unknown. */
const weights = z.array(z.string().check(z.maxLength(20))).check(z.minLength(1), z.maxLength(parcelsMax))

export const adminShipment = z.object({
  id: z.number(),
  shipmentNo: z.string(),
  /** When it was entered, and the day on which it left. */
  date: z.string(),
  shippedOn: z.string(),
  dealerId: z.number(),
  dealer: z.string(),
  dealerCode: z.string(),
  /** Null: a program. */
  creator: z.nullable(z.string()),
  ...fields,
  trackingLink: z.nullable(z.string()),
  /** In kilograms; null where it is unknown. */
  parcels: z.array(z.object({ parcelNo: z.number(), code: z.string(), weight: z.nullable(z.number()) })),
  weight: z.nullable(z.number()),
  orders: z.array(
    z.object({
      id: z.number(),
      orderNo: z.string(),
      state: z.enum(orderStates),
      carrierPayer,
      lines: z.array(shippedLine),
    }),
  ),
  withdrawnAt: z.nullable(z.string()),
  withdrawnBy: z.nullable(z.string()),
  withdrawReason: z.string(),
  mayWithdraw: z.boolean(),
})
export type AdminShipment = z.output<typeof adminShipment>

export const adminListedShipment = z.object({
  id: z.number(),
  shipmentNo: z.string(),
  date: z.string(),
  dealer: z.string(),
  dealerCode: z.string(),
  orderNos: z.array(z.string()),
  carrier: z.string(),
  trackingNo: z.string(),
  trackingLink: z.nullable(z.string()),
  deliveryNoteNo: z.string(),
  parcelCount: z.number(),
  isWithdrawn: z.boolean(),
})
export type AdminListedShipment = z.output<typeof adminListedShipment>

/**
 * Newest first. Filters: `q` (part of the number of the shipment or of an order, the tracking or delivery note number),
 * `dealer` (its code, or part of its name), `from`, `to` (days in Turkey).
 */
export const listShipments = endpoint({
  method: 'GET',
  path: '/yonetim/shipments',
  access: 'admin',
  area: 'orders',
  summary: 'Shipments to all dealers',
  query: z.object({ page: text, limit: text, q: text, dealer: text, from: text, to: text }),
  reply: z.object({
    items: z.array(adminListedShipment),
    ...paged,
    sort: z.literal('-date'),
    q: z.string(),
    dealer: z.string(),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
  }),
  errors: [],
})

export const getShipment = endpoint({
  method: 'GET',
  path: '/yonetim/shipments/:id',
  access: 'admin',
  area: 'orders',
  summary: 'One shipment',
  params: longRowParams,
  reply: adminShipment,
  errors: ['shipment_not_found'],
})

/**
 * What can be shipped of a line now, what is proposed (all of it, or what was picked), what was not found when it was
 * picked, and what was shipped when it was read.
 */
export const shippableLine = z.object({
  ...shippedLine.shape,
  proposed: z.number(),
  missing: z.number(),
  shipped: z.number(),
})

/** What a new shipment starts from: the chosen orders, others of the same dealer that can be shipped, and the address. */
export const getShipmentDraft = endpoint({
  method: 'GET',
  path: '/yonetim/shipment-draft',
  access: 'admin',
  area: 'orders',
  summary: 'What can be shipped of orders of one dealer',
  query: z.object({ orders: z.string().check(z.maxLength(1000)) }),
  reply: z.object({
    dealer: z.string(),
    dealerCode: z.string(),
    recipient: z.string(),
    address: z.string(),
    district: z.string(),
    city: z.string(),
    phone: z.string(),
    /** The carrier that the buyers of all chosen orders prefer; null: there is none. */
    carrier: z.nullable(z.string()),
    orders: z.array(
      z.object({
        id: z.number(),
        orderNo: z.string(),
        date: z.string(),
        state: z.enum(orderStates),
        isChosen: z.boolean(),
        /** The dealer’s branch that it goes to. */
        branch: z.nullable(z.string()),
        delivery: z.nullable(orderDelivery),
        carrierPayer,
        /** Nothing of it was shipped before, and nothing waits for stock. */
        isWhole: z.boolean(),
        lines: z.array(shippableLine),
      }),
    ),
  }),
  errors: ['order_not_found', 'shipment_dealers_differ', 'shipment_nothing_open'],
})

/**
 * Ships lines. `shipped` is what was shipped of the line on screen: of two people who ship the same goods, the second is
 * refused. A request with a `key` that has made a shipment returns that one.
 */
export const createShipment = endpoint({
  method: 'POST',
  path: '/yonetim/shipments',
  access: 'admin',
  area: 'orders',
  summary: 'Ships lines of one dealer’s orders, and emails the buyers',
  body: z.strictObject({
    key: z.string().check(z.minLength(8), z.maxLength(100)),
    ...fields,
    weights,
    lines: z
      .array(
        z.strictObject({
          orderId: longRowNumber,
          lineNo: z.number().check(z.int(), z.minimum(1)),
          quantity: z.number().check(z.int(), z.minimum(1), z.maximum(shippedQuantityMax)),
          shipped: z.number().check(z.int(), z.minimum(0), z.maximum(shippedQuantityMax)),
        }),
      )
      .check(z.minLength(1), z.maxLength(shippedLinesMax)),
  }),
  reply: adminShipment,
  errors: [
    'order_not_found',
    'order_line_not_found',
    'order_already_cancelled',
    'shipment_dealers_differ',
    'shipment_order_unconfirmed',
    'order_in_picking',
    'shipment_change_open',
    'shipment_exceeds_open',
    'shipment_stale',
    'shipment_key_used',
    'shipment_field_invalid',
  ],
})

/** Changes how a shipment is sent, e.g. when the carrier has given its number. Its goods stay. */
export const changeShipment = endpoint({
  method: 'PATCH',
  path: '/yonetim/shipments/:id',
  access: 'admin',
  area: 'orders',
  summary: 'Changes carrier, numbers, address and parcels of a shipment',
  params: longRowParams,
  body: z.strictObject({ ...fields, weights }),
  reply: adminShipment,
  errors: ['shipment_not_found', 'shipment_withdrawn', 'shipment_field_invalid'],
})

export const withdrawShipment = endpoint({
  method: 'POST',
  path: '/yonetim/shipments/:id/withdraw',
  access: 'admin',
  area: 'orders',
  summary: 'Withdraws a shipment: its goods are open again, and the buyers are told',
  params: longRowParams,
  body: z.strictObject({ reason: z.string().check(z.maxLength(stepReasonMax)) }),
  reply: adminShipment,
  errors: [
    'shipment_not_found',
    'shipment_withdrawn',
    'shipment_delivered',
    'shipment_returned',
    'order_reason_missing',
  ],
})
