import type { Actor } from '#server/visitor/visitor.ts'
import type { Places } from './place-requests.ts'
import type { Sent } from './shop.ts'
import type { TestProduct } from './store-rows.ts'

type PriceListRequest = (people: { places: Places; other: Actor; product: TestProduct }) => { url: string } & Sent

const names = { code: 'ÖZEL', name: 'Özel liste' }
const raise = { percent: '10', step: '0.01', brand: null, category: null }
const price = { value: '100,00', currency: 'TRY' }
const path = '/yonetim/price-lists'

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
  'GET /yonetim/price-list-comparison': () => ({ url: '/yonetim/price-list-comparison' }),
}
