import type { FastifyInstance } from 'fastify'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { pages } from '#contract/core/pages.ts'
import { adminStatementPath, statementFilePath } from '#contract/core/record-paths.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { getDealerStatement, getStatement, statementQuery } from '#contract/shop/statement.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type MadeFile, serveAdminFile, serveDealerFile, type VisitOptions } from '#server/visitor/visitor.ts'
import type { Store } from '#server/settings/settings.ts'
import { filterOf, parseStatementQuery } from './statement-query.ts'
import { loadFigures } from './figures.ts'
import { loadLetterhead, loadStoreLogo } from './letterhead.ts'
import { findStatementDealer, type StatementDealer } from './present-statement.ts'
import { loadAll, loadSums } from './queries.ts'
import { translateMovements } from './shop-descriptions.ts'
import { type StatementContent, statementPdf, statementWorkbook } from './statement-file.ts'

type Deps = { pool: Pool; store: Store; imageFolders: readonly FileStore[] }

const formats = {
  /** `limit`: movements; larger sheets are not practical. */
  xlsx: { limit: 100_000, write: statementWorkbook },
  // A thousand lines are thirty pages and take some seconds.
  pdf: { limit: 2_000, write: statementPdf },
} as const
type Format = keyof typeof formats

/** Serves the statement as a file, at the addresses of the two pages with their filters. */
export function serveStatementFiles(app: FastifyInstance, { visit, ...deps }: Deps & { visit: VisitOptions }): void {
  for (const format of ['xlsx', 'pdf'] as const) {
    const own = { path: statementFilePath(format), page: pages.statement, endpoint: getStatement, format }
    serveDealerFile(
      app,
      {
        ...own,
        make: (query, { actor, locale }) => makeFile(format, { query, dealer: actor.dealer, locale }, deps),
      },
      visit,
    )
    const page = adminStatementPath(':id')
    serveAdminFile(
      app,
      {
        path: statementFilePath(format, page),
        page,
        endpoint: getDealerStatement,
        format,
        make: async (query, { locale }, params) => {
          const parsed = rowParams.safeParse(params)
          const dealer = parsed.success ? await findStatementDealer(deps.pool, parsed.data.id) : undefined
          if (dealer === undefined) return refuse('dealer_not_found')
          return makeFile(format, { query, dealer, locale }, deps)
        },
      },
      visit,
    )
  }
}

async function makeFile(
  format: Format,
  { query, dealer, locale }: { query: unknown; dealer: StatementDealer; locale: Locale },
  { pool, store, imageFolders }: Deps,
): Promise<MadeFile | Refusal> {
  const { limit, write } = formats[format]
  const parsed = statementQuery.safeParse(query)
  const request = parseStatementQuery(parsed.success ? parsed.data : {})
  const today = dayInTurkey(new Date())
  const accounts = await loadFigures(pool, dealer.id, today)
  const filter = filterOf(
    dealer.id,
    request,
    accounts.map(({ currency }) => currency),
  )
  const sums = await loadSums(pool, filter)
  if (sums.total > limit) return refuse('statement_too_long', { limit })
  const { settings } = store.facts()
  const content: StatementContent = {
    locale,
    storeName: settings.storeName,
    dealer,
    letterhead: await loadLetterhead(pool, dealer.id, { settings, locale, today }),
    logo: format === 'pdf' ? await loadStoreLogo(settings, imageFolders) : null,
    filter,
    q: request.q,
    today,
    sums,
    figures: accounts.find(({ currency }) => currency === filter.currency),
    movements: await translateMovements(pool, locale, await loadAll(pool, filter)),
  }
  const name = `ekstre-${dealer.code.replace(/[^\w-]+/g, '-')}-${filter.currency}-${today}`
  return { ok: true, name, content: await write(content) }
}
