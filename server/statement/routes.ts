import { getStatement, type Movement, statementPageSize } from '#contract/shop/statement.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { filterOf, parseStatementQuery } from './statement-query.ts'
import { loadFigures } from './figures.ts'
import { loadStatement, type MovementRow } from './queries.ts'

export function registerStatement(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, getStatement, async ({ query }, { actor }) => {
    const request = parseStatementQuery(query)
    const accounts = await loadFigures(pool, actor.dealer.id, dayInTurkey(new Date()))
    const filter = filterOf(
      actor.dealer.id,
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
      items: part.items.map(presentMovement),
      total: part.total,
      page: request.page,
      pages: Math.max(1, Math.ceil(part.total / limit)),
    }
  })
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
