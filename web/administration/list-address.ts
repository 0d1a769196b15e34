import { urlOf } from '#contract/core/endpoint.ts'

/** Filter and sort of a list. They are part of the address, so that a list can be bookmarked and shared. */
export type ListView = Readonly<Record<string, unknown>>

/** Reads a list's query from the address: only its own parameters, cut to a reasonable length. */
export function queryOf(url: string, names: readonly string[]): { query: Record<string, string | undefined> } {
  const search = new URL(url).searchParams
  return {
    query: Object.fromEntries([...names, 'sort', 'page'].map((name) => [name, search.get(name)?.slice(0, 200)])),
  }
}

/** The address of a list, without default values. */
export function listPath(page: string, view: ListView, names: readonly string[], defaultSort?: string): string {
  const filters = Object.fromEntries(names.map((name) => [name, view[name]]))
  const sort = view.sort === defaultSort ? undefined : view.sort
  return urlOf(page, {}, { ...filters, sort, page: view.page === 1 ? undefined : view.page })
}

export function isNarrowed(view: ListView, names: readonly string[]): boolean {
  return names.some((name) => (view[name] ?? '') !== '')
}
