import { pages } from '#contract/core/pages.ts'

/** Paths that are not pages, or that are private to a visitor. */
const disallowed = [
  '/account',
  pages.cart,
  '/checkout',
  '/payment',
  '/siparis',
  '/teklif',
  pages.admin,
  pages.search,
  '/autocomplete',
  '/api',
]

/**
 * The text of robots.txt. Rules match prefixes: `/sepet` alone would also block a category "sepetli-vinc", so each path
 * is blocked exactly, with a query, and with its subpaths.
 */
export function robotsText(publicUrl: string): string {
  const rules = disallowed.flatMap((path) => [`${path}$`, `${path}?`, `${path}/`]).map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
}
