import { urlOf } from '#contract/core/endpoint.ts'
import type { Statement, StatementQuery } from '#contract/shop/statement.ts'

/** Reads the query from the address; other parameters are ignored. */
export function queryOf(url: string): { query: StatementQuery } {
  const search = new URL(url).searchParams
  const text = (name: string) => search.get(name)?.slice(0, 100)
  return {
    query: { from: text('from'), to: text('to'), q: text('q'), currency: text('currency'), page: text('page') },
  }
}

export type Shown = Pick<Statement, 'from' | 'to' | 'q'> & { currency?: string; page?: number }

/** The address of a statement, or of its file. */
export function statementPath({ from, to, q, currency, page }: Shown, path: string): string {
  return urlOf(path, {}, { from, to, q, currency, page: page === 1 ? undefined : page })
}

export const isFiltered = ({ from, to, q }: Shown): boolean => from !== null || to !== null || q !== ''
