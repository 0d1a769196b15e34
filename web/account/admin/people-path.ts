import { urlOf } from '#contract/core/endpoint.ts'

/** The filter of a list of dealers or users; it is part of the address. */
export type PeopleView = {
  q: string
  show: string | null
  sort: string
  page: number
  dealer?: { id: number } | null
}

export function queryOf(url: string) {
  const search = new URL(url).searchParams
  const text = (name: string) => search.get(name)?.slice(0, 100)
  return {
    query: {
      q: text('q'),
      show: text('show'),
      sort: text('sort'),
      page: text('page'),
      dealer: text('dealer'),
    },
  }
}

/** The address of a list, without default values. */
export function peoplePath(base: string, { q, show, sort, page, dealer }: Partial<PeopleView>): string {
  const position = { sort: sort === 'name' ? undefined : sort, page: page === 1 ? undefined : page }
  return urlOf(base, {}, { q, show, dealer: dealer?.id, ...position })
}

export const isNarrowed = ({ q, show, dealer }: PeopleView): boolean => q !== '' || show !== null || dealer != null
