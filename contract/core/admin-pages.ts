import { pages } from './pages.ts'

/** Paths that only administrators' pages use: the shop's first page does not load them. */

/** The units of the listed products, as a file that can be imported. */
export const productUnitsCsv = `${pages.adminProducts}/birimler.csv`
/** The report of the last comparisons as CSV. */
export const erpDifferencesPath = (id: number | ':id'): string => `${pages.adminErp}/${id}/farklar.csv`
export const adminInvoicePath = (id: number): string => `${pages.adminInvoices}/${id}`
/** Order lines that wait for stock. */
export const adminBackOrdersPath = '/yonetim/bekleyenler'
/** Orders over the risk limit that dealers ask the store to let pass. */
export const adminLimitApprovalsPath = '/yonetim/limit-onaylari'
export const adminPickingsPath = '/yonetim/toplama'
export const adminPickingPath = (id: number): string => `${adminPickingsPath}/${id}`
export const adminShipmentPath = (id: number | ':id'): string => `${pages.adminShipments}/${id}`
/** The labels of its parcels as PDF. */
export const shipmentLabelsPath = (id: number | ':id'): string => `${pages.adminShipments}/${id}/etiket.pdf`
/** The printed slips of orders. */
export const orderSlipsPage = `${pages.adminOrders}/yazdir`
export const orderSlipsPath = (orderIds: readonly number[]): string => `${orderSlipsPage}?siparis=${orderIds.join(',')}`
/** A new shipment of these orders. */
export const newShipmentPath = (orderIds: readonly number[]): string =>
  `${pages.adminShipments}/yeni?siparis=${orderIds.join(',')}`
export const adminOfferPath = (id: number): string => `${pages.adminOffers}/${id}`
/** Rules that choose the account of a payment. */
export const adminPosRulesPath = '/yonetim/pos/kurallar'
/** 'yeni' is the form for a new one. */
export const adminPosPath = (id: number | 'yeni'): string => `${pages.adminPos}/${id}`
export const adminCampaignPath = (id: number | 'yeni'): string => `${adminCampaignsPath}/${id}`
export const adminPriceReasonsPath = '/yonetim/fiyat-sorgula'
export const adminPriceRulesPath = '/yonetim/fiyat-kurallari'
export const adminDealerGroupsPath = '/yonetim/bayi-gruplari'
export const adminPriceComparisonPath = '/yonetim/fiyat-listeleri/karsilastirma'
/** How each bank does. */
export const paymentsBoardPath = '/yonetim/odemeler/durum'
export const adminBankFindingsPath = '/yonetim/banka-farklari'
/** Lines of bank statements, and transfers that dealers have reported. */
export const adminBankLinesPath = '/yonetim/banka-hareketleri'
export const adminTransferNoticesPath = '/yonetim/havale-bildirimleri'
export const adminSearchRulesPath = '/yonetim/arama'
export const adminCurrenciesPath = '/yonetim/para-birimleri'
export const adminCategoriesPath = '/yonetim/kategoriler'
export const adminBrandsPath = '/yonetim/markalar'
export const adminAttributesPath = '/yonetim/ozellikler'
export const adminWarehousesPath = '/yonetim/depolar'
export const adminAuditPath = '/yonetim/denetim'
/** Background jobs. */
export const adminJobsPath = '/yonetim/isler'
export const adminMissedSearchesPath = '/yonetim/arama/sonucsuz'
export const adminSearchesPath = '/yonetim/aramalar'
export const adminOnlinePath = '/yonetim/online'
export const adminCartsPath = '/yonetim/sepetler'
export const adminPlansPath = '/yonetim/odeme-planlari'
/** Roles of staff. */
export const adminRolesPath = '/yonetim/roller'
export const adminApiKeysPath = '/yonetim/entegrasyon'
export const adminWebhooksPath = '/yonetim/entegrasyon/webhook'
export const adminSetupPath = '/yonetim/kurulum'
export const adminImportSourcesPath = '/yonetim/aktarim/kaynaklar'
export const adminPriceListsPath = '/yonetim/fiyat-listeleri'
export const adminCampaignsPath = '/yonetim/kampanyalar'
export const adminPriceRulePath = (id: number | 'yeni'): string => `${adminPriceRulesPath}/${id}`
export const adminPromotionsPath = '/yonetim/promosyonlar'
export const adminPromotionPath = (id: number | 'yeni'): string => `${adminPromotionsPath}/${id}`
/** The coupons of one promotion as a file; the query names the promotion. */
export const couponsExportPath = `${adminPromotionsPath}/kuponlar`
export const adminDealerGroupPath = (id: number): string => `${adminDealerGroupsPath}/${id}`
export const adminPriceListPath = (id: number): string => `${adminPriceListsPath}/${id}`
/** Drafts of price changes, and what was published. */
export const adminPriceChangesPath = `${adminPriceListsPath}/degisiklikler`
export const adminPriceChangePath = (id: number): string => `${adminPriceChangesPath}/${id}`
/** What a price change means for dealers. */
export const priceChangePreviewPath = (id: number): string => `${adminPriceChangePath(id)}/etki`
/** The rows of one price change as a file; the query names the change. */
export const priceChangeCsv = `${adminPriceChangesPath}/satirlar.csv`
/** The prices of one list as a file; the query names the list. */
export const priceListCsv = `${adminPriceListsPath}/fiyatlar.csv`
/** `kind`: what is imported, for example `movements`. */
export const adminFileImportsPath = (kind: string): string => `${pages.adminFileImports}/${kind}`
export const adminFileImportPath = (kind: string, id: number): string => `${adminFileImportsPath(kind)}/${id}`

/** Reports of the store. */
const reportSlugs = { sales: 'satis', lost: 'kayip-talep', ageing: 'alacak-yasi', stock: 'stok' } as const
export const adminReportsPath = '/yonetim/raporlar'
export const reportPath = (report: keyof typeof reportSlugs): string => `${adminReportsPath}/${reportSlugs[report]}`
/** The report of a part of a path; undefined if there is none. */
export const reportOfSlug = (slug: string | undefined) =>
  (Object.keys(reportSlugs) as (keyof typeof reportSlugs)[]).find((report) => reportSlugs[report] === slug)
