import { squeezeCode } from '#domain/text/text.ts'

/**
 * Carriers that wholesalers in Turkey ship with, and how their numbers are followed: `{n}` is the tracking number. Null
 * where no address takes a number. `own`: the store's own vehicle; `pickup`: the dealer collects.
 */
const trackingPages = {
  yurtici: 'https://www.yurticikargo.com/tr/online-servisler/gonderi-sorgula?code={n}',
  aras: 'https://www.araskargo.com.tr/kargom-nerede?code={n}',
  dhl: 'https://kargotakip.dhlecommerce.com.tr/?takipNo={n}',
  surat: 'https://www.suratkargo.com.tr/KargoTakip/?kargotakipno={n}',
  ptt: 'https://gonderitakip.ptt.gov.tr/Track/Verify?q={n}',
  ups: 'https://www.ups.com/track?loc=tr_TR&tracknum={n}',
  hepsijet: 'https://www.hepsijet.com/gonderi-takibi/{n}',
  kolaygelsin: 'https://esube.kolaygelsin.com/shipments?trackingId={n}',
  horoz: null,
  ceva: null,
  own: null,
  pickup: null,
} as const

export type Carrier = keyof typeof trackingPages
export const carriers: readonly Carrier[] = Object.keys(trackingPages).filter(isCarrier)

export function isCarrier(name: string): name is Carrier {
  return Object.hasOwn(trackingPages, name)
}

/** Names of carriers in files besides their keys: folded, letters and digits only. */
const carrierNames: Record<Carrier, string> = {
  yurtici: 'yurticikargo yk',
  aras: 'araskargo',
  dhl: 'mng mngkargo dhlecommerce dhlecommercemng dhlkargo',
  surat: 'suratkargo',
  ptt: 'pttkargo',
  ups: 'upskargo',
  hepsijet: 'hepsijetkargo',
  kolaygelsin: 'kolaygelsinkargo',
  horoz: 'horozlojistik horozkargo',
  ceva: 'cevalojistik cevalogistics',
  own: 'kendiaracimiz kendiaracimizla aracimiz ourownvehicle ownvehicle',
  pickup: 'bayiteslimalir eldenteslim depodanteslim collectedbythedealer',
}

/** The carrier that a file names; another one is its name. */
export function carrierOf(text: string): string {
  const squeezed = squeezeCode(text)
  return carriers.find((key) => key === squeezed || carrierNames[key].split(' ').includes(squeezed)) ?? text
}

/**
 * The weights of parcels that weigh this much together, in kilograms: as equal as grams allow. Null: unknown.
 * @param weight more than 0
 */
export function spreadWeight(weight: number | null, parcels: number): (number | null)[] {
  const grams = weight === null ? null : Math.round(weight * 1000)
  return Array.from({ length: parcels }, (_, at) =>
    grams === null ? null : (Math.floor(grams / parcels) + Number(at < grams % parcels)) / 1000,
  )
}

/** Where to follow a shipment: its own address, or the carrier's page for its number; null without one. */
export function trackingLink(shipment: { carrier: string; trackingNo: string; trackingUrl: string }): string | null {
  const { carrier, trackingNo, trackingUrl } = shipment
  if (trackingUrl !== '') return trackingUrl.startsWith('https://') ? trackingUrl : null
  const page = isCarrier(carrier) ? trackingPages[carrier] : null
  return page === null || trackingNo === '' ? null : page.replace('{n}', encodeURIComponent(trackingNo))
}

/** Bounds of the fields of a shipment, in characters. */
export const shipmentFieldMax = {
  carrier: 60,
  trackingNo: 60,
  trackingUrl: 500,
  deliveryNoteNo: 40,
  recipient: 200,
  address: 500,
  district: 100,
  city: 100,
  phone: 40,
  note: 500,
} as const
export type ShipmentField = keyof typeof shipmentFieldMax

/** `SV` + year + a rising six-digit number. */
export function shipmentNumber(year: number, sequence: number): string {
  return `SV${year}${String(sequence).padStart(6, '0')}`
}

/** What the barcode of a parcel says: the shipment and the parcel's number. */
export const parcelCode = (shipmentNo: string, parcelNo: number): string => `${shipmentNo}-${parcelNo}`
