import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/core/errors.ts'
import { faultPhotoPath } from '#contract/core/record-paths.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { readVisit, refuseFile, type VisitOptions, mayRead } from '#server/visitor/visitor.ts'
import { photoKey } from './photo-files.ts'
import { maySeePhoto } from './photo-rows.ts'

export type FaultPhotoOptions = { pool: Pool; folder: FileStore; visit: VisitOptions }

/** A photo opened by its address must not act as a page of the shop. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** Serves photos of fault reports to their dealer and to administrators; others get 404. */
export function serveFaultPhotos(app: FastifyInstance, { pool, folder, visit }: FaultPhotoOptions): void {
  app.get<{ Params: { file: string } }>(faultPhotoPath(':file'), async (request, reply) => {
    const { file } = request.params
    const visitor = await readVisit(request, reply, visit)
    const { actor } = visitor
    if (actor === null) return refuseFile(reply, refuse('not_signed_in'), visitor)
    const isSeen =
      mayRead(actor, 'orders', 'returns') && /^[0-9a-f]{32}$/.test(file) && (await maySeePhoto(pool, actor, file))
    const content = isSeen ? await folder.get(photoKey(file)) : null
    if (content === null) return refuseFile(reply, refuse('not_found'), visitor)
    return reply
      .headers({
        'cache-control': 'private, max-age=3600',
        'content-security-policy': policy,
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      .type('image/jpeg')
      .send(content)
  })
}
