import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, urlOf } from '#contract/core/endpoint.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { pages } from '#contract/core/pages.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { checkAccess } from './access.ts'
import type { CallContext, DealerContext, UserContext } from './context.ts'
import { refuseFile } from './refuse-file.ts'
import { readVisit, type VisitOptions } from './visit.ts'

export const fileTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const
export type FileFormat = keyof typeof fileTypes

/** A generated file. `name` has no extension and only characters that a header may contain. */
export type MadeFile = { ok: true; name: string; content: Buffer }
type ServedFile<Visit> = {
  path: string
  format: FileFormat
  /** The page that shows the same data, with the same parameters in its path. */
  page: string
  /** The call of that page: the file has the same access. */
  endpoint: Pick<Endpoint, 'access' | 'needs' | 'area'>
  make(query: unknown, visit: Visit, params: Record<string, unknown>): Promise<MadeFile | Refusal>
}
export type DealerFile = ServedFile<DealerContext>
export type AdminFile = ServedFile<UserContext> & { endpoint: { access: 'admin' } }

/** Generating a file is expensive. */
const rateLimit = { max: 20, timeWindow: '1 minute' }

/** Serves the data of a dealer's page as a file, with the filters of the page: /account/statement.xlsx?from=… */
export function serveDealerFile(app: FastifyInstance, file: DealerFile, options: VisitOptions): void {
  serveFile(app, file, options)
}

type DealerList = Pick<DealerFile, 'page' | 'endpoint'> & {
  /** The address of the file in a format. */
  pathOf(format: 'xlsx' | 'csv'): string
  /** The first word of the file's name, which goes on with the dealer and the day. */
  name: string
  make(format: 'xlsx' | 'csv', query: unknown, visit: DealerContext): Promise<Buffer | Refusal>
}

/** Serves a dealer's list as a workbook and as CSV, at the address of its page with its filters. */
export function serveDealerList(app: FastifyInstance, list: DealerList, options: VisitOptions): void {
  const { pathOf, name, make, ...shared } = list
  for (const format of ['xlsx', 'csv'] as const) {
    const file: DealerFile = {
      ...shared,
      path: pathOf(format),
      format,
      async make(query, visit) {
        const content = await make(format, query, visit)
        if (!Buffer.isBuffer(content)) return content
        const dealer = visit.actor.dealer.code.replace(/[^\w-]+/g, '-')
        return { ok: true, name: `${name}-${dealer}-${dayInTurkey(new Date())}`, content }
      },
    }
    serveDealerFile(app, file, options)
  }
}

/** Serves the data of an administrators' page as a file. */
export function serveAdminFile(app: FastifyInstance, file: AdminFile, options: VisitOptions): void {
  serveFile(app, file, options)
}

function serveFile<Visit extends CallContext>(app: FastifyInstance, file: ServedFile<Visit>, options: VisitOptions) {
  app.get<{ Params: Record<string, unknown> }>(file.path, { config: { rateLimit } }, async (request, reply) => {
    const visit = await readVisit(request, reply, options)
    const refusal = checkAccess(file.endpoint, visit)
    if (refusal !== null) {
      return rejectDownload(request, reply, refusal, { visit, page: urlOf(file.page, request.params) })
    }
    const made = await file.make(request.query, visit as Visit, request.params)
    if (!made.ok) return refuseFile(reply, made, visit)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${made.name}.${file.format}"`)
      .type(fileTypes[file.format])
      .send(made.content)
  })
}

/** Refuses a download. Visitors who are not signed in are sent to the sign-in page, which returns them to `page`. */
export function rejectDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  { visit, page }: { visit: CallContext; page: string },
) {
  if (refusal.code !== 'not_signed_in' || !visit.wantsHtml) return refuseFile(reply, refusal, visit)
  const search = request.url.split('?')[1]
  const back = search === undefined ? page : `${page}?${search}`
  return reply.redirect(`${pages.login}?next=${encodeURIComponent(back)}`, 303)
}
