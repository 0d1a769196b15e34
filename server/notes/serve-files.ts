import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/core/errors.ts'
import { noteFilePath } from '#contract/core/note-paths.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { isStoredName, readStored } from '#server/platform/files/file-store.ts'
import { sendStored } from '#server/platform/files/send-stored.ts'
import { sendRefusal } from '#server/platform/http/wire.ts'
import { readVisit, type VisitOptions, mayRead } from '#server/visitor/visitor.ts'
import { findFile } from './file-rows.ts'

type Options = { pool: Pool; folder: string; visit: VisitOptions }

/** Serves files of notes to their dealer, without those of internal notes, and to administrators; others get 404. */
export function serveNoteFiles(app: FastifyInstance, { pool, folder, visit }: Options): void {
  app.get<{ Params: { file: string } }>(noteFilePath(':file'), async (request, reply) => {
    const { file } = request.params
    const { actor, locale } = await readVisit(request, reply, visit)
    if (actor === null) return sendRefusal(reply, refuse('not_signed_in'), locale)
    const found = mayRead(actor, 'orders', null) && isStoredName(file) ? await findFile(pool, actor, file) : undefined
    const content = found === undefined ? null : await readStored(folder, file)
    if (found === undefined || content === null) return sendRefusal(reply, refuse('not_found'), locale)
    const isPicture = found.kind === 'picture'
    const type = isPicture ? 'image/jpeg' : 'application/pdf'
    return sendStored(reply, { content, name: found.name, type, isInline: isPicture })
  })
}
