import type { FastifyInstance } from 'fastify'
import { documentFilePath } from '#contract/core/announcement-paths.ts'
import { refuse } from '#contract/core/errors.ts'
import { rowParams } from '#contract/core/row-id.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { readStored } from '#server/platform/files/named-files.ts'
import { sendStored } from '#server/platform/files/send-stored.ts'
import { readVisit, refuseFile, type VisitOptions, mayRead } from '#server/visitor/visitor.ts'
import { findFile } from './document-rows.ts'

type Options = { pool: Pool; folder: FileStore; visit: VisitOptions }

const types = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
  picture: 'image/jpeg',
} as const

/** Serves the files of documents to their dealers and to administrators; others get 404. */
export function serveDocuments(app: FastifyInstance, { pool, folder, visit }: Options): void {
  app.get(documentFilePath(':id'), async (request, reply) => {
    const visitor = await readVisit(request, reply, visit)
    const { actor } = visitor
    if (actor === null) return refuseFile(reply, refuse('not_signed_in'), visitor)
    const params = rowParams.safeParse(request.params)
    const isStaff = actor.role === 'admin'
    const dealerId = actor.dealer?.id ?? null
    const mayLook = params.success && mayRead(actor, 'catalog', null) && (isStaff || dealerId !== null)
    const found = mayLook
      ? await findFile(pool, params.data.id, isStaff ? null : dealerId, isStaff || actor.permissions.has('prices'))
      : undefined
    const content = found === undefined ? null : await readStored(folder, found.file)
    if (found === undefined || content === null) return refuseFile(reply, refuse('document_not_found'), visitor)
    return sendStored(reply, { content, name: found.name, type: types[found.type] })
  })
}
