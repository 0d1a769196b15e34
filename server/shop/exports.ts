import type { FastifyInstance } from 'fastify'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { applicationsExport } from '#server/applications/applications.ts'
import { dealersExport, usersExport } from '#server/account/account.ts'
import { campaignsExport } from '#server/campaigns/campaigns.ts'
import { type Catalog, catalogExports, priceChangeExport, priceListExports } from '#server/catalog/catalog.ts'
import { pricingExports } from '#server/pricing/pricing.ts'
import { promotionExports } from '#server/promotions/promotions.ts'
import { returnsExport } from '#server/returns/returns.ts'
import { faultReportsExport } from '#server/fault-reports/fault-reports.ts'
import { invoicesExport } from '#server/invoices/invoices.ts'
import { offersExport } from '#server/offers/offers.ts'
import { ordersExport } from '#server/orders/orders.ts'
import { bankLinesExport } from '#server/bank-transfers/bank-transfers.ts'
import { paymentsExport } from '#server/payments/payments.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { exportsFolder, type ExportSource } from '#server/exports/exports.ts'
import { reportExports } from '#server/reports/reports.ts'
import { limitApprovalsExport, openDealerAccounts } from '#server/risk/risk.ts'
import { acceptancesExport } from '#server/texts/texts.ts'
import { searchRulesExport } from '#server/search-rules/search-rules.ts'
import type { Store } from '#server/settings/settings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The lists that can be exported, for the job that writes workbooks. */
    exportSources: readonly ExportSource[]
  }
}

/** The lists that administrators can export, and where the files are stored. */
export function openShopExports(
  app: FastifyInstance,
  { pool, store, catalog, files }: { pool: Pool; store: Store; catalog: Catalog; files: FileStore },
) {
  const sources = [
    ordersExport(pool),
    offersExport(pool),
    ...catalogExports({ pool, catalog }),
    ...priceListExports({ pool, catalog }),
    priceChangeExport({ pool, catalog }),
    campaignsExport(pool),
    ...pricingExports(pool),
    ...promotionExports(pool),
    searchRulesExport(pool),
    dealersExport(pool, openDealerAccounts(store)),
    usersExport(pool),
    paymentsExport(pool),
    bankLinesExport(pool),
    faultReportsExport(pool),
    invoicesExport(pool),
    limitApprovalsExport(pool),
    returnsExport(pool),
    applicationsExport(pool),
    acceptancesExport(pool),
    ...reportExports({ pool, rates: () => store.facts().storedRates, today: () => dayInTurkey(new Date()) }),
  ]
  app.decorate('exportSources', sources)
  return { pool, sources, folder: exportsFolder(files), today: () => dayInTurkey(new Date()) }
}
