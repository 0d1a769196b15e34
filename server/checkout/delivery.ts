import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type DeliveryChoices, type DeliveryFields, ownAddress, typedAddress } from '#contract/shop/delivery.ts'
import { deliveryDay, deliveryPeriod, type OrderDelivery, saysNothing } from '#domain/orders/delivery.ts'
import { carriers, isCarrier } from '#domain/orders/shipment.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import {
  type AddressReader,
  type AddressRow,
  chooseAddress,
  loadAddressChoices,
  saveUserChoices,
  type WantedAddress,
} from '#server/account/account.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import { findOwnAddress } from './queries.ts'
import { holidaysBetween, parseOwnHolidays } from '#domain/text/public-holidays.ts'

/** Where a new order is to go, and the wishes of the buyer, as far as they are not checked yet. */
export type DeliveryRequest = Omit<AddressReader, 'dealerId'> & {
  wanted: WantedAddress
  /** A day as typed; empty: none. */
  requestedOn: string
  partDelivery: boolean
  /** Empty: none. */
  carrier: string
  /** Whether the store lets buyers choose a carrier. */
  offersCarriers: boolean
}

/** Rights and memory of the user who orders. */
export function deliveryReader({ actor, choices }: DealerContext): Omit<AddressReader, 'dealerId'> {
  return { scope: actor.addresses, remembered: choices.deliveryAddress }
}

export const offersCarriers = (store: Store): boolean => store.facts().settings.carrierChoice === '1'

/** What the fields of a form or call request. Users who do not keep the dealer's addresses cannot store one. */
export function deliveryRequest(fields: DeliveryFields, context: DealerContext, store: Store): DeliveryRequest {
  return {
    ...deliveryReader(context),
    wanted: wantedAddress(fields, context),
    requestedOn: fields.deliverOn?.trim() ?? '',
    partDelivery: String(fields.partDelivery ?? '1') !== '0',
    carrier: fields.carrier?.trim() ?? '',
    offersCarriers: offersCarriers(store),
  }
}

function wantedAddress(fields: DeliveryFields, context: DealerContext): WantedAddress {
  const to = String(fields.deliverTo ?? '')
  if (to === '') return { kind: 'any' }
  if (to === ownAddress) return { kind: 'own' }
  // 0 is the id of no address.
  if (to !== typedAddress) return { kind: 'stored', id: /^\d{1,9}$/.test(to) ? Number(to) : 0 }
  const { toRecipient = '', toPhone = '', toAddress = '', toDistrict = '', toCity = '', toPostalCode = '' } = fields
  const name = fields.toName?.trim() ?? ''
  const typed = {
    recipient: toRecipient,
    phone: toPhone,
    address: toAddress,
    district: toDistrict,
    city: toCity,
    postalCode: toPostalCode,
  }
  const store = name !== '' && context.actor.permissions.has('users') ? { name, by: context } : null
  return { kind: 'typed', typed, store }
}

export type ResolvedDelivery = { ok: true; addressId: number | null; delivery: OrderDelivery | null }

type RequestedDelivery = {
  dealerId: number
  delivery?: DeliveryRequest | null | undefined
  /** Those of the dealer. */
  addresses: readonly AddressRow[]
}

/** Checks a request in the transaction of the order. Without one, the order has no address and no wishes. */
export async function resolveDelivery(
  db: Db,
  { dealerId, delivery: request, addresses }: RequestedDelivery,
): Promise<ResolvedDelivery | Refusal> {
  const today = dayInTurkey(new Date())
  if (request == null) return { ok: true, addressId: null, delivery: null }
  const { requestedOn: typed, partDelivery, carrier } = request
  const requestedOn = typed === '' ? null : deliveryDay(typed, today)
  if (typed !== '' && requestedOn === null) {
    const { from, to } = deliveryPeriod(today)
    return refuse('delivery_date_invalid', { from: formatDay(from), to: formatDay(to) })
  }
  if (carrier !== '' && !(request.offersCarriers && isCarrier(carrier))) return refuse('delivery_carrier_unknown')
  const chosen = await chooseAddress(db, { dealerId, addresses, ...request }, request.wanted)
  if (!chosen.ok) return withFormFields(chosen)
  const delivery = { address: chosen.address, requestedOn, partDelivery, carrier: carrier === '' ? null : carrier }
  return { ok: true, addressId: chosen.id, delivery: saysNothing(delivery) ? null : delivery }
}

/** Problems of a typed address by the names of its fields in forms: `phone` is `toPhone`. */
function withFormFields(refusal: Refusal): Refusal {
  if (refusal.fields === undefined) return refusal
  const named = Object.entries(refusal.fields).map(([field, problem]) => {
    return [`to${field.charAt(0).toUpperCase()}${field.slice(1)}`, problem]
  })
  return { ...refusal, fields: Object.fromEntries(named) }
}

/** The address that a user has named for an order is proposed for the next one. */
export async function rememberAddress(
  db: Db,
  userId: number,
  request: DeliveryRequest | null | undefined,
  addressId: number | null | undefined,
): Promise<void> {
  if (request == null || request.wanted.kind === 'any') return
  if (addressId == null && request.wanted.kind !== 'own') return
  const chosen = addressId ?? 0
  if (chosen !== request.remembered) await saveUserChoices(db, userId, { deliveryAddress: chosen })
}

/** The addresses, carriers and days that the order form offers. */
export async function presentChoices(pool: Pool, context: DealerContext, store: Store): Promise<DeliveryChoices> {
  const { dealer, permissions } = context.actor
  const reader = { dealerId: dealer.id, ...deliveryReader(context) }
  const { addresses, chosen } = await loadAddressChoices(pool, reader)
  const isFree = reader.scope === null
  const period = deliveryPeriod(dayInTurkey(new Date()))
  return {
    addresses,
    chosen,
    own: isFree ? await findOwnAddress(pool, dealer.id) : null,
    mayType: isFree,
    mayStore: isFree && permissions.has('users'),
    carriers: offersCarriers(store) ? [...carriers] : [],
    ...period,
    holidays: holidaysBetween(period, parseOwnHolidays(store.facts().settings.ownHolidays) ?? []),
  }
}
