import type { People } from './people.ts'
import type { TestRequest } from './shop.ts'

const asked = '/yonetim/limit-approvals/999999999'

/** Valid requests for the calls about carts over the risk limit. */
export const limitRequests: Record<string, (people: People) => TestRequest> = {
  'GET /api/catalog/limit-advice': () => ({ url: '/api/catalog/limit-advice' }),
  'POST /api/catalog/cart-part': ({ product }) => ({
    url: '/api/catalog/cart-part',
    body: { lines: [{ unitId: product.unitId, quantity: 1 }] },
  }),
  'POST /api/catalog/limit-approvals': () => ({ url: '/api/catalog/limit-approvals', body: { note: 'Cuma öderiz' } }),
  'POST /api/catalog/limit-approvals/:id/withdraw': () => ({ url: '/api/catalog/limit-approvals/999999999/withdraw' }),
  'GET /yonetim/limit-approvals': () => ({ url: '/yonetim/limit-approvals?state=waiting' }),
  'GET /yonetim/limit-approvals/:id': () => ({ url: asked }),
  'POST /yonetim/limit-approvals/:id/approve': () => ({ url: `${asked}/approve`, body: { days: 3, reason: '' } }),
  'POST /yonetim/limit-approvals/:id/refuse': () => ({ url: `${asked}/refuse`, body: { reason: 'Borç var' } }),
}
