import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/core/errors.ts'
import { faultPhotoPath } from '#contract/core/record-paths.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { readVisit, type VisitOptions, mayRead } from '#server/visitor/visitor.ts'
import { sendRefusal } from '#server/platform/http/wire.ts'
import { photoPath } from './photo-files.ts'
import { maySeePhoto } from './photo-rows.ts'

export type FaultPhotoOptions = { pool: Pool; folder: string; visit: VisitOptions }

/** A photo opened by its address must not act as a page of the shop. */
const policy = "default-src 'none'; sandbox"

/** Serves photos of fault reports to their dealer and to administrators; others get 404. */
export function serveFaultPhotos(app: FastifyInstance, { pool, folder, visit }: FaultPhotoOptions): void {
  app.get<{ Params: { file: string } }>(faultPhotoPath(':file'), async (request, reply) => {
    const { file } = request.params
    const { actor, locale } = await readVisit(request, reply, visit)
    if (actor === null) return sendRefusal(reply, refuse('not_signed_in'), locale)
    const isSeen =
      mayRead(actor, 'orders', 'returns') && /^[0-9a-f]{32}$/.test(file) && (await maySeePhoto(pool, actor, file))
    const content = isSeen ? await readFile(photoPath(folder, file)).catch(() => null) : null
    if (content === null) return sendRefusal(reply, refuse('not_found'), locale)
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
