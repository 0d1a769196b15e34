import type { Actor } from '#server/visitor/visitor.ts'
import type { Places } from './place-requests.ts'
import type { Sent } from './shop.ts'
import type { TestProduct } from './store-rows.ts'

type PriceListRequest = (people: { places: Places; other: Actor; product: TestProduct }) => { url: string } & Sent

const names = { code: 'ÖZEL', name: 'Özel liste' }
const raise = { percent: '10', step: '0.01', brand: null, category: null }
const price = { value: '100,00', currency: 'TRY' }
const path = '/yonetim/price-lists'
const changes = '/yonetim/price-changes'
const unknownChange = `${changes}/999999`

/** Requests of the calls for price lists. */
export const priceListRequests: Record<string, PriceListRequest> = {
  'GET /yonetim/price-lists': () => ({ url: path }),
  'POST /yonetim/price-lists': () => ({
    url: path,
    body: { values: { code: 'YENİ', name: 'Yeni liste' }, copyOf: null },
  }),
  'PATCH /yonetim/price-lists/:id': ({ places }) => ({
    url: `${path}/${places.priceList}`,
    body: { before: names, values: names },
  }),
  'DELETE /yonetim/price-lists/:id': ({ places }) => ({ url: `${path}/${places.spareList}` }),
  'GET /yonetim/price-lists/:id': () => ({ url: `${path}/1` }),
  // The price that the product has, so that nothing changes.
  'PATCH /yonetim/price-lists/:id/prices/:unit': ({ product }) => ({
    url: `${path}/1/prices/${product.unitId}`,
    body: { before: price, price },
  }),
  'POST /yonetim/price-lists/:id/raise/preview': () => ({ url: `${path}/1/raise/preview`, body: raise }),
  'POST /yonetim/price-lists/:id/raise': () => ({ url: `${path}/1/raise`, body: { ...raise, stamp: 'another state' } }),
  'GET /yonetim/price-lists/:id/proposals': () => ({ url: `${path}/1/proposals` }),
  'POST /yonetim/price-lists/:id/proposals/:proposal/approve': () => ({
    url: `${path}/1/proposals/999999/approve`,
    body: { stamp: null },
  }),
  'POST /yonetim/price-lists/:id/proposals/:proposal/decline': () => ({
    url: `${path}/1/proposals/999999/decline`,
    body: {},
  }),
  'GET /yonetim/price-lists/:id/dealers': () => ({ url: `${path}/1/dealers` }),
  'POST /yonetim/price-lists/:id/dealers': ({ other }) => ({
    url: `${path}/1/dealers`,
    body: { dealers: [{ id: other.dealer?.id, list: null }] },
  }),
  'GET /yonetim/price-reasons': ({ other, product }) => ({
    url: `/yonetim/price-reasons?dealer=${other.dealer?.code}&product=${product.code}`,
  }),
  'GET /yonetim/price-changes': () => ({ url: changes }),
  'POST /yonetim/price-changes': () => ({ url: changes, body: { list: 1, name: 'Ocak zammı' } }),
  'GET /yonetim/price-changes/:id': () => ({ url: unknownChange }),
  'GET /yonetim/price-changes/:id/preview': () => ({ url: `${unknownChange}/preview` }),
  'DELETE /yonetim/price-changes/:id': () => ({ url: unknownChange }),
  'POST /yonetim/price-changes/:id/raise': () => ({
    url: `${unknownChange}/raise`,
    body: {
      revision: 1,
      by: 'percent',
      value: '8',
      currency: 'TRY',
      form: '.90',
      direction: 'nearest',
      brand: null,
      category: null,
    },
  }),
  'POST /yonetim/price-changes/:id/copy': () => ({
    url: `${unknownChange}/copy`,
    body: { revision: 1, list: 1, removes: false, brand: null, category: null },
  }),
  'POST /yonetim/price-changes/:id/file': () => ({
    url: `${unknownChange}/file?revision=1`,
    body: Buffer.from('Stok Kodu;Fiyat\nX;1,50\n'),
  }),
  'POST /yonetim/price-changes/:id/prices': () => ({
    url: `${unknownChange}/prices`,
    body: { revision: 1, code: 'X', unit: '', value: '1', currency: 'TRY' },
  }),
  'POST /yonetim/price-changes/:id/prices/:unit/reset': () => ({
    url: `${unknownChange}/prices/1/reset`,
    body: { revision: 1 },
  }),
  'POST /yonetim/price-changes/:id/publish': () => ({
    url: `${unknownChange}/publish`,
    body: { revision: 1, at: null, conflicts: 'ask' },
  }),
  'POST /yonetim/price-changes/:id/approve': () => ({ url: `${unknownChange}/approve`, body: { revision: 1 } }),
  'POST /yonetim/price-changes/:id/withdraw': () => ({ url: `${unknownChange}/withdraw`, body: {} }),
  'POST /yonetim/price-changes/:id/undo': () => ({ url: `${unknownChange}/undo`, body: {} }),
  'GET /yonetim/price-list-comparison': () => ({ url: '/yonetim/price-list-comparison' }),
}
