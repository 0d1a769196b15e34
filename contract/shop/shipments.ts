import * as z from 'zod/mini'

/** Goods of an order that are on their way; quantities in the unit that was ordered. */
export const shippedLine = z.object({
  lineNo: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: z.number(),
})

/** A shipment as the page of an order shows it, with that order's lines. */
export const orderShipment = z.object({
  id: z.number(),
  shipmentNo: z.string(),
  date: z.string(),
  /** A carrier of domain/orders/shipment.ts, or the name of another one. */
  carrier: z.string(),
  trackingNo: z.string(),
  /** Where to follow it; null without an address. */
  trackingLink: z.nullable(z.string()),
  /** Number of the delivery note (irsaliye); empty without one. */
  deliveryNoteNo: z.string(),
  parcelCount: z.number(),
  /** In kilograms; null if a parcel's weight is unknown. */
  weight: z.nullable(z.number()),
  /** When it was withdrawn; dealers do not see such shipments. */
  withdrawnAt: z.nullable(z.string()),
  lines: z.array(shippedLine),
})
export type OrderShipment = z.output<typeof orderShipment>
