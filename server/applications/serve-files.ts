import type { FastifyInstance } from 'fastify'
import { applicationFilePath } from '#contract/core/application-paths.ts'
import { refuse } from '#contract/core/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { isStoredName, readStored } from '#server/platform/files/named-files.ts'
import { sendStored } from '#server/platform/files/send-stored.ts'
import { checkAccess, readVisit, refuseFile, type VisitOptions } from '#server/visitor/visitor.ts'
import { findFile } from './files.ts'

type Options = { pool: Pool; folder: FileStore; visit: VisitOptions }

/** Serves documents of applications to administrators. */
export function serveApplicationFiles(app: FastifyInstance, { pool, folder, visit }: Options): void {
  app.get<{ Params: { file: string } }>(applicationFilePath(':file'), async (request, reply) => {
    const { file } = request.params
    const visitor = await readVisit(request, reply, visit)
    const refusal = checkAccess({ access: 'admin', area: 'people' }, visitor)
    if (refusal !== null) return refuseFile(reply, refusal, visitor)
    const found = isStoredName(file) ? await findFile(pool, file) : undefined
    const content = found === undefined ? null : await readStored(folder, file)
    if (found === undefined || content === null) return refuseFile(reply, refuse('not_found'), visitor)
    const isPicture = found.type === 'picture'
    const type = isPicture ? 'image/jpeg' : 'application/pdf'
    return sendStored(reply, { content, name: found.name, type, isInline: isPicture })
  })
}
