import type { Db } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import type { TestRequest } from './shop.ts'

const sharedId = 900_001
const deletedId = 900_002
const removedLine = 900_002
const token = 'a-token-of-a-list'
const ofList = `/api/account/lists/${sharedId}`
const ofLine = `${ofList}/lines/${sharedId}`

/** A shared list of the dealer with a line and a removed one, and a deleted list, made again after requests changed them. */
export async function restoreLists(db: Db, { dealer, userId }: Actor, productId: number): Promise<void> {
  await db.execute('DELETE FROM lists WHERE dealer_id = $1', [dealer?.id])
  await db.execute(
    `INSERT INTO lists (id, dealer_id, user_id, name, is_shared, link_hash, deleted_at) OVERRIDING SYSTEM VALUE
     VALUES ($1, $3, $4, 'Haftalık', true, sha256($5), NULL), ($2, $3, $4, 'Silinen', true, NULL, now())`,
    [sharedId, deletedId, dealer?.id, userId, token],
  )
  await db.execute(
    `INSERT INTO list_lines (id, list_id, place, product_id, unit_id, code, name, unit, quantity, removed_at)
     OVERRIDING SYSTEM VALUE
     SELECT n.id, $1, 1, CASE WHEN n.at IS NULL THEN p.id END, CASE WHEN n.at IS NULL THEN u.id END, p.code, p.name,
            u.name, 2, n.at
       FROM products p JOIN product_units u ON u.product_id = p.id,
            (VALUES ($1::integer, NULL::timestamptz), ($3, now())) n (id, at)
      WHERE p.id = $2 AND u.multiplier = 1`,
    [sharedId, productId, removedLine],
  )
}

/** A valid request for every call about lists and what was bought before. */
export const listRequests: Record<string, (people: { product: { id: number; code: string } }) => TestRequest> = {
  'GET /api/account/lists': () => ({ url: '/api/account/lists' }),
  'GET /api/account/list-targets': () => ({ url: '/api/account/list-targets' }),
  'POST /api/account/lists': () => ({ url: '/api/account/lists', body: { name: 'Yeni', isShared: false } }),
  'GET /api/account/lists/:id': () => ({ url: ofList }),
  'PATCH /api/account/lists/:id': () => ({ url: ofList, body: { revision: 1, name: 'Aylık', isShared: true } }),
  'DELETE /api/account/lists/:id': () => ({ url: ofList }),
  'POST /api/account/lists/:id/restore': () => ({ url: `/api/account/lists/${deletedId}/restore` }),
  'POST /api/account/lists/:id/copy': () => ({ url: `${ofList}/copy`, body: { name: 'Kopya' } }),
  'POST /api/account/lists/:id/lines': ({ product }) => ({
    url: `${ofList}/lines`,
    body: { source: { kind: 'codes', lines: [{ code: product.code, quantity: 5 }] } },
  }),
  'PATCH /api/account/lists/:id/lines/:lineId': () => ({ url: ofLine, body: { revision: 1, quantity: 3 } }),
  'POST /api/account/lists/:id/lines/:lineId/move': () => ({ url: `${ofLine}/move`, body: { before: null } }),
  'POST /api/account/lists/:id/remove': () => ({ url: `${ofList}/remove`, body: { lineIds: [sharedId] } }),
  'POST /api/account/lists/:id/restore-lines': () => ({
    url: `${ofList}/restore-lines`,
    body: { lineIds: [removedLine] },
  }),
  'POST /api/account/lists/:id/follow': () => ({
    url: `${ofList}/follow`,
    body: { isFollowed: true, hasEmails: true },
  }),
  'POST /api/account/lists/:id/seen': () => ({ url: `${ofList}/seen` }),
  'POST /api/account/lists/:id/link': () => ({ url: `${ofList}/link` }),
  'DELETE /api/account/lists/:id/link': () => ({ url: `${ofList}/link` }),
  'GET /api/account/linked-lists/:token': () => ({ url: `/api/account/linked-lists/${token}` }),
  'POST /api/account/linked-lists/:token/copy': () => ({ url: `/api/account/linked-lists/${token}/copy` }),
  'POST /api/catalog/seen': ({ product }) => ({ url: '/api/catalog/seen', body: { productId: product.id, seen: [] } }),
  'GET /api/catalog/seen': () => ({ url: '/api/catalog/seen' }),
  'DELETE /api/catalog/seen': () => ({ url: '/api/catalog/seen' }),
  'GET /api/catalog/together/:id': ({ product }) => ({ url: `/api/catalog/together/${product.id}` }),
  'GET /api/catalog/cart/together': () => ({ url: '/api/catalog/cart/together' }),
  'GET /api/account/bought': () => ({ url: '/api/account/bought' }),
  'GET /api/account/reorders': () => ({ url: '/api/account/reorders' }),
}
