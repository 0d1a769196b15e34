import { urlOf } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import type { InvoiceSort, InvoiceState } from '#contract/shop/invoices.ts'

export type InvoicesView = {
  page: number
  sort: InvoiceSort
  status: InvoiceState | null
  from: string | null
  to: string | null
  q: string
}

/** Address of a list of invoices, or of its file; default values are left out. */
export function invoicesPath({ page, sort, status, from, to, q }: InvoicesView, path: string = pages.invoices): string {
  return urlOf(path, {}, { q, status, from, to, sort: sort === '-date' ? '' : sort, page: page === 1 ? '' : page })
}

/** Whether a filter is set. */
export const isNarrowed = ({ q, status, from, to }: InvoicesView): boolean =>
  q !== '' || status !== null || from !== null || to !== null
