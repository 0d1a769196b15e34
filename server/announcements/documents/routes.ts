import { Readable } from 'node:stream'
import {
  changeDocument,
  createDocument,
  deleteDocument,
  getDocument,
  listAllDocuments,
  uploadDocument,
} from '#contract/admin/documents.ts'
import { refuse } from '#contract/core/errors.ts'
import { listDocuments, listProductDocuments } from '#contract/shop/documents.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import { type Calls, handle, mayRead } from '#server/visitor/visitor.ts'
import {
  countDocuments,
  findDocument,
  loadDealersDocuments,
  loadDocuments,
  loadProductDocuments,
} from './document-rows.ts'
import { addDocumentFile } from './files.ts'
import { removeDocument, saveDocument } from './save-document.ts'

export function registerDocuments(calls: Calls, { pool, folder }: { pool: Pool; folder: FileStore }): void {
  handle(calls, listDocuments, async (_input, { actor }) => ({
    items: await loadDealersDocuments(pool, actor.dealer.id, actor.permissions.has('prices')),
  }))

  handle(calls, listProductDocuments, async ({ params }, { actor }) => ({
    items: await loadProductDocuments(pool, params.id, actor.dealer?.id ?? null, mayRead(actor, 'catalog', 'prices')),
  }))

  const detail = async (id: number) => (await findDocument(pool, id)) ?? refuse('document_not_found')

  handle(calls, listAllDocuments, async ({ query }) => {
    const { page, limit } = parsePaging(query)
    const q = cleanText(query.q)
    const [total, items] = await Promise.all([
      countDocuments(pool, q),
      loadDocuments(pool, q, { limit, offset: (page - 1) * limit }),
    ])
    const pages = Math.max(1, Math.ceil(total / limit))
    return { items, total, page, pages, limit, q, sort: '-date' as const }
  })

  handle(calls, getDocument, ({ params }) => detail(params.id))

  handle(calls, createDocument, async ({ body }, context) => {
    const saved = await saveDocument(pool, context, body)
    return saved.ok ? detail(saved.id) : saved
  })

  handle(calls, changeDocument, async ({ params, body }, context) => {
    const saved = await saveDocument(pool, context, { ...body, id: params.id })
    return saved.ok ? detail(saved.id) : saved
  })

  handle(calls, deleteDocument, async ({ params }, context) => {
    return (await removeDocument(pool, context, params.id)) ?? { success: true as const }
  })

  handle(calls, uploadDocument, async ({ query, body }, { actor }) =>
    body instanceof Readable
      ? addDocumentFile({ pool, folder }, { userId: actor.userId, name: query.name, source: body })
      : refuse('bad_request'),
  )
}
