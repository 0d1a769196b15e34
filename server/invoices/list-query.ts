import { type InvoiceSort, invoiceSorts, type InvoicesQuery, invoiceStates } from '#contract/shop/invoices.ts'
import { dayInTurkey, parsePeriod } from '#domain/text/calendar-day.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import type { InvoiceFilter, InvoiceReader } from './invoice-rows.ts'

type ParsedQuery = { filter: InvoiceFilter; sort: InvoiceSort; page: number; limit: number }

/** Parses the query of a dealer's list, or of all dealers' for null. Invalid values are ignored. */
export function parseInvoicesQuery(
  reader: InvoiceReader | null,
  query: InvoicesQuery & { dealer?: string | undefined; limit?: string | undefined },
): ParsedQuery {
  return {
    ...parsePaging(query),
    sort: invoiceSorts.find((sort) => sort === query.sort) ?? '-date',
    filter: {
      dealerId: reader?.dealerId ?? null,
      addresses: reader?.addresses ?? null,
      dealer: reader === null ? cleanText(query.dealer) : '',
      q: cleanText(query.q),
      status: invoiceStates.find((state) => state === query.status) ?? null,
      ...parsePeriod(query),
      today: dayInTurkey(new Date()),
    },
  }
}
