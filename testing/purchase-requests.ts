import type { People } from './people.ts'
import type { TestRequest } from './shop.ts'

const unknown = '/api/account/approvals/999999999'

/** Valid requests for the calls of approval within a dealer's company. */
export const purchaseRequests: Record<string, (people: People) => TestRequest> = {
  'GET /api/catalog/purchase-check': () => ({ url: '/api/catalog/purchase-check' }),
  'GET /api/account/approvals': () => ({ url: '/api/account/approvals?show=decided' }),
  'GET /api/account/approvals/waiting': () => ({ url: '/api/account/approvals/waiting' }),
  'GET /api/account/approvals/:id': () => ({ url: unknown }),
  'POST /api/account/approvals/:id/approve': () => ({ url: `${unknown}/approve`, body: { shown: 'x' } }),
  'POST /api/account/approvals/:id/quantities': () => ({
    url: `${unknown}/quantities`,
    body: { revision: 1, lines: [{ lineNo: 1, quantity: 1 }] },
  }),
  'POST /api/account/approvals/:id/refuse': () => ({ url: `${unknown}/refuse`, body: { reason: 'Bütçe yok' } }),
  'POST /api/account/approvals/:id/withdraw': () => ({ url: `${unknown}/withdraw` }),
  'POST /api/account/approvals/:id/cart': () => ({ url: `${unknown}/cart` }),
  'POST /api/account/deputies': ({ noRight }) => ({
    url: '/api/account/deputies',
    body: { userId: noRight.userId, from: '2999-01-01', to: '2999-01-02' },
  }),
  'DELETE /api/account/deputies/:id': () => ({ url: '/api/account/deputies/999999999' }),
  'GET /api/account/purchase-rules': () => ({ url: '/api/account/purchase-rules' }),
  'PATCH /api/account/purchase-rules': () => ({
    url: '/api/account/purchase-rules',
    body: { categoryIds: [], secondStepOver: '', expiryDays: 7 },
  }),
  'PATCH /api/account/users/:id/limits': ({ noRight }) => ({
    url: `/api/account/users/${noRight.userId}/limits`,
    body: { perOrder: '', perMonth: '', categoryIds: [] },
  }),
}
