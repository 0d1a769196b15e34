import type { PickingRest } from './picking.ts'

/**
 * What can happen to an order, as its history names it. `placed` and `erp_booked` are read from the order itself, and those of
 * bank transfers from their notices and bookings.
 */
export const orderSteps = [
  'placed',
  'purchase_approved',
  'confirmed',
  'rejected',
  'cancelled',
  'picking',
  'picking_ended',
  'shipped',
  'shipment_withdrawn',
  'delivered',
  'delivery_withdrawn',
  'closed',
  'sent_to_erp',
  'recalled',
  'erp_booked',
  'lines_changed',
  'change_refused',
  'change_accepted',
  'requested',
  'request_accepted',
  'request_refused',
  'request_withdrawn',
  'back_order_filled',
  'return_requested',
  'return_withdrawn',
  'return_accepted',
  'return_refused',
  'returned',
  'transfer_reported',
  'transfer_withdrawn',
  'transfer_rejected',
  'transfer_booked',
  'transfer_reversed',
] as const
export type OrderStep = (typeof orderSteps)[number]

/** Whose step it was: a user of the dealer, staff of the store, the ERP, or the shop itself. */
export const orderActors = ['dealer', 'staff', 'erp', 'system'] as const
export type OrderActorKind = (typeof orderActors)[number]

/** How a line was changed; quantities in the unit that was ordered, prices before tax in the line's currency. */
export type LineChange = {
  lineNo: number
  code: string
  name: string
  unit: string
  quantity?: { before: number; after: number }
  price?: { before: string; after: string; currency: string }
  /** The equivalent product that replaces it, or that it replaces. */
  replacedBy?: string
  replaces?: string
  /** What became of what was not picked. */
  rest?: PickingRest
}

/** Most characters of the reason of a step. */
export const stepReasonMax = 500
