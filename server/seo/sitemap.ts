/** Maximum number of URLs in one sitemap (sitemaps.org). */
export const addressesMax = 50_000

export type SitemapAddress = { url: string /** YYYY-MM-DD */; changedOn?: string }

const head = (root: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`

/** A sitemap index. */
export function sitemapIndex(urls: readonly string[]): string {
  const parts = urls.map((url) => `<sitemap><loc>${escape(url)}</loc></sitemap>\n`)
  return `${head('sitemapindex')}${parts.join('')}</sitemapindex>\n`
}

/** One sitemap, streamed in batches of URLs. */
export async function* sitemap(
  batches: Iterable<readonly SitemapAddress[]> | AsyncIterable<readonly SitemapAddress[]>,
): AsyncGenerator<string> {
  yield head('urlset')
  for await (const batch of batches) yield batch.map(entry).join('')
  yield '</urlset>\n'
}

function entry({ url, changedOn }: SitemapAddress): string {
  const changed = changedOn === undefined ? '' : `<lastmod>${changedOn}</lastmod>`
  return `<url><loc>${escape(url)}</loc>${changed}</url>\n`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
