/** Page paths (specification, section 2; decisions, "Pages"). */
export const pages = {
  home: '/',
  search: '/search',
  campaigns: '/kampanyalar',
  login: '/account/login',
  account: '/account/settings',
  statement: '/account/statement',
  cart: '/sepet',
  checkout: '/checkout',
  checkoutCart: '/checkout/cart',
  checkoutSummary: '/checkout/summary',
  orders: '/siparis/liste',
  offers: '/teklif/liste',
  admin: '/yonetim',
} as const

/** First path parts that a slug may not take, since it would hide a page. */
export const reservedSlugs = new Set([
  ...[
    'account',
    'sepet',
    'checkout',
    'payment',
    'siparis',
    'teklif',
    'ariza-bildirimi',
    'kampanyalar',
    'yonetim',
    'search',
    'autocomplete',
  ],
  ...[
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
  ],
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

/** An order with its lines, to read and to print. */
export const orderPath = (orderNo: string): string => `/siparis/${encodeURIComponent(orderNo)}`

/** The quote form of an offer, in a window of its own. */
export const quotePath = (offerNo: string): string => `/teklif/yazdir/${encodeURIComponent(offerNo)}`

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
