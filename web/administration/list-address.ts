import { urlOf } from '#contract/core/endpoint.ts'

/** What a list is narrowed to and how it is sorted; it stands in the address, so that it can be kept and handed on. */
export type ListView = Readonly<Record<string, unknown>>

/** A list's query as the address has it; only what the list knows, and of no more length than anybody types. */
export function queryOf(url: string, names: readonly string[]): { query: Record<string, string | undefined> } {
  const search = new URL(url).searchParams
  return {
    query: Object.fromEntries([...names, 'sort', 'page'].map((name) => [name, search.get(name)?.slice(0, 200)])),
  }
}

/** Address of a list; what goes without saying is left out. */
export function listPath(page: string, view: ListView, names: readonly string[], usualSort?: string): string {
  const filters = Object.fromEntries(names.map((name) => [name, view[name]]))
  const sort = view.sort === usualSort ? undefined : view.sort
  return urlOf(page, {}, { ...filters, sort, page: view.page === 1 ? undefined : view.page })
}

export function isNarrowed(view: ListView, names: readonly string[]): boolean {
  return names.some((name) => (view[name] ?? '') !== '')
}
