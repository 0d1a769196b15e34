import type { Expression } from '#domain/erp/mapping.ts'

/** Names of who pays the carrier: a table of mappings. */
export const carrierPayerNames = { sender: 'Gönderici ödemeli', recipient: 'Alıcı ödemeli' }

const delivery: Expression[] = [
  'delivery.address.recipient',
  'delivery.address.phone',
  'delivery.address.address',
  'delivery.address.district',
  'delivery.address.city',
  { path: 'delivery.requestedOn', convert: 'turkishDate' },
  'delivery.carrier',
  { path: 'carrierPayer', table: 'carrierPayers' },
]

/**
 * Where an order goes, what its buyer wishes and who pays the carrier, before the note: for ERPs whose orders have no fields
 * for an address. Parts that an order lacks are left out. The mapping needs the table `carrierPayers`.
 */
export const deliveryNote: Expression = { join: [...delivery, 'note'], with: ', ' }

/** The same with the free goods: for ERPs without a kind of line for them. */
export const deliveryAndFreeGoodsNote: Expression = { join: [...delivery, 'freeGoods', 'note'], with: ', ' }
