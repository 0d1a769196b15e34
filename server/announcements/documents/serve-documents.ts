import type { FastifyInstance } from 'fastify'
import { documentFilePath } from '#contract/core/announcement-paths.ts'
import { refuse } from '#contract/core/errors.ts'
import { rowParams } from '#contract/core/row-id.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { readStored } from '#server/platform/files/file-store.ts'
import { sendStored } from '#server/platform/files/send-stored.ts'
import { sendRefusal } from '#server/platform/http/wire.ts'
import { readVisit, type VisitOptions, mayRead } from '#server/visitor/visitor.ts'
import { findFile } from './document-rows.ts'

type Options = { pool: Pool; folder: string; visit: VisitOptions }

const types = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
  picture: 'image/jpeg',
} as const

/** Serves the files of documents to their dealers and to administrators; others get 404. */
export function serveDocuments(app: FastifyInstance, { pool, folder, visit }: Options): void {
  app.get(documentFilePath(':id'), async (request, reply) => {
    const { actor, locale } = await readVisit(request, reply, visit)
    if (actor === null) return sendRefusal(reply, refuse('not_signed_in'), locale)
    const params = rowParams.safeParse(request.params)
    const isStaff = actor.role === 'admin'
    const dealerId = actor.dealer?.id ?? null
    const mayLook = params.success && mayRead(actor, 'catalog', null) && (isStaff || dealerId !== null)
    const found = mayLook
      ? await findFile(pool, params.data.id, isStaff ? null : dealerId, isStaff || actor.permissions.has('prices'))
      : undefined
    const content = found === undefined ? null : await readStored(folder, found.file)
    if (found === undefined || content === null) return sendRefusal(reply, refuse('document_not_found'), locale)
    return sendStored(reply, { content, name: found.name, type: types[found.type] })
  })
}
