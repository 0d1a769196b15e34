import type { StatementQuery } from '#contract/shop/statement.ts'
import { type Day, parsePeriod } from '#domain/text/calendar-day.ts'
import { fold } from '#domain/text/text.ts'
import type { StatementFilter } from './queries.ts'

/** A parsed query of a statement. Invalid values are ignored. */
export type ParsedStatementQuery = {
  from: Day | null
  to: Day | null
  q: string
  currency: string | null
  page: number
}

const highestPage = 1_000_000

export function parseStatementQuery(query: StatementQuery): ParsedStatementQuery {
  const page = /^\d{1,9}$/.test(query.page ?? '') ? Number(query.page) : 1
  return {
    ...parsePeriod(query),
    // The database accepts no NUL in texts.
    q: (query.q ?? '').replaceAll('\0', '').trim(),
    currency: query.currency ?? null,
    page: Math.min(Math.max(page, 1), highestPage),
  }
}

/** The filter of a dealer's statement: the requested currency if the account has it, otherwise the account's first. */
export function filterOf(
  dealerId: number,
  query: ParsedStatementQuery,
  currencies: readonly string[],
): StatementFilter {
  const requested = currencies.find((code) => code === query.currency)
  return { dealerId, currency: requested ?? currencies[0] ?? 'TRY', from: query.from, to: query.to, q: fold(query.q) }
}
