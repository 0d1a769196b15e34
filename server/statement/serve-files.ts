import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse, type Refusal } from '#contract/errors.ts'
import { pages, statementFilePath } from '#contract/pages.ts'
import { getStatement, statementQuery } from '#contract/statement.ts'
import { dayInTurkey } from '#domain/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { CallContext, DealerContext } from '#server/platform/http/context.ts'
import { checkAccess } from '#server/platform/http/handle.ts'
import { readVisit, type VisitOptions } from '#server/platform/http/visit.ts'
import { sendRefusal } from '#server/platform/http/wire.ts'
import type { Store } from '#server/settings/settings.ts'
import { filterOf, readAsk } from './ask.ts'
import { loadFigures } from './figures.ts'
import { loadAll, loadSums } from './queries.ts'
import { type StatementContent, statementPdf, statementWorkbook } from './statement-file.ts'

export type StatementFileOptions = { pool: Pool; store: Store; visit: VisitOptions }

const formats = {
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    /** Movements; more than a sheet is good for. */
    limit: 100_000,
    make: statementWorkbook,
  },
  // A thousand lines are thirty pages and some seconds of work.
  pdf: { type: 'application/pdf', limit: 2_000, make: statementPdf },
} as const
type Format = keyof typeof formats

/** Files are work: enough for everybody, too few to wear the shop out. */
const rateLimit = { max: 20, timeWindow: '1 minute' }

/** The statement as a file, of the same address as the page and its filters: /account/statement.xlsx?from=… */
export function serveStatementFiles(app: FastifyInstance, options: StatementFileOptions): void {
  for (const format of ['xlsx', 'pdf'] as const) {
    app.get(statementFilePath(format), { config: { rateLimit } }, async (request, reply) => {
      const visit = await readVisit(request, reply, options.visit)
      const refusal = checkAccess(getStatement, visit)
      if (refusal !== null) return turnAway(request, reply, refusal, visit)
      return sendFile(reply, format, request.query, visit as DealerContext, options)
    })
  }
}

/** Somebody who is not signed in comes back to the page after signing in; a file is no page to come back to. */
function turnAway(request: FastifyRequest, reply: FastifyReply, refusal: Refusal, visit: CallContext) {
  if (refusal.code !== 'not_signed_in' || !visit.isLookedAt) return sendRefusal(reply, refusal, visit.locale)
  const search = request.url.split('?')[1]
  const back = search === undefined ? pages.statement : `${pages.statement}?${search}`
  return reply.redirect(`${pages.login}?next=${encodeURIComponent(back)}`, 303)
}

async function sendFile(
  reply: FastifyReply,
  format: Format,
  query: unknown,
  visit: DealerContext,
  { pool, store }: StatementFileOptions,
) {
  const { type, limit, make } = formats[format]
  const asked = statementQuery.safeParse(query)
  const ask = readAsk(asked.success ? asked.data : {})
  const { dealer } = visit.actor
  const today = dayInTurkey(new Date())
  const accounts = await loadFigures(pool, dealer.id, today)
  const filter = filterOf(
    dealer.id,
    ask,
    accounts.map(({ currency }) => currency),
  )
  const sums = await loadSums(pool, filter)
  if (sums.total > limit) return sendRefusal(reply, refuse('statement_too_long', { limit }), visit.locale)
  const content: StatementContent = {
    ...{ locale: visit.locale, storeName: store.facts().settings.storeName, dealer, filter, q: ask.q, today, sums },
    figures: accounts.find(({ currency }) => currency === filter.currency),
    movements: await loadAll(pool, filter),
  }
  const file = await make(content)
  const name = `ekstre-${dealer.code.replace(/[^\w-]+/g, '-')}-${filter.currency}-${today}.${format}`
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(type)
    .send(file)
}
