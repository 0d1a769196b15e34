import { urlOf } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'

/** What the log is narrowed to; it stands in the address. */
export type AuditView = {
  user: string | null
  noun: string | null
  id: string | null
  action: string | null
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
      ...{ user: text('user'), noun: text('noun'), id: text('id'), action: text('action') },
      ...{ from: text('from'), to: text('to'), q: text('q'), page: text('page') },
    },
  }
}

/** Address of a piece of the log; what goes without saying is left out. */
export function auditPath({ user, noun, id, action, from, to, q, page }: Partial<AuditView>): string {
  return urlOf(pages.adminAudit, {}, { user, noun, id, action, from, to, q, page: page === 1 ? undefined : page })
}

export function isNarrowed({ user, noun, id, action, from, to, q }: Omit<AuditView, 'page'>): boolean {
  return [user, noun, id, action, from, to].some((value) => value !== null) || q !== ''
}
