import { urlOf } from '#contract/core/endpoint.ts'

/** The filter of a list of reports; it is part of the address. */
export type ReportsView = { state: string | null; q: string; page: number }

export function queryOf(url: string) {
  const search = new URL(url).searchParams
  const text = (name: string) => search.get(name)?.slice(0, 100)
  return { query: { state: text('state'), q: text('q'), page: text('page') } }
}

/** The address of a list of reports, without default values. */
export function reportsPath(base: string, { state, q, page }: Partial<ReportsView>): string {
  return urlOf(base, {}, { state, q, page: page === 1 ? undefined : page })
}

export function isNarrowed({ state, q }: Pick<ReportsView, 'state' | 'q'>): boolean {
  return state !== null || q !== ''
}
