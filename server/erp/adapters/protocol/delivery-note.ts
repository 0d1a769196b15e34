import type { Expression } from '#domain/erp/mapping.ts'

/**
 * Where an order goes and what its buyer wishes, before the note: for ERPs whose orders have no fields for an address. Parts
 * that an order lacks are left out.
 */
export const deliveryNote: Expression = {
  join: [
    'delivery.address.recipient',
    'delivery.address.phone',
    'delivery.address.address',
    'delivery.address.district',
    'delivery.address.city',
    { path: 'delivery.requestedOn', convert: 'turkishDate' },
    'delivery.carrier',
    'note',
  ],
  with: ', ',
}
