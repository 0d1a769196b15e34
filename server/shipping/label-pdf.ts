import type { AdminShipment } from '#contract/admin/shipments.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { isCarrier } from '#domain/orders/shipment.ts'
import { code128 } from '#domain/text/code-128.ts'
import { formatsOf } from '#domain/text/format.ts'
import { translate } from '#server/platform/http/words.ts'
import { makePdf, type PdfDefinition } from '#server/platform/pdf/pdf.ts'

type Content = Extract<PdfDefinition['content'], readonly unknown[]>[number]

/** Who sends the parcels. */
export type LabelSender = { name: string; address: string; phone: string }

/** 100 × 150 mm in points, as label printers take it. */
const pageSize = { width: 283.46, height: 425.2 }
const margin = 14
const innerWidth = pageSize.width - 2 * margin
const barHeight = 56

/** A label for each parcel, with its barcode; one page each. */
export function makeLabels(shipment: AdminShipment, sender: LabelSender, locale: Locale): Promise<Buffer> {
  const content = shipment.parcels.map((parcel, i): Content => {
    const stack = labelOf(shipment, parcel, sender, locale)
    return i === 0 ? { stack } : { stack, pageBreak: 'before' }
  })
  return makePdf({ pageSize, pageMargins: margin, content, defaultStyle: { fontSize: 10 } })
}

function labelOf(
  shipment: AdminShipment,
  parcel: AdminShipment['parcels'][number],
  sender: LabelSender,
  locale: Locale,
): Content[] {
  const words = (key: string, values?: Record<string, string>) => translate(locale, `shipments.label.${key}`, values)
  const { formatQuantity } = formatsOf(locale)
  const { carrier, trackingNo, deliveryNoteNo, recipient, address, district, city, phone, orders } = shipment
  const carrierName = isCarrier(carrier) ? translate(locale, `shipments.carriers.${carrier}`) : carrier
  const place = [district, city].filter((part) => part !== '').join(' / ')
  const number = words('parcel', { number: String(parcel.parcelNo), count: String(shipment.parcels.length) })
  const weight = parcel.weight === null ? '' : `${formatQuantity(parcel.weight)} kg`
  const facts = [
    ['carrier', [carrierName, trackingNo, freightOf(orders, locale)].filter((part) => part !== '').join(' · ')],
    ['deliveryNoteNo', deliveryNoteNo],
    ['orders', shortList(orders.map(({ orderNo }) => orderNo))],
  ] as const
  return [
    { text: words('from'), fontSize: 8, color: '#5b6770' },
    { text: sender.name, bold: true },
    { text: [sender.address, sender.phone].filter((part) => part !== '').join('\n'), fontSize: 8 },
    line(6),
    { text: words('to'), fontSize: 8, color: '#5b6770' },
    { text: recipient, bold: true, fontSize: recipient.length > 60 ? 11 : 15 },
    { text: [address, place, phone].filter((part) => part !== '').join('\n'), fontSize: address.length > 150 ? 9 : 12 },
    line(8),
    ...facts
      .filter(([, value]) => value !== '')
      .map(([key, value]): Content => ({ text: [`${words(key)}: `, { text: value, bold: true }], margin: [0, 1] })),
    {
      columns: [
        { text: number, bold: true, fontSize: 15 },
        { text: weight, fontSize: 15, alignment: 'right' },
      ],
      margin: [0, 8],
    },
    barcode(parcel.code),
    { text: parcel.code, alignment: 'center', margin: [0, 4, 0, 0] },
  ]
}

/** Who pays the carrier of a parcel: the recipient only if no order in it is at the sender's cost. */
function freightOf(orders: AdminShipment['orders'], locale: Locale): string {
  const payer = (['sender', 'recipient'] as const).find((each) =>
    orders.some(({ carrierPayer }) => carrierPayer === each),
  )
  return payer === undefined ? '' : translate(locale, `delivery.payers.${payer}`)
}

/** A label is one page: the numbers of many orders would push its barcode to another. */
const ordersShown = 4

function shortList(orderNos: readonly string[]): string {
  const rest = orderNos.length - ordersShown
  return `${orderNos.slice(0, ordersShown).join(', ')}${rest > 0 ? ` +${rest}` : ''}`
}

const line = (space: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: innerWidth, y2: 0, lineWidth: 0.8 }],
  margin: [0, space],
})

/** Ten modules of white on both sides, as readers need them. */
function barcode(text: string): Content {
  const { bars, width } = code128(text)
  const module = innerWidth / (width + 20)
  return {
    canvas: bars.map((bar) => ({
      type: 'rect' as const,
      x: (bar.at + 10) * module,
      y: 0,
      w: bar.width * module,
      h: barHeight,
      color: '#000000',
    })),
  }
}
