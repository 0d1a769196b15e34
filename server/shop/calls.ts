import {
  saveUserChoices,
  registerAccount,
  registerAccountSettings,
  registerAddresses,
  registerColleagues,
  registerDealers,
  registerDevices,
  registerFactors,
  passkeySiteOf,
  registerIdentityProviders,
  registerPasswordLinks,
  registerSingleSignOn,
  registerUsers,
} from '#server/account/account.ts'
import { registerPriceReasons } from '#server/price-reasons/price-reasons.ts'
import { documentsFolder, registerAnnouncements, registerDocuments } from '#server/announcements/announcements.ts'
import { applicationsFolder, registerApplications } from '#server/applications/applications.ts'
import { registerAudit } from '#server/audit/audit.ts'
import { registerBackOrders } from '#server/back-orders/back-orders.ts'
import { registerCampaignAdministration } from '#server/campaigns/campaigns.ts'
import { registerDealerGroups, registerEarlyPayment, registerPriceRules } from '#server/pricing/pricing.ts'
import { registerPromotions } from '#server/promotions/promotions.ts'
import { moveGuestCart, registerCart, registerOrderTexts } from '#server/cart/cart.ts'
import {
  loadOfferedProducts,
  nearestInCatalog,
  pagePathIn,
  registerCatalog,
  registerAttributes,
  registerCatalogAdministration,
  registerPriceChanges,
  registerPriceLists,
  registerProductForm,
} from '#server/catalog/catalog.ts'
import { registerCartDiscounts, registerCheckout, registerPaymentComparison } from '#server/checkout/checkout.ts'
import { type Config, sandboxErpUrl } from '#server/config.ts'
import { registerCurrencyAdministration } from '#server/exchange-rates/exchange-rates.ts'
import { photosFolder, registerFaultReports } from '#server/fault-reports/fault-reports.ts'
import {
  importsFolder,
  registerImportProfiles,
  registerImports,
  registerImportSources,
} from '#server/catalog/import/import.ts'
import { registerFeedCalls } from '#server/feeds/feeds.ts'
import { imagesIn } from '#server/images/images.ts'
import { receiptsFolder, registerTransfers } from '#server/bank-transfers/bank-transfers.ts'
import { invoicesFolder, registerInvoices } from '#server/invoices/invoices.ts'
import { adapters, type ErpAdapter, openErpHttp, openWriteRows, registerErp, registerErpDesk } from '#server/erp/erp.ts'
import { registerIntegration } from '#server/integration/integration.ts'
import { registerMonitoring } from '#server/monitoring/monitoring.ts'
import { noteFilesFolder, registerNotes } from '#server/notes/notes.ts'
import { registerOfferAdministration, registerOffers } from '#server/offers/offers.ts'
import { registerBackups } from '#server/backup/backup.ts'
import { registerOrderChanges } from '#server/order-changes/order-changes.ts'
import { registerOrderAdministration, registerOrders } from '#server/orders/orders.ts'
import { registerLists } from '#server/lists/lists.ts'
import { isOpenLink, registerPaymentLinks } from '#server/payment-links/payment-links.ts'
import { openCardPayment, type PaymentDeps, registerPayments } from '#server/payments/payments.ts'
import { registerPersonalData } from '#server/personal-data/personal-data.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { Calls } from '#server/visitor/visitor.ts'
import { type OutsideCall, outsideCall } from '#server/platform/http/outside-call.ts'
import { registerPurchasing } from '#server/purchasing/purchasing.ts'
import { registerReports } from '#server/reports/reports.ts'
import { registerReturns } from '#server/returns/returns.ts'
import { registerRepresentatives } from '#server/representatives/representatives.ts'
import { openDealerAccounts, registerLimitApprovals } from '#server/risk/risk.ts'
import { registerSearchRules } from '#server/search-rules/search-rules.ts'
import {
  registerPlanAdministration,
  registerSettings,
  registerSettingsAdministration,
} from '#server/settings/settings.ts'
import { registerBulk, registerPicking, registerShipping } from '#server/shipping/shipping.ts'
import { registerStatement } from '#server/statement/statement.ts'
import { registerWarehouseAdministration } from '#server/stock/stock.ts'
import { registerTexts } from '#server/texts/texts.ts'
import { fileImportsFolder, registerFileImports } from '#server/file-imports/file-imports.ts'
import { registerWarranty } from '#server/warranty/warranty.ts'
import type { ShopCaches } from './caches.ts'
import { loadDealerState } from './dealer-state.ts'
import type { ShopSingleSignOn } from './single-sign-on.ts'

type ShopCallOptions = ShopCaches & {
  config: Config
  files: FileStore
  pool: Pool
  payments: PaymentDeps
  singleSignOn: ShopSingleSignOn
  version: string
  outside?: OutsideCall | undefined
  erpAdapters?: readonly ErpAdapter[] | undefined
}

