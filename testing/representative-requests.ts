import type { People } from './people.ts'
import type { TestRequest } from './shop.ts'

const values = { phone: '', linePercent: '0', totalPercent: '0', floorPercent: '', regions: [], dealers: [] }
const visit = { kind: 'note', day: '2026-01-02', text: 'Not', nextStep: '', nextOn: '' }

/** Requests about representatives. The dealer is assigned to nobody, and nobody has number 999999999. */
export const representativeRequests: Readonly<Record<string, (people: People) => TestRequest>> = {
  'GET /api/account/representative': () => ({ url: '/api/account/representative' }),
  'GET /api/catalog/cart/discount': () => ({ url: '/api/catalog/cart/discount' }),
  'PATCH /api/catalog/cart/discount': () => ({
    url: '/api/catalog/cart/discount',
    body: { totalPercent: '0', lines: [] },
  }),
  'GET /yonetim/own-dealers': () => ({ url: '/yonetim/own-dealers' }),
  'GET /yonetim/own-dealers/:id': ({ dealer }) => ({ url: `/yonetim/own-dealers/${dealer.dealer?.id}` }),
  'POST /yonetim/own-dealers/:id/visits': ({ dealer }) => ({
    url: `/yonetim/own-dealers/${dealer.dealer?.id}/visits`,
    body: { values: visit },
  }),
  'POST /yonetim/own-dealers/:id/act': ({ dealer }) => ({ url: `/yonetim/own-dealers/${dealer.dealer?.id}/act` }),
  'POST /yonetim/visits/:id/done': () => ({ url: '/yonetim/visits/999999999/done', body: { isDone: true } }),
  'GET /yonetim/representatives': () => ({ url: '/yonetim/representatives' }),
  'GET /yonetim/representatives/:id': () => ({ url: '/yonetim/representatives/999999999' }),
  'PATCH /yonetim/representatives/:id': () => ({ url: '/yonetim/representatives/999999999', body: { values } }),
  'POST /yonetim/representatives/:id/targets': () => ({
    url: '/yonetim/representatives/999999999/targets',
    body: { month: '2026-01', targets: [] },
  }),
  'GET /yonetim/dealers/:id/representative': ({ dealer }) => ({
    url: `/yonetim/dealers/${dealer.dealer?.id}/representative`,
  }),
  'POST /yonetim/dealers/:id/representative': ({ dealer }) => ({
    url: `/yonetim/dealers/${dealer.dealer?.id}/representative`,
    body: { userId: null },
  }),
}
