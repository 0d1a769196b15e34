import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/core/errors.ts'
import { transferReceiptPath } from '#contract/core/transfer-paths.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { isStoredName, readStored } from '#server/platform/files/named-files.ts'
import { sendStored } from '#server/platform/files/send-stored.ts'
import { mayRead, readVisit, refuseFile, type VisitOptions } from '#server/visitor/visitor.ts'
import { findReceipt } from './receipt-rows.ts'

type Options = { pool: Pool; folder: FileStore; visit: VisitOptions }

/** Serves receipts of transfers to their dealer and to administrators; others get 404. */
export function serveReceipts(app: FastifyInstance, { pool, folder, visit }: Options): void {
  app.get<{ Params: { file: string } }>(transferReceiptPath(':file'), async (request, reply) => {
    const { file } = request.params
    const visitor = await readVisit(request, reply, visit)
    const { actor } = visitor
    if (actor === null) return refuseFile(reply, refuse('not_signed_in'), visitor)
    const isSeen = mayRead(actor, 'payments', 'statement') && isStoredName(file)
    const found = isSeen ? await findReceipt(pool, actor, file) : undefined
    const content = found === undefined ? null : await readStored(folder, file)
    if (found === undefined || content === null) return refuseFile(reply, refuse('not_found'), visitor)
    const isPicture = found.kind === 'picture'
    const type = isPicture ? 'image/jpeg' : 'application/pdf'
    return sendStored(reply, { content, name: found.name, type, isInline: isPicture })
  })
}