/** Registers the calls of every feature, in the order of the features (lint/import-rules.ts). */
export function registerShopCalls({
  config,
  files,
  payments,
  singleSignOn,
  outside = outsideCall(),
  erpAdapters = adapters,
  ...shop
}: ShopCallOptions): Calls {
  const calls = new Calls()
  const { hasSandbox, now, publicUrl } = payments
  const hasMailServer = config.smtpUrl !== undefined
  // In development emails become files; in production they would reach no one.
  const deps = {
    ...shop,
    secret: config.sessionSecret,
    hasMailServer,
    sendsEmails: hasMailServer || !config.production,
  }
  const cardPayment = openCardPayment({ ...deps, hasSandbox })
  registerAudit(calls, deps)
  const imagesFolder = imagesIn(files)
  const uploads = files.workFolder
  registerSettingsAdministration(calls, { ...deps, imagesFolder })
  registerPlanAdministration(calls, deps)
  registerCurrencyAdministration(calls, { ...deps, now })
  registerSettings(calls, {
    ...deps,
    account: { saveUserChoices },
    cardPayment,
    loadDealerState: (visitor) => loadDealerState(shop.pool, shop.store.facts(), visitor, now()),
  })
  const siteOf = ({ origin }: { origin: string }) =>
    passkeySiteOf(origin, {
      publicUrls: config.publicUrls,
      fallback: publicUrl,
      allowsLocal: !config.production,
    })
  registerAccount(calls, {
    ...deps,
    now,
    siteOf,
    moveGuest: (db, user, guest) => moveGuestCart(db, user, guest, shop.store),
  })
  registerSingleSignOn(calls, singleSignOn)
  registerIdentityProviders(calls, singleSignOn)
  registerPasswordLinks(calls, deps)
  registerUsers(calls, { ...deps, publicUrl })
  registerColleagues(calls, { ...deps, publicUrl })
  registerAddresses(calls, { ...deps, folder: uploads })
  registerDevices(calls, deps)
  registerFactors(calls, { ...deps, now, siteOf })
  registerDealers(calls, { ...deps, accounts: openDealerAccounts(shop.store) })
  registerAccountSettings(calls, { ...deps, imagesFolder })
  registerWarehouseAdministration(calls, deps)
  registerStatement(calls, deps)
  registerInvoices(calls, { ...deps, folder: invoicesFolder(files) })
  registerTransfers(calls, { ...deps, now, folder: receiptsFolder(files), uploads })
  registerCampaignAdministration(calls, { ...deps, presentProducts: loadOfferedProducts })
  registerPriceRules(calls, deps)
  registerPromotions(calls, deps)
  registerDealerGroups(calls, deps)
  registerEarlyPayment(calls, deps)
  registerSearchRules(calls, {
    ...deps,
    folder: uploads,
    pagePathOf: pagePathIn(shop.catalog, publicUrl),
    nearest: nearestInCatalog(deps),
  })
  registerCatalog(calls, deps)
  registerCatalogAdministration(calls, deps)
  registerAttributes(calls, deps)
  registerPriceLists(calls, deps)
  registerPriceChanges(calls, { ...deps, now, folder: uploads })
  registerProductForm(calls, { ...deps, imagesFolder })
  registerImports(calls, { ...deps, folder: importsFolder(files) })
  registerImportProfiles(calls, deps)
  registerImportSources(calls, deps)
  registerPriceReasons(calls, { ...deps, now })
  registerCart(calls, deps)
  registerOrderTexts(calls, deps)
  registerOrders(calls, deps)
  registerOrderAdministration(calls, deps)
  registerLimitApprovals(calls, { ...deps, now })
  registerPurchasing(calls, { ...deps, now })
  registerRepresentatives(calls, { ...deps, now })
  registerCheckout(calls, { ...deps, now })
  registerCartDiscounts(calls, deps)
  registerPaymentComparison(calls, { ...deps, now, hasSandbox })
  registerOrderChanges(calls, deps)
  registerShipping(calls, deps)
  registerPicking(calls, deps)
  registerBulk(calls, deps)
  registerBackOrders(calls, deps)
  registerPayments(calls, { ...payments, folder: uploads, isOpenLink: (token) => isOpenLink(deps.pool, token, now()) })
  registerPaymentLinks(calls, { ...deps, cardPayment, publicUrl, now })
  registerOffers(calls, { ...deps, publicUrl, now })
  registerOfferAdministration(calls, { ...deps, now })
  registerLists(calls, { ...deps, publicUrl, now })
  registerFaultReports(calls, { ...deps, folder: photosFolder(files) })
  registerReturns(calls, { ...deps, now })
  registerNotes(calls, { ...deps, folder: noteFilesFolder(files) })
  registerAnnouncements(calls, deps)
  registerDocuments(calls, { ...deps, folder: documentsFolder(files) })
  registerTexts(calls, deps)
  registerApplications(calls, { ...deps, publicUrl, now, folder: applicationsFolder(files) })
  registerWarranty(calls, { ...deps, now, outside })
  registerFileImports(calls, { ...deps, folder: fileImportsFolder(files) })
  registerIntegration(calls, {
    ...deps,
    publicUrl,
    production: config.production,
    sandboxUrl: sandboxErpUrl(config),
    now,
    invoicesFolder: invoicesFolder(files),
  })
  const erp = {
    pool: shop.pool,
    secret: config.sessionSecret,
    adapters: new Map(erpAdapters.map((adapter) => [adapter.kind, adapter])),
    tools: { http: openErpHttp(sandboxErpUrl(config)), filesFolder: config.erpFolder ?? null, now, note: () => {} },
    writeRows: openWriteRows(shop.pool),
  }
  registerErp(calls, erp)
  registerErpDesk(calls, erp)
  registerFeedCalls(calls, { ...deps, publicUrl })
  registerMonitoring(calls, { ...deps, publicUrl, smtpUrl: config.smtpUrl })
  registerReports(calls, { ...deps, now })
  registerPersonalData(calls, deps)
  registerBackups(calls, deps)
  return calls
}
