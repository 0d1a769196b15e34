import type { CarrierPayer } from '#domain/orders/carrier-payer.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { addressLines, type OrderDelivery } from '#domain/orders/delivery.ts'
import { isCarrier } from '#domain/orders/shipment.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell, XlsxColumn } from '#server/platform/xlsx/xlsx.ts'

/** The delivery of an order in files: after the branch. */
export const deliveryColumns = [
  ['addressName', 'text', 20],
  ['deliveryAddress', 'text', 40],
  ['city', 'text', 16],
  ['requestedOn', 'day', 14],
  ['partDelivery', 'text', 14],
  ['carrier', 'text', 18],
  ['freight', 'text', 18],
] as const satisfies readonly (readonly [string, XlsxColumn['kind'], number])[]

type DeliveryColumn = (typeof deliveryColumns)[number][0]
export const isDeliveryColumn = (name: string): name is DeliveryColumn => deliveryColumns.some(([key]) => key === name)

export function deliveryCells(
  { delivery, carrier_payer: payer }: { delivery: OrderDelivery | null; carrier_payer: CarrierPayer | null },
  locale: Locale,
): XlsxCell[] {
  const freight = payer === null ? null : translate(locale, `delivery.payers.${payer}`)
  if (delivery === null) return deliveryColumns.map(([name]) => (name === 'freight' ? freight : null))
  const { address, requestedOn, partDelivery, carrier } = delivery
  return [
    address?.name === '' ? translate(locale, 'delivery.typed') : (address?.name ?? null),
    address === null ? null : [address.recipient, ...addressLines(address), address.phone].join(', '),
    address?.city ?? null,
    requestedOn,
    translate(locale, `delivery.part.${partDelivery ? 'allowed' : 'refused'}`),
    carrier === null ? null : carrierText(carrier, locale),
    freight,
  ]
}

/** The name of a carrier that a buyer prefers. */
export const carrierText = (carrier: string, locale: Locale): string =>
  isCarrier(carrier) ? translate(locale, `shipments.carriers.${carrier}`) : carrier
