import type { ShipmentField } from '#domain/orders/shipment.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { type AmountNotation, readTypedAmount } from '#domain/money/typed-amount.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'

export type TypedShipment = Record<ShipmentField, string> & { weights: readonly string[] }

/** `weights`: one for each parcel, in kilograms; null where it is unknown. */
export type ShipmentForm = Record<ShipmentField, string> & { weights: (string | null)[] }

const notation: AmountNotation = { sign: ',', places: 3 }
const weightMax = 100_000

/** Reads a typed shipment. Refuses no carrier, an address that is not https, and a weight that is none. */
export function parseShipment({ weights: typed, ...texts }: TypedShipment): ShipmentForm | Refusal {
  const carrier = cleanText(texts.carrier)
  const trackingUrl = cleanText(texts.trackingUrl)
  if (carrier === '') return refuse('shipment_field_invalid', { field: 'carrier' })
  if (trackingUrl !== '' && (!trackingUrl.startsWith('https://') || !URL.canParse(trackingUrl))) {
    return refuse('shipment_field_invalid', { field: 'trackingUrl' })
  }
  const weights: (string | null)[] = []
  for (const text of typed) {
    const weight = weightOf(text)
    if (weight === undefined) return refuse('shipment_field_invalid', { field: 'weight' })
    weights.push(weight)
  }
  return {
    carrier,
    trackingNo: cleanText(texts.trackingNo),
    trackingUrl,
    deliveryNoteNo: cleanText(texts.deliveryNoteNo),
    recipient: cleanText(texts.recipient),
    address: cleanText(texts.address),
    district: cleanText(texts.district),
    city: cleanText(texts.city),
    phone: cleanText(texts.phone),
    note: cleanText(texts.note),
    weights,
  }
}

/** Null if none was typed, undefined if it is no weight. Three decimals are grams, not thousands. */
function weightOf(text: string): string | null | undefined {
  const read = readTypedAmount(cleanText(text), notation)
  if (read.kind === 'empty') return null
  const value = read.kind === 'amount' ? read.value : read.kind === 'unclear' ? read.decimals : undefined
  if (value === undefined) return undefined
  return decimal(value).greaterThan(0) && decimal(value).lessThanOrEqualTo(weightMax) ? value : undefined
}
