import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/core/errors.ts'
import { transferReceiptPath } from '#contract/core/transfer-paths.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { isStoredName, readStored } from '#server/platform/files/file-store.ts'
import { sendStored } from '#server/platform/files/send-stored.ts'
import { sendRefusal } from '#server/platform/http/wire.ts'
import { mayRead, readVisit, type VisitOptions } from '#server/visitor/visitor.ts'
import { findReceipt } from './receipt-rows.ts'

type Options = { pool: Pool; folder: string; visit: VisitOptions }

/** Serves receipts of transfers to their dealer and to administrators; others get 404. */
export function serveReceipts(app: FastifyInstance, { pool, folder, visit }: Options): void {
  app.get<{ Params: { file: string } }>(transferReceiptPath(':file'), async (request, reply) => {
    const { file } = request.params
    const { actor, locale } = await readVisit(request, reply, visit)
    if (actor === null) return sendRefusal(reply, refuse('not_signed_in'), locale)
    const isSeen = mayRead(actor, 'payments', 'statement') && isStoredName(file)
    const found = isSeen ? await findReceipt(pool, actor, file) : undefined
    const content = found === undefined ? null : await readStored(folder, file)
    if (found === undefined || content === null) return sendRefusal(reply, refuse('not_found'), locale)
    const isPicture = found.kind === 'picture'
    const type = isPicture ? 'image/jpeg' : 'application/pdf'
    return sendStored(reply, { content, name: found.name, type, isInline: isPicture })
  })
}
