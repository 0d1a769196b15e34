import { addDays, type Day, parseDay } from '#domain/text/calendar-day.ts'

/** A delivery address as an order has it: a copy, so that later changes of the address do not change the order. */
export type DeliveryAddress = {
  /** The dealer's name for it; empty for one that was typed for an order. */
  name: string
  recipient: string
  phone: string
  address: string
  /** İlçe. */
  district: string
  /** Province (il). */
  city: string
  postalCode: string
  erpCode: string
}

/** Where an order goes, and what the buyer wishes. */
export type OrderDelivery = {
  /** Null: the dealer's own address. */
  address: DeliveryAddress | null
  /** The day on which the buyer wants the goods. */
  requestedOn: Day | null
  /** Whether goods may be sent in several shipments. */
  partDelivery: boolean
  /** A carrier of `shipment.ts` that the buyer prefers. */
  carrier: string | null
}

/** Bounds of the fields of an address, in characters. */
export const addressFieldMax = {
  name: 100,
  recipient: 200,
  phone: 40,
  address: 500,
  district: 100,
  city: 100,
  postalCode: 5,
  erpCode: 50,
} as const
export type AddressField = keyof typeof addressFieldMax

/** How many days ahead a delivery can be requested for. */
export const deliveryDaysMax = 180

/** The first and last day that can be requested. `today`: day in Turkey. */
export const deliveryPeriod = (today: Day): { from: Day; to: Day } => ({
  from: today,
  to: addDays(today, deliveryDaysMax),
})

/** The requested day; null if it does not exist, is past, or too far ahead. */
export function deliveryDay(text: string, today: Day): Day | null {
  const day = parseDay(text)
  const { from, to } = deliveryPeriod(today)
  return day !== null && day >= from && day <= to ? day : null
}

/** Whether an order says something about its delivery; otherwise none is stored with it. */
export const saysNothing = ({ address, requestedOn, partDelivery, carrier }: OrderDelivery): boolean =>
  address === null && requestedOn === null && partDelivery && carrier === null

/** Lines of an address as letters and labels show it, without name and recipient. */
export function addressLines(where: Pick<DeliveryAddress, 'address' | 'district' | 'city' | 'postalCode'>): string[] {
  const place = [where.district, where.city].filter((part) => part !== '').join(' / ')
  return [where.address, [where.postalCode, place].filter((part) => part !== '').join(' ')].filter(
    (line) => line !== '',
  )
}
