/** Page paths (specification, section 2; decisions, "Pages"). */
export const pages = {
  home: '/',
  search: '/search',
  campaigns: '/kampanyalar',
  login: '/account/login',
  forgotten: '/account/forgotten',
  account: '/account/settings',
  statement: '/account/statement',
  cart: '/sepet',
  checkout: '/checkout',
  checkoutCart: '/checkout/cart',
  checkoutSummary: '/checkout/summary',
  orders: '/siparis/liste',
  offers: '/teklif/liste',
  faultReport: '/ariza-bildirimi',
  faultReports: '/ariza-bildirimi/liste',
  payment: '/payment',
  /** The frame that the card form talks to. */
  paymentStart: '/payment/start',
  /** Where the bank's return leads. */
  paymentResult: '/payment/result',
  admin: '/yonetim',
  adminOnline: '/yonetim/online',
  adminCarts: '/yonetim/sepetler',
  adminPayments: '/yonetim/odemeler',
  adminSettings: '/yonetim/ayarlar',
  adminCurrencies: '/yonetim/para-birimleri',
  adminPlans: '/yonetim/odeme-planlari',
  adminAudit: '/yonetim/denetim',
  adminWarehouses: '/yonetim/depolar',
  adminPos: '/yonetim/pos',
  adminDealers: '/yonetim/bayiler',
  adminUsers: '/yonetim/kullanicilar',
  adminFaultReports: '/yonetim/ariza-bildirimleri',
  adminOrders: '/yonetim/siparisler',
  adminOffers: '/yonetim/teklifler',
  adminProducts: '/yonetim/urunler',
  adminImports: '/yonetim/aktarim',
  adminCategories: '/yonetim/kategoriler',
  adminBrands: '/yonetim/markalar',
  adminCampaigns: '/yonetim/kampanyalar',
} as const

/** First path parts that a slug may not take, since it would hide a page. */
export const reservedSlugs = new Set([
  'account',
  'sepet',
  'checkout',
  'payment',
  'sandbox-bank',
  'siparis',
  'teklif',
  'ariza-bildirimi',
  'kampanyalar',
  'yonetim',
  'search',
  'autocomplete',
  'api',
  'images',
  'assets',
  'healthz',
  'readyz',
  'metrics',
  'ws',
  'tr',
  'en',
  'robots.txt',
  'sitemap.xml',
  'favicon.ico',
])

/**
 * A product's own address: its second special code, when set, takes the place of the id. A code in which the last `-p-` of
 * the address would be found again cannot; then the id stays.
 */
export function productPath(product: { seo: string; id: number; ozelkod2: string | null }): string {
  const code = product.ozelkod2
  const isUsable = code !== null && code !== '' && !`-${code}`.includes('-p-')
  return `/${product.seo}-p-${encodeURIComponent(isUsable ? code : String(product.id))}`
}

/** What stands after the last `-p-` of a path's last part, decoded; null where the path is no product's. */
export function productKeyOf(path: string): { seo: string; key: string } | null {
  const at = path.lastIndexOf('-p-')
  if (at <= 1 || path.slice(1).includes('/')) return null
  try {
    const key = decodeURIComponent(path.slice(at + 3))
    return key === '' ? null : { seo: path.slice(1, at), key }
  } catch {
    return null
  }
}

/** Address of a picture by the name of its file. */
export const imagePath = (file: string): string => `/images/${file.split('/').map(encodeURIComponent).join('/')}`

/** Address of the store's logo (setting storeLogo); null = it has no picture of its own. */
export const logoPath = (storeLogo: string): string | null => (storeLogo === '' ? null : imagePath(storeLogo))

/** An order with its lines, to read and to print. */
export const orderPath = (orderNo: string): string => `/siparis/${encodeURIComponent(orderNo)}`

/** The quote form of an offer, in a window of its own. */
export const quotePath = (offerNo: string): string => `/teklif/yazdir/${encodeURIComponent(offerNo)}`

/** A fault report of one's own dealer. */
export const faultReportPath = (reportNo: string): string => `${pages.faultReport}/${encodeURIComponent(reportNo)}`

