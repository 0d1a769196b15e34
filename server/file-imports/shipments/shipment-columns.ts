import type { shipmentFields } from '#contract/admin/imports/file-import-options.ts'

/** Column names by field, as they are compared: folded, letters and digits only. */
export const shipmentColumns = {
  order_no: 'siparisno siparisnumarasi siparis sipno orderno ordernumber order',
  carrier: 'kargo kargofirmasi kargosirketi tasiyici tasiyicifirma nakliye nakliyeci sevkiyatfirmasi carrier',
  tracking_no:
    'takipno takipnumarasi kargotakipno kargotakipnumarasi gonderino gonderinumarasi barkodno trackingno trackingnumber tracking',
  delivery_note_no:
    'irsaliyeno irsaliyenumarasi irsaliye sevkirsaliyeno sevkirsaliyesi eirsaliyeno deliverynoteno deliverynotenumber deliverynote waybill',
  product_code: 'stokkodu stokkod stokod urunkodu urunkod malzemekodu malzemekod itemcode productcode stockcode sku',
  line_no: 'satirno satir kalemno sirano lineno linenumber line',
  quantity: 'miktar adet sevkmiktari sevkedilen sevkedilenmiktar gonderilen quantity qty shippedquantity',
  parcels: 'koli koliadedi kolisayisi kolisay paket paketadedi paketsayisi parcaadedi parcels parcelcount packages',
  weight: 'agirlik agirlikkg toplamagirlik toplamagirlikkg kg kilo weight weightkg totalweight',
  shipped_on:
    'tarih sevktarihi sevkiyattarihi irsaliyetarihi gonderimtarihi cikistarihi shippedon shippingdate shipmentdate shipdate date',
} as const satisfies Record<(typeof shipmentFields)[number], string>

export type ShipmentColumn = keyof typeof shipmentColumns
