import type { FastifyInstance } from 'fastify'
import { type Offer, listOffers, offersQuery } from '#contract/shop/offers.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { pages } from '#contract/core/pages.ts'
import { offersFilePath } from '#contract/core/record-paths.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type DealerContext, serveDealerList, type VisitOptions } from '#server/visitor/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import { makeCsv } from '#server/platform/tables/write-csv.ts'
import { makeXlsx, type XlsxCell, type XlsxColumn } from '#server/platform/xlsx/xlsx.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { parseOfferListQuery } from './list-offers.ts'
import { presentOffer } from './present-offer.ts'
import { countOffers, findOffers } from './queries.ts'

type Deps = { pool: Pool; store: Store }

/** The maximum number of offers in a file, and how many are read at once. */
const maxOffers = 10_000
const batchSize = 500

/** Serves the offer list as a file, at the address of the page with its filters. */
export function serveOfferFiles(app: FastifyInstance, { visit, ...deps }: Deps & { visit: VisitOptions }): void {
  const list = { pathOf: offersFilePath, page: pages.offers, endpoint: listOffers, name: 'teklifler' }
  serveDealerList(app, { ...list, make: (format, query, dealer) => makeFile(format, query, dealer, deps) }, visit)
}

async function makeFile(
  format: 'xlsx' | 'csv',
  query: unknown,
  visit: DealerContext,
  { pool, store }: Deps,
): Promise<Buffer | Refusal> {
  const parsed = offersQuery.safeParse(query)
  const { actor, locale } = visit
  const { sort, ...filter } = parseOfferListQuery(actor.dealer.id, parsed.success ? parsed.data : {})
  if ((await countOffers(pool, filter)) > maxOffers) return refuse('offers_too_many', { limit: maxOffers })
  const { seesPrices } = viewOf(visit, store.facts())
  const rows: XlsxCell[][] = []
  for (let offset = 0; offset === rows.length; offset += batchSize) {
    const found = await findOffers(pool, filter, { sort, limit: batchSize, offset })
    rows.push(...found.map((row) => cellsOf(presentOffer(row, seesPrices), locale)))
  }
  const sheet = { name: translate(locale, 'offers.table'), columns: columnsOf(locale), rows }
  return format === 'csv' ? makeCsv(sheet, locale) : makeXlsx(sheet)
}

/** The last day of validity, and the newest email. */
export function sentCells({ validUntil, emails: [last] }: Offer): XlsxCell[] {
  return [validUntil, last === undefined ? null : dayInTurkey(new Date(last.date)), last?.to ?? null]
}

export function columnsOf(locale: Locale): XlsxColumn[] {
  const column = (key: string, kind: XlsxColumn['kind'], width: number) => ({
    title: translate(locale, `offers.${key}`),
    kind,
    width,
  })
  return [
    column('head.number', 'text', 14),
    column('head.date', 'day', 12),
    column('head.status', 'text', 12),
    column('customer.companyName', 'text', 32),
    column('customer.name', 'text', 24),
    column('customer.email', 'text', 28),
    column('customer.phone', 'text', 18),
    column('customer.taxOffice', 'text', 20),
    column('customer.taxNumber', 'text', 14),
    column('detail.creator', 'text', 20),
    column('detail.validUntil', 'day', 12),
    column('file.sentAt', 'day', 12),
    column('file.sentTo', 'text', 28),
    column('detail.note', 'text', 30),
    column('file.currency', 'text', 10),
    column('detail.subtotal', 'amount', 16),
    column('detail.tax', 'amount', 14),
    column('detail.total', 'amount', 16),
  ]
}

function cellsOf(offer: Offer, locale: Locale): XlsxCell[] {
  return [
    offer.orderNo,
    dayInTurkey(new Date(offer.date)),
    translate(locale, `offers.status.${offer.isCancel ? 'cancelled' : 'open'}`),
    offer.customerCompanyName,
    offer.customerName,
    offer.customerEmail,
    offer.customerPhone,
    offer.customerTaxOffice,
    offer.customerTaxNumber,
    offer.creator,
    ...sentCells(offer),
    offer.description,
    offer.currency,
    offer.subtotal ?? null,
    offer.tax ?? null,
    offer.total ?? null,
  ]
}