/** A photo of a fault report, for its dealer and for administrators. */
export const faultPhotoPath = (file: string): string => `${pages.faultReport}/foto/${file}`

/** Where on the payment page the dealer's links stand. */
export const paymentLinksAnchor = 'payment-links'

/** The public page of a payment link. */
export const paymentLinkPath = (token: string): string => `/payment/link/${encodeURIComponent(token)}`

/** Where a one-time link leads: to a new password. */
export const passwordLinkPath = (token: string): string => `/account/password/${encodeURIComponent(token)}`

/** Pages whose address opens something by itself: no other site hears of it, and nothing keeps a copy. */
export const isSecretPage = (path: string): boolean => path.startsWith('/account/password/')

/** The order form of a paid card payment, to print and sign, in a window of its own; who paid by a link has its token. */
export const mailOrderPath = (reference: string, link?: string): string =>
  `/payment/form/${reference}${link === undefined ? '' : `?link=${encodeURIComponent(link)}`}`

/** Pages on which a bank's page may stand in a frame. Their rules hold until the next document, so the way to them loads one. */
export const isPayingPage = (path: string): boolean => /^\/(checkout|payment)(?=[/?#]|$)/.test(path)

/** Pages that nothing of the shop stands around: windows that print, and what stands in the frame of a payment. */
export const isBarePage = (path: string): boolean =>
  /^\/(teklif\/yazdir|payment\/(start|result|form))(?=\/|$)/.test(path)

/** Pages with a frame of their own, of which the shop's header is no part: signing in, and what somebody else's link leads to. */
export const isLonePage = (path: string): boolean =>
  path === pages.login || path === pages.forgotten || isSecretPage(path) || path.startsWith('/payment/link/')

/** Pages of the administrators, which have a frame of their own. */
export const isAdminPage = (path: string): boolean => /^\/yonetim(?=\/|$)/.test(path)

export const adminFaultReportPath = (id: number): string => `${pages.adminFaultReports}/${id}`
/** Without an id: a new one. */
export const adminDealerPath = (id: number | 'yeni'): string => `${pages.adminDealers}/${id}`
export const adminUserPath = (id: number | 'yeni'): string => `${pages.adminUsers}/${id}`
/** Units of the products that the list shows, as a file that an import takes. */
export const productUnitsCsv = `${pages.adminProducts}/birimler.csv`
export const adminProductPath = (id: number | 'yeni'): string => `${pages.adminProducts}/${id}`
export const adminOrderPath = (id: number): string => `${pages.adminOrders}/${id}`
export const adminOfferPath = (id: number): string => `${pages.adminOffers}/${id}`
/** Without an id: a new one. */
export const adminPosPath = (id: number | 'yeni'): string => `${pages.adminPos}/${id}`
export const adminCampaignPath = (id: number | 'yeni'): string => `${pages.adminCampaigns}/${id}`
export const adminImportPath = (id: number): string => `${pages.adminImports}/${id}`
export const adminPaymentPath = (id: number): string => `${pages.adminPayments}/${id}`

/** Where a bank sends the browser back to. */
export const paymentCallbackPath = (reference: string): string => `/payment/callback/${reference}`

/** The account statement as a file. */
export const statementFilePath = (format: 'xlsx' | 'pdf'): string => `${pages.statement}.${format}`

/** The list of offers as a file. */
export const offersFilePath = (format: 'xlsx' | 'csv'): string => `${pages.offers}.${format}`

/** Where a campaign stands on the page of all campaigns. */
export const campaignPath = (id: number): string => `${pages.campaigns}#kampanya-${id}`

export const categoryPath = (slug: string): string => `/${slug}`
export const brandPath = (slug: string): string => `/${slug}`

/** A path without the language that it begins with (`/en/makita/matkap`): the same page in the visitor's own language. */
export const withoutLocale = (path: string): string => path.replace(/^\/(tr|en)(?=\/|$)/, '') || pages.home

/** Only a path of this site: used for "back to where the user came from" after sign-in. */
export function localPath(value: string | null | undefined): string {
  return value && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value) ? value : pages.home
}
