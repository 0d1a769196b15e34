import type { AdminListedShipment, AdminShipment } from '#contract/admin/shipments.ts'
import { decimal } from '#domain/money/money.ts'
import { parcelCode, trackingLink } from '#domain/orders/shipment.ts'
import type { ListedShipmentRow, ShipmentRow } from './shipment-rows.ts'
import { withdrawableStates } from './withdraw.ts'

type TrackedRow = { carrier: string; tracking_no: string; tracking_url: string }

const linkOf = ({ carrier, tracking_no: trackingNo, tracking_url: trackingUrl }: TrackedRow) =>
  trackingLink({ carrier, trackingNo, trackingUrl })

export function presentListed(row: ListedShipmentRow): AdminListedShipment {
  return {
    id: row.id,
    shipmentNo: row.shipment_no,
    date: row.created_at.toISOString(),
    dealer: row.dealer,
    dealerCode: row.dealer_code,
    orderNos: row.order_nos,
    carrier: row.carrier,
    trackingNo: row.tracking_no,
    trackingLink: linkOf(row),
    deliveryNoteNo: row.delivery_note_no,
    parcelCount: row.parcel_count,
    isWithdrawn: row.is_withdrawn,
  }
}

export function presentShipment(row: ShipmentRow): AdminShipment {
  const { carrier, recipient, address, district, city, phone, note, orders } = row
  const weights = row.parcels.flatMap(({ weight }) => (weight === null ? [] : [weight]))
  const isWeighed = weights.length === row.parcels.length
  return {
    ...{ carrier, recipient, address, district, city, phone, note, orders },
    id: row.id,
    shipmentNo: row.shipment_no,
    date: row.created_at.toISOString(),
    shippedOn: row.shipped_on,
    dealerId: row.dealer_id,
    dealer: row.dealer,
    dealerCode: row.dealer_code,
    creator: row.creator,
    trackingNo: row.tracking_no,
    trackingUrl: row.tracking_url,
    trackingLink: linkOf(row),
    deliveryNoteNo: row.delivery_note_no,
    parcels: row.parcels.map(({ parcel_no: parcelNo, weight }) => {
      return { parcelNo, code: parcelCode(row.shipment_no, parcelNo), weight }
    }),
    weight: isWeighed ? weights.reduce((sum, weight) => sum.plus(weight), decimal(0)).toNumber() : null,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    withdrawnBy: row.withdrawer,
    withdrawReason: row.withdraw_reason,
    mayWithdraw: row.withdrawn_at === null && orders.every(({ state }) => withdrawableStates.includes(state)),
  }
}
