/** Maximum number of URLs in one sitemap (sitemaps.org). */
export const urlsMax = 50_000

export type SitemapUrl = { url: string /** YYYY-MM-DD */; changedOn?: string }

const head = (root: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`

/** A sitemap index. */
export function sitemapIndex(urls: readonly string[]): string {
  const parts = urls.map((url) => `<sitemap><loc>${escape(url)}</loc></sitemap>\n`)
  return `${head('sitemapindex')}${parts.join('')}</sitemapindex>\n`
}

/** One sitemap, streamed in batches of URLs. */
export async function* sitemap(
  batches: Iterable<readonly SitemapUrl[]> | AsyncIterable<readonly SitemapUrl[]>,
): AsyncGenerator<string> {
  yield head('urlset')
  for await (const batch of batches) yield batch.map(entry).join('')
  yield '</urlset>\n'
}

function entry({ url, changedOn }: SitemapUrl): string {
  const lastmod = changedOn === undefined ? '' : `<lastmod>${changedOn}</lastmod>`
  return `<url><loc>${escape(url)}</loc>${lastmod}</url>\n`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
