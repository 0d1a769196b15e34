import type { Db } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import type { TestRequest } from './shop.ts'

const id = 900_001
const [file, newFile] = ['a'.repeat(32), 'b'.repeat(32)]

/** An announcement and a document for all dealers, made again after a request has removed or changed them. */
export async function restoreAnnouncements(db: Db, admin: Pick<Actor, 'userId'>): Promise<void> {
  await db.execute(
    `INSERT INTO announcements (id, title, html, is_banner, for_all, shows_from, created_by) OVERRIDING SYSTEM VALUE
     VALUES ($1, 'Bayram', 'Kapalıyız', true, true, '2020-01-01', $2)
         ON CONFLICT (id) DO UPDATE SET revision = 1, shows_from = '2020-01-01', shows_until = NULL`,
    [id, admin.userId],
  )
  await db.execute(
    `INSERT INTO documents (id, title, kind, for_all, valid_from, created_by) OVERRIDING SYSTEM VALUE
     VALUES ($1, 'Liste', 'price_list', true, '2020-01-01', $2) ON CONFLICT (id) DO UPDATE SET revision = 1`,
    [id, admin.userId],
  )
  await db.execute(
    `INSERT INTO document_files (file, document_id, user_id, type, name, bytes)
     VALUES ($2, $1, $4, 'pdf', 'liste.pdf', 9), ($3, NULL, $4, 'pdf', 'yeni.pdf', 9)
         ON CONFLICT (file) DO UPDATE SET document_id = excluded.document_id`,
    [id, file, newFile, admin.userId],
  )
}

const shared = { title: 'Yeni', from: '2020-01-01', until: null, audience: { isForAll: true, dealers: [] } }
const announcement = { ...shared, html: '<p>Metin</p>', isBanner: false }
const shelved = { ...shared, kind: 'catalog', language: 'tr', products: [] }

/** A valid request for every call about announcements and documents. */
export const announcementRequests: Record<string, (people: { product: { id: number } }) => TestRequest> = {
  'GET /api/account/announcements': () => ({ url: '/api/account/announcements' }),
  'POST /api/account/announcements/:id/seen': () => ({
    url: `/api/account/announcements/${id}/seen`,
    body: { isClosed: true },
  }),
  'GET /yonetim/announcements': () => ({ url: '/yonetim/announcements' }),
  'GET /yonetim/announcements/:id': () => ({ url: `/yonetim/announcements/${id}` }),
  'POST /yonetim/announcements': () => ({ url: '/yonetim/announcements', body: announcement }),
  'PATCH /yonetim/announcements/:id': () => ({
    url: `/yonetim/announcements/${id}`,
    body: { ...announcement, revision: 1 },
  }),
  'DELETE /yonetim/announcements/:id': () => ({ url: `/yonetim/announcements/${id}` }),
  'GET /api/account/documents': () => ({ url: '/api/account/documents' }),
  'GET /api/account/product-documents/:id': ({ product }) => ({ url: `/api/account/product-documents/${product.id}` }),
  'GET /yonetim/documents': () => ({ url: '/yonetim/documents' }),
  'GET /yonetim/documents/:id': () => ({ url: `/yonetim/documents/${id}` }),
  'POST /yonetim/documents': () => ({ url: '/yonetim/documents', body: { ...shelved, file: newFile } }),
  'PATCH /yonetim/documents/:id': () => ({ url: `/yonetim/documents/${id}`, body: { ...shelved, file, revision: 1 } }),
  'DELETE /yonetim/documents/:id': () => ({ url: `/yonetim/documents/${id}` }),
  'POST /yonetim/document-files': () => ({
    url: '/yonetim/document-files?name=liste.pdf',
    body: Buffer.from('%PDF-1.4\n%%EOF\n'),
  }),
}
