import { pages } from '#contract/core/pages.ts'

/** What is no page, or nobody's but the visitor's own. */
const closed = [
  ...['/account', pages.cart, '/checkout', '/payment', '/siparis', '/teklif', pages.admin],
  ...[pages.search, '/autocomplete', '/api'],
]

/**
 * robots.txt. Rules compare beginnings: `/sepet` alone would close a category "sepetli-vinc" too, so each place is closed
 * as itself, with a query, and with what lies below it.
 */
export function robotsText(publicUrl: string): string {
  const rules = closed.flatMap((path) => [`${path}$`, `${path}?`, `${path}/`]).map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
}
