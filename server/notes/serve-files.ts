import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/core/errors.ts'
import { noteFilePath } from '#contract/core/note-paths.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { isStoredName, readStored } from '#server/platform/files/named-files.ts'
import { sendStored } from '#server/platform/files/send-stored.ts'
import { readVisit, refuseFile, type VisitOptions, mayRead } from '#server/visitor/visitor.ts'
import { findFile } from './file-rows.ts'

type Options = { pool: Pool; folder: FileStore; visit: VisitOptions }

/** Serves files of notes to their dealer, without those of internal notes, and to administrators; others get 404. */
export function serveNoteFiles(app: FastifyInstance, { pool, folder, visit }: Options): void {
  app.get<{ Params: { file: string } }>(noteFilePath(':file'), async (request, reply) => {
    const { file } = request.params
    const visitor = await readVisit(request, reply, visit)
    const { actor } = visitor
    if (actor === null) return refuseFile(reply, refuse('not_signed_in'), visitor)
    const found = mayRead(actor, 'orders', null) && isStoredName(file) ? await findFile(pool, actor, file) : undefined
    const content = found === undefined ? null : await readStored(folder, file)
    if (found === undefined || content === null) return refuseFile(reply, refuse('not_found'), visitor)
    const isPicture = found.kind === 'picture'
    const type = isPicture ? 'image/jpeg' : 'application/pdf'
    return sendStored(reply, { content, name: found.name, type, isInline: isPicture })
  })
}
