import type { AddressValues } from '#contract/shop/addresses.ts'
import type { People } from './people.ts'
import type { TestRequest } from './shop.ts'

export const addressForm: AddressValues = {
  name: 'Şantiye Gebze',
  recipient: 'Mehmet Demir',
  phone: '0532 555 00 00',
  address: 'Sanayi Caddesi 12',
  district: 'Gebze',
  city: 'Kocaeli',
  postalCode: '41400',
  erpCode: '',
  isDefault: false,
  isDisabled: false,
}

const addressFile = Buffer.from('ERP kodu;Adres adı;Adres\nD-1;Depo;Cadde 1\n')
const changed = { before: addressForm, values: addressForm }

/** Requests about delivery addresses. */
export const addressRequests: Record<string, (people: People) => TestRequest> = {
  'GET /api/catalog/delivery': () => ({ url: '/api/catalog/delivery' }),
  'GET /api/account/addresses': () => ({ url: '/api/account/addresses' }),
  'POST /api/account/addresses': () => ({ url: '/api/account/addresses', body: { values: addressForm } }),
  'PATCH /api/account/addresses/:id': () => ({ url: '/api/account/addresses/999999999', body: changed }),
  'DELETE /api/account/addresses/:id': () => ({ url: '/api/account/addresses/999999999' }),
  'POST /api/account/addresses/file': () => ({ url: '/api/account/addresses/file', body: addressFile }),
  'POST /api/account/addresses/batch': () => ({
    url: '/api/account/addresses/batch',
    body: { addresses: [addressForm] },
  }),
  'POST /yonetim/dealers/:id/addresses/file': ({ dealer }) => ({
    url: `/yonetim/dealers/${dealer.dealer?.id}/addresses/file`,
    body: addressFile,
  }),
  'POST /yonetim/dealers/:id/addresses/batch': ({ dealer }) => ({
    url: `/yonetim/dealers/${dealer.dealer?.id}/addresses/batch`,
    body: { addresses: [addressForm] },
  }),
  'GET /yonetim/dealers/:id/addresses': ({ dealer }) => ({ url: `/yonetim/dealers/${dealer.dealer?.id}/addresses` }),
  'POST /yonetim/dealers/:id/addresses': ({ dealer }) => ({
    url: `/yonetim/dealers/${dealer.dealer?.id}/addresses`,
    body: { values: addressForm },
  }),
  'PATCH /yonetim/dealers/:id/addresses/:addressId': ({ dealer }) => ({
    url: `/yonetim/dealers/${dealer.dealer?.id}/addresses/999999999`,
    body: changed,
  }),
  'DELETE /yonetim/dealers/:id/addresses/:addressId': ({ dealer }) => ({
    url: `/yonetim/dealers/${dealer.dealer?.id}/addresses/999999999`,
  }),
}
