import { urlOf } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'

/** What the list is narrowed to; it stands in the address. */
export type PaymentsView = {
  state: string | null
  kind: string | null
  from: string | null
  to: string | null
  q: string
  page: number
}

export function queryOf(url: string) {
  const search = new URL(url).searchParams
  const text = (name: string) => search.get(name)?.slice(0, 100)
  return {
    query: {
      ...{ state: text('state'), kind: text('kind'), from: text('from'), to: text('to'), q: text('q') },
      page: text('page'),
    },
  }
}

/** Address of a list of payments; what goes without saying is left out. */
export function paymentsPath({ state, kind, from, to, q, page }: Partial<PaymentsView>): string {
  return urlOf(pages.adminPayments, {}, { state, kind, from, to, q, page: page === 1 ? undefined : page })
}

export function isNarrowed({ state, kind, from, to, q }: Omit<PaymentsView, 'page'>): boolean {
  return state !== null || kind !== null || from !== null || to !== null || q !== ''
}
