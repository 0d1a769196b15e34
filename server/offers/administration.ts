import type { Input, Reply } from '#contract/core/endpoint.ts'
import { refuse } from '#contract/core/errors.ts'
import { type AdminListedOffer, getAnyOffer, listAllOffers, lockOfferRates } from '#contract/admin/offers.ts'
import { offerStatusOf } from '#contract/shop/offers.ts'
import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { addDays, dayInTurkey, momentInTurkey, parseDay } from '#domain/text/calendar-day.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type ExportSource, rowsOf } from '#server/exports/exports.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { type AdminOfferRow, countAllOffers, findAsked, findOfferIds, loadAnyOffers } from './administration-queries.ts'
import { parseOfferListQuery } from './list-offers.ts'
import { presentTalks } from '#server/offers/negotiation/present-talks.ts'
import { loadRounds } from '#server/offers/negotiation/round-rows.ts'
import { registerAnswers } from '#server/offers/negotiation/routes.ts'
import type { Store } from '#server/settings/settings.ts'
import { presentOffer } from './present-offer.ts'
import { changeRateLock } from './queries.ts'
import { columnsOf, sentCells } from './serve-files.ts'

type Query = Input<typeof listAllOffers>['query']

/** The endpoints of staff: the offers of all dealers, and how long they keep their rates. */
export function registerOfferAdministration(calls: Calls, deps: { pool: Pool; store: Store; now(): Date }): void {
  const { pool, now } = deps
  registerAnswers(calls, deps)

  handle(calls, listAllOffers, ({ query }) => list(pool, query))

  handle(calls, lockOfferRates, async ({ params, body }, author) => {
    const text = body.until.replaceAll('\0', '').trim()
    const day = parseDay(text)
    if (text !== '' && day === null) {
      return { ...refuse('validation_failed'), fields: { until: { text: 'people.problems.day' } } }
    }
    return transactionOrRefusal(pool, async (db) => {
      const until = day === null ? null : momentInTurkey(addDays(day, 1))
      const [row] = await loadAnyOffers(db, [params.id])
      if (row !== undefined && row.order_no !== null)
        abortTransaction(refuse('offer_ordered', { number: row.order_no }))
      const changed = await changeRateLock(db, params.id, until)
      if (changed === undefined) return abortTransaction('offer_not_found')
      await writeAudit(db, author, {
        action: 'change',
        noun: 'offer',
        id: changed.offer_no,
        before: { ratesLockedUntil: changed.before?.toISOString() ?? null },
        after: { ratesLockedUntil: until?.toISOString() ?? null },
      })
      return { ok: true as const }
    })
  })

  handle(calls, getAnyOffer, async ({ params }) => {
    const [row] = await loadAnyOffers(pool, [params.id])
    if (row === undefined) return refuse('offer_not_found')
    const talks = presentTalks(row, { rounds: await loadRounds(pool, params.id), side: 'store', now: now() })
    return { ...presentOffer(row, true), dealer: row.dealer, dealerCode: row.dealer_code, talks }
  })
}

function parseOfferFilter(query: Query) {
  const { dealerId: _, ...ask } = parseOfferListQuery(0, query)
  return { ...ask, dealer: cleanText(query.dealer) }
}

async function list(pool: Pool, query: Query): Promise<Reply<typeof listAllOffers>> {
  const { sort, ...filter } = parseOfferFilter(query)
  const { page, limit } = parsePaging(query)
  const [ids, total] = await Promise.all([
    findOfferIds(pool, filter, sort, { limit, offset: (page - 1) * limit }),
    countAllOffers(pool, filter),
  ])
  const isUnfiltered = Object.values(filter).every((value) => value === '' || value === null)
  const asked = page === 1 && isUnfiltered ? await findAsked(pool) : new Map<number, Date>()
  const rows = await loadAnyOffers(pool, [...new Set([...ids, ...asked.keys()])])
  const listed = new Map(rows.map((row) => [row.id, presentListed(row, asked.get(row.id) ?? null)]))
  const pick = (wanted: Iterable<number>) => [...wanted].flatMap((id) => listed.get(id) ?? [])
  return {
    items: pick(ids),
    asked: pick(asked.keys()),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    limit,
    sort,
    ...filter,
  }
}

function presentListed(row: AdminOfferRow, askedAt: Date | null): AdminListedOffer {
  const { id, orderNo, date, creator, currency, total = 0, isCancel, acceptedAt } = presentOffer(row, true)
  return {
    id,
    offerNo: orderNo,
    date,
    dealer: row.dealer,
    dealerCode: row.dealer_code,
    creator,
    customer: row.customer_company || row.customer_name,
    customerEmail: row.customer_email,
    lineCount: row.lines.length,
    currency,
    total,
    isCancel,
    acceptedAt,
    askedAt: askedAt?.toISOString() ?? null,
  }
}

/** The offer list of all dealers as a file. */
export function offersExport(pool: Pool): ExportSource {
  return {
    name: 'offers',
    page: pages.adminOffers,
    area: 'orders',
    fileName: 'teklifler',
    sheet: (locale) => ({
      name: translate(locale, 'offers.table'),
      columns: [
        { title: translate(locale, 'administration.offers.columns.dealerCode'), kind: 'text', width: 14 },
        { title: translate(locale, 'administration.offers.columns.dealer'), kind: 'text', width: 34 },
        ...columnsOf(locale),
      ],
    }),
    async open(query, locale) {
      const { sort, ...filter } = parseOfferFilter(query)
      const ids = await findOfferIds(pool, filter, sort)
      return rowsOf(ids, async (part) => (await loadAnyOffers(pool, part)).map((row) => cellsOf(row, locale)))
    },
  }
}

function cellsOf(row: AdminOfferRow, locale: Locale): XlsxCell[] {
  const offer = presentOffer(row, true)
  const { subtotal = null, tax = null, total = null } = offer
  return [
    row.dealer_code,
    row.dealer,
    row.offer_no,
    dayInTurkey(row.created_at),
    translate(locale, `offers.status.${offerStatusOf(offer)}`),
    row.customer_company,
    row.customer_name,
    row.customer_email,
    row.customer_phone,
    row.customer_tax_office,
    row.customer_tax_number,
    row.creator,
    ...sentCells(offer),
    row.description,
    row.currency,
    subtotal,
    tax,
    total,
  ]
}
