import { type Movement, type Statement, type StatementQuery, statementPageSize } from '#contract/shop/statement.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { filterOf, parseStatementQuery } from './statement-query.ts'
import { loadFigures } from './figures.ts'
import { loadLetterhead } from './letterhead.ts'
import { loadStatement, type MovementRow } from './queries.ts'
import { translateMovements } from './shop-descriptions.ts'

export type StatementDealer = { id: number; code: string; name: string }

/** The dealer of a statement that an administrator opens. */
export function findStatementDealer(db: Db, id: number): Promise<StatementDealer | undefined> {
  return db.one<StatementDealer>('SELECT id, code, name FROM dealers WHERE id = $1', [id], 'statement_dealer')
}

/** One page of a dealer's statement. */
export async function presentStatement(
  { pool, store }: { pool: Pool; store: Store },
  dealerId: number,
  { query, locale }: { query: StatementQuery; locale: Locale },
): Promise<Statement> {
  const request = parseStatementQuery(query)
  const today = dayInTurkey(new Date())
  const accounts = await loadFigures(pool, dealerId, today)
  const filter = filterOf(
    dealerId,
    request,
    accounts.map(({ currency }) => currency),
  )
  const limit = statementPageSize
  const part = await loadStatement(pool, filter, { limit, offset: (request.page - 1) * limit })
  return {
    currency: filter.currency,
    accounts,
    from: request.from,
    to: request.to,
    q: request.q,
    opening: Number(part.opening),
    closing: Number(part.closing),
    debit: Number(part.debit),
    credit: Number(part.credit),
    items: (await translateMovements(pool, locale, part.items)).map(presentMovement),
    total: part.total,
    page: request.page,
    pages: Math.max(1, Math.ceil(part.total / limit)),
    letterhead: await loadLetterhead(pool, dealerId, { settings: store.facts().settings, locale, today }),
  }
}

function presentMovement(row: MovementRow): Movement {
  return {
    id: row.id,
    date: row.posted_on,
    dueDate: row.due_on,
    documentNo: row.document_no,
    type: row.kind,
    description: row.description,
    debit: Number(row.debit),
    credit: Number(row.credit),
    balance: Number(row.balance),
    unpaid: Number(row.unpaid),
  }
}
