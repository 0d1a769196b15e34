import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { carrierPayers } from '#domain/orders/carrier-payer.ts'

const line = z.optional(z.string().check(z.maxLength(2000)))

/** Where an order goes and what the buyer wishes, as an order has it (domain/orders/delivery.ts). */
export const deliveryAddress = z.object({
  /** The dealer's name for it; empty for one that was typed for an order. */
  name: z.string(),
  recipient: z.string(),
  phone: z.string(),
  address: z.string(),
  district: z.string(),
  city: z.string(),
  postalCode: z.string(),
  /** Empty if it has none. */
  erpCode: z.string(),
})

export const orderDelivery = z.object({
  /** A copy that was made with the order; null: the dealer’s own address. */
  address: z.nullable(deliveryAddress),
  /** The day on which the buyer wants the goods. */
  requestedOn: z.nullable(z.string()),
  /** Whether goods may come in several shipments. */
  partDelivery: z.boolean(),
  /** The preferred carrier: a key of domain/orders/shipment.ts. */
  carrier: z.nullable(z.string()),
})

/** Who pays the carrier of an order; null where nothing is said, as when the dealer collects the goods. */
export const carrierPayer = z.nullable(z.enum(carrierPayers))

/** In place of the id of an address: the dealer’s own address, or one that is typed for this order. */
export const ownAddress = 'own'
export const typedAddress = 'typed'

/**
 * The delivery in the body of an order, flat, so that forms can send it. Everything may be left out: the order then goes to
 * the address that the user chose last, or to the dealer’s default one, and has no wishes.
 */
export const deliveryFields = {
  /** The id of a delivery address, `own` or `typed`. */
  deliverTo: z.optional(z.union([z.number(), z.string().check(z.maxLength(20))])),
  /** The address for this order, with `typed`. */
  toRecipient: line,
  toPhone: line,
  toAddress: line,
  toDistrict: line,
  toCity: line,
  toPostalCode: line,
  /** Stores a typed address under this name, for users who keep the addresses; empty: not. */
  toName: line,
  /** A day from today on; empty: none. */
  deliverOn: z.optional(z.string().check(z.maxLength(40))),
  /** `0`: everything in one shipment. */
  partDelivery: z.optional(z.union([z.literal('0'), z.literal('1'), z.literal(''), z.literal(0), z.literal(1)])),
  /** A carrier that getDeliveryChoices offers; empty: none. */
  carrier: z.optional(z.string().check(z.maxLength(60))),
}
const deliveryBody = z.object(deliveryFields)
export type DeliveryFields = z.output<typeof deliveryBody>
export const deliveryFieldNames = Object.keys(deliveryFields) as (keyof DeliveryFields)[]

export const deliveryErrors = [
  'validation_failed',
  'delivery_address_unknown',
  'delivery_address_disabled',
  'delivery_address_bound',
  'delivery_address_missing',
  'delivery_date_invalid',
  'delivery_carrier_unknown',
  'addresses_full',
] as const

export const deliveryChoices = z.object({
  /** The addresses that the visitor may choose, the default one first. */
  addresses: z.array(z.extend(deliveryAddress, { id: z.number(), isDefault: z.boolean() })),
  /** Which is chosen if the order does not name one; null: the dealer’s own address. */
  chosen: z.nullable(z.number()),
  /** The dealer’s own address; null if it cannot be chosen. */
  own: z.nullable(z.object({ recipient: z.string(), address: z.string(), district: z.string(), city: z.string() })),
  /** Whether an address can be typed for one order, and whether it can be stored. */
  mayType: z.boolean(),
  mayStore: z.boolean(),
  /** Carriers to choose from; empty: the store chooses. */
  carriers: z.array(z.string()),
  /** The first and last day that can be requested. */
  from: z.string(),
  to: z.string(),
  /** The days of this period that are holidays, eves included. */
  holidays: z.array(z.string()),
})
export type DeliveryChoices = z.output<typeof deliveryChoices>

export const getDeliveryChoices = endpoint({
  method: 'GET',
  path: '/api/catalog/delivery',
  access: 'dealer',
  needs: [],
  summary: 'Where the visitor’s orders can go, and the wishes that can be stated',
  reply: deliveryChoices,
  errors: [],
})
