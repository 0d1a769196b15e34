/** Page paths (specification, section 2; decisions, "Pages"). */
export const pages = {
  home: '/',
  search: '/search',
  campaigns: '/kampanyalar',
  login: '/account/login',
  /** The form that signs out without scripts. */
  logout: '/account/logout',
  forgotten: '/account/forgotten',
  /** Staff set up the second factor that the store requires. */
  secondFactor: '/account/second-factor',
  /** Requests a link that signs in. */
  signInLink: '/account/sign-in-link',
  account: '/account/settings',
  statement: '/account/statement',
  invoices: '/account/invoices',
  returns: '/account/returns',
  feeds: '/account/feeds',
  /** Keys of a dealer's programs. */
  dealerKeys: '/account/api',
  /** Webhooks of a dealer's own orders. */
  dealerWebhooks: '/account/webhooks',
  /** The users of a dealer. */
  accountUsers: '/account/users',
  /** Orders that wait for an approver of the dealer. */
  approvals: '/account/approvals',
  /** The user's stored cards. */
  accountCards: '/account/cards',
  /** The delivery addresses of a dealer. */
  accountAddresses: '/account/addresses',
  cart: '/sepet',
  orderPad: '/hizli-siparis',
  checkout: '/checkout',
  checkoutCart: '/checkout/cart',
  checkoutSummary: '/checkout/summary',
  orders: '/siparis/liste',
  offers: '/teklif/liste',
  faultReport: '/ariza-bildirimi',
  faultReports: '/ariza-bildirimi/liste',
  payment: '/payment',
  /** The frame that the card form sends to. */
  paymentStart: '/payment/start',
  /** The page that the bank's return leads to. */
  paymentResult: '/payment/result',
  /** Today's board. */
  admin: '/yonetim',
  /** The mail server of the shop. */
  adminMail: '/yonetim/e-posta',
  adminPayments: '/yonetim/odemeler',
  adminSettings: '/yonetim/ayarlar',
  adminPos: '/yonetim/pos',
  adminDealers: '/yonetim/bayiler',
  adminUsers: '/yonetim/kullanicilar',
  adminFaultReports: '/yonetim/ariza-bildirimleri',
  adminOrders: '/yonetim/siparisler',
  adminShipments: '/yonetim/sevkiyatlar',
  adminReturns: '/yonetim/iadeler',
  adminOffers: '/yonetim/teklifler',
  adminInvoices: '/yonetim/faturalar',
  adminProducts: '/yonetim/urunler',
  adminImports: '/yonetim/aktarim',
  /** Imports of account movements, balances, serial numbers and pictures. */
  adminFileImports: '/yonetim/aktarim/veri',
  adminErp: '/yonetim/erp',
} as const

/** The form of companies that want to become dealers. */
export const applyPath = '/bayi-ol'
/** Texts of the store that everybody may read. */
export const textsPath = '/metinler'

/** First path segments of the pages besides lists and products. */
export const pageSlugs: readonly string[] = [
  'account',
  'sepet',
  'hizli-siparis',
  'checkout',
  'payment',
  'siparis',
  'teklif',
  'ariza-bildirimi',
  'bayi-ol',
  'metinler',
  'kampanyalar',
  'karsilastir',
  'yonetim',
  'search',
]

/**
 * The path of a product. Its second special code replaces the id, unless the code contains `-p-`, by which
 * `productKeyOf` would split the path.
 */
export function productPath(product: { seo: string; id: number; ozelkod2: string | null }): string {
  const code = product.ozelkod2
  const isUsable = code !== null && code !== '' && !`-${code}`.includes('-p-')
  return `/${product.seo}-p-${encodeURIComponent(isUsable ? code : String(product.id))}`
}

/** The text after the last `-p-` of a path's last segment, decoded; null if the path is not a product's. */
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

/** The settings page with one of its groups (contract/admin/setting-fields.ts). */
export const settingsPath = (group: string): string => `${pages.adminSettings}?group=${group}`

/** The path of an image by its file name. */
export const imagePath = (file: string): string => `/images/${file.split('/').map(encodeURIComponent).join('/')}`

/** The path of the store's logo (setting storeLogo); null without one. */
export const logoPath = (storeLogo: string): string | null => (storeLogo === '' ? null : imagePath(storeLogo))

/** The page on which staff set up a second factor before they go on to `next`. */
export const secondFactorPath = (next: string): string => `${pages.secondFactor}?${new URLSearchParams({ next })}`

/** Pages whose address is a secret: it is not sent to other sites, and the page is not cached. */
export const isSecretPage = (path: string): boolean =>
  /^\/(account\/(password|sign-in-link)|bayi-ol\/basvuru|teklif\/musteri)\//.test(path)

/**
 * Pages that may embed a bank's page. A content security policy applies until the next document, so links to these
 * pages load a new one.
 */
export const isPayingPage = (path: string): boolean => /^\/(checkout|payment)(?=[/?#]|$)/.test(path)

/** Pages without the shop's header and footer: print windows, and the content of the payment frame. */
export const isBarePage = (path: string): boolean =>
  /^\/(teklif\/yazdir|payment\/(start|result|form))(?=\/|$)/.test(path)

/** Standalone pages without the shop's header: signing in, and pages that a one-time or payment link opens. */
export const isStandalonePage = (path: string): boolean =>
  [pages.login, pages.forgotten, pages.secondFactor, pages.signInLink].some((page) => page === path) ||
  /^\/(account\/password|account\/sign-in-link|payment\/link|teklif\/musteri)\//.test(path)

/** Where signing in leads: to the requested page, and staff that requested none to the administration. */
export const pathAfterSignIn = (role: 'dealer' | 'admin', next: string): string =>
  role === 'admin' && next === pages.home ? pages.admin : next

/** Pages of administrators, which have their own layout. */
export const isAdminPage = (path: string): boolean => /^\/yonetim(?=\/|$)/.test(path)

/** The section of a campaign on the page of all campaigns. */
export const campaignPath = (id: number): string => `${pages.campaigns}#kampanya-${id}`

export const categoryPath = (slug: string): string => `/${slug}`
export const brandPath = (slug: string): string => `/${slug}`

/** Removes the locale prefix of a path (`/en/makita/matkap`): the same page in the visitor's own language. */
export const withoutLocale = (path: string): string => path.replace(/^\/(tr|en)(?=\/|$)/, '') || pages.home

/**
 * Returns the value if it is a path of this site, or else the home page. Used to return users to their page after
 * sign-in.
 */
export function localPath(value: string | null | undefined): string {
  return value && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value) ? value : pages.home
}
