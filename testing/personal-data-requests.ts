import type { Db } from '#server/platform/db/pool.ts'
import type { TestRequest } from './shop.ts'

const nobody = 999_999_999

/** Nobody has an open request. */
export async function restoreErasure(db: Db): Promise<void> {
  await db.execute('DELETE FROM erasure_requests')
}

/** A valid request for every call about personal data. */
export const personalDataRequests: Record<string, (people: { dealer: { userId: number } }) => TestRequest> = {
  'GET /api/account/erasure': () => ({ url: '/api/account/erasure' }),
  'POST /api/account/erasure': () => ({ url: '/api/account/erasure' }),
  'DELETE /api/account/erasure': () => ({ url: '/api/account/erasure' }),
  'POST /api/account/users/:id/erasure': () => ({ url: `/api/account/users/${nobody}/erasure` }),
  'GET /yonetim/users/:id/erasure': ({ dealer }) => ({ url: `/yonetim/users/${dealer.userId}/erasure` }),
  'POST /yonetim/users/:id/erasure': () => ({ url: `/yonetim/users/${nobody}/erasure` }),
  'POST /yonetim/users/:id/erasure/refusal': () => ({
    url: `/yonetim/users/${nobody}/erasure/refusal`,
    body: { answer: 'Açık siparişi var.' },
  }),
}
