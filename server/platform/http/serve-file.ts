import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { pages } from '#contract/core/pages.ts'
import type { CallContext, DealerContext } from './context.ts'
import { checkAccess } from './handle.ts'
import { readVisit, type VisitOptions } from './visit.ts'
import { sendRefusal } from './wire.ts'

export const fileTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const
export type FileFormat = keyof typeof fileTypes

/** `name` without its ending, of letters that a header may hold. */
export type MadeFile = { ok: true; name: string; content: Buffer }
export type DealerFile = {
  path: string
  format: FileFormat
  /** The page that shows the same, and its call, whose access is the file's. */
  page: string
  endpoint: Pick<Endpoint, 'access' | 'order'>
  make(query: unknown, visit: DealerContext): Promise<MadeFile | Refusal>
}

/** Files are work: enough for everybody, too few to wear the shop out. */
const rateLimit = { max: 20, timeWindow: '1 minute' }

/** Something that a dealer's page shows as a file, by the page's own filters: /account/statement.xlsx?from=… */
export function serveDealerFile(app: FastifyInstance, file: DealerFile, options: VisitOptions): void {
  app.get(file.path, { config: { rateLimit } }, async (request, reply) => {
    const visit = await readVisit(request, reply, options)
    const refusal = checkAccess(file.endpoint, visit)
    if (refusal !== null) return rejectDownload(request, reply, refusal, { visit, page: file.page })
    const made = await file.make(request.query, visit as DealerContext)
    if (!made.ok) return sendRefusal(reply, made, visit.locale)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${made.name}.${file.format}"`)
      .type(fileTypes[file.format])
      .send(made.content)
  })
}

type Turned = { visit: CallContext; page: string }

/** Somebody who is not signed in comes back to the page after signing in; a file is no page to come back to. */
export function rejectDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  { visit, page }: Turned,
) {
  if (refusal.code !== 'not_signed_in' || !visit.wantsHtml) return sendRefusal(reply, refusal, visit.locale)
  const search = request.url.split('?')[1]
  const back = search === undefined ? page : `${page}?${search}`
  return reply.redirect(`${pages.login}?next=${encodeURIComponent(back)}`, 303)
}
