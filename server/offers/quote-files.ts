import type { FastifyInstance } from 'fastify'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { pages } from '#contract/core/pages.ts'
import { quoteFilePath } from '#contract/core/record-paths.ts'
import { getQuote, type Quote } from '#contract/shop/quote.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { loadLetterhead, loadLogo } from '#server/account/account.ts'
import { lineColumns } from '#server/cart/cart.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { makePdf } from '#server/platform/pdf/pdf.ts'
import { makeXlsx, type XlsxCell, type XlsxSheet } from '#server/platform/xlsx/xlsx.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { type DealerContext, type MadeFile, serveDealerFile, type VisitOptions } from '#server/visitor/visitor.ts'
import { presentQuote } from './present-offer.ts'
import { findOffer } from './queries.ts'
import { quoteDocument, quoteSubject } from './quote-document.ts'

type Deps = { pool: Pool; store: Store; imagesFolder: FileStore }
type Format = 'xlsx' | 'pdf'

/** Serves each quote as PDF and as a workbook, as the dealer's customer sees it. */
export function serveQuoteFiles(app: FastifyInstance, { visit, ...deps }: Deps & { visit: VisitOptions }): void {
  for (const format of ['xlsx', 'pdf'] as const) {
    serveDealerFile(
      app,
      {
        path: quoteFilePath(':offerNo', format),
        format,
        page: pages.offers,
        endpoint: getQuote,
        make: (_query, context, params) => makeFile(format, params, context, deps),
      },
      visit,
    )
  }
}

async function makeFile(
  format: Format,
  typed: Record<string, unknown>,
  visit: DealerContext,
  { pool, store, imagesFolder }: Deps,
): Promise<MadeFile | Refusal> {
  const params = getQuote.params.safeParse(typed)
  const { locale, actor } = visit
  if (!viewOf(visit, store.facts()).seesPrices) return refuse('forbidden')
  const row = params.success ? await findOffer(pool, actor.dealer.id, params.data) : undefined
  if (row === undefined) return refuse('offer_not_found')
  const quote = presentQuote(row, await loadLetterhead(pool, actor.dealer.id))
  const content =
    format === 'xlsx'
      ? await makeXlsx(sheetOf(quote, locale))
      : await makeQuotePdf(quote, { locale, logo: await loadLogo(pool, actor.dealer.id, imagesFolder) })
  return { ok: true, name: quote.orderNo, content }
}

export function makeQuotePdf(quote: Quote, options: { locale: Locale; logo: string | null }): Promise<Buffer> {
  const pageLabel = translate(options.locale, 'offers.quote.page', { page: '{{page}}', pages: '{{pages}}' })
  return makePdf(quoteDocument(quote, options), { pageLabel, subject: quoteSubject(quote) })
}

function sheetOf({ orderNo, lines, currency }: Quote, locale: Locale): XlsxSheet {
  const rows = lines.map((line): XlsxCell[] => [
    line.code,
    line.quantity,
    line.unit,
    line.name,
    line.price,
    line.taxRate,
    line.amount,
    currency,
  ])
  return { name: orderNo, columns: lineColumns(locale, true), rows }
}
