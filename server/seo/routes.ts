import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#contract/core/errors.ts'
import { pages } from '#contract/core/pages.ts'
import type { Campaigns } from '#server/campaigns/campaigns.ts'
import {
  type Catalog,
  sitemapParts,
  sitemapPartSize,
  listedPagePaths,
  type SitemapProduct,
  loadSitemapProducts,
} from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { sendRefusal } from '#server/platform/http/wire.ts'
import { preferredLocale } from '#server/platform/http/words.ts'
import type { Store } from '#server/settings/settings.ts'
import { robotsText } from './robots.ts'
import { urlsMax, sitemap, type SitemapUrl, sitemapIndex } from './sitemap.ts'

export type SearchEngineOptions = { pool: Db; store: Store; catalog: Catalog; campaigns: Campaigns; publicUrl: string }

const hourInSeconds = 3600 // seconds
/** Products in memory at a time, however many a part has. */
const batchSize = 2_000
/** A part takes 25 statements: enough requests for every crawler, too few to overload the store. */
const rateLimit = { max: 60, timeWindow: '1 minute' }

/** Serves robots.txt and the sitemaps: the index, the pages of the store, and the products in parts. */
export function serveSearchEngines(app: FastifyInstance, options: SearchEngineOptions): void {
  const { publicUrl, pool } = options
  const config = { rateLimit }

  app.get('/robots.txt', (_, reply) => sendText(reply, 'text/plain', robotsText(publicUrl)))

  app.get('/sitemap.xml', { config }, async (request, reply) => {
    const paths = await pagePaths(options)
    if (paths === null) return unavailable(request, reply)
    const pageParts = Array.from({ length: Math.ceil(paths.length / urlsMax) }, (_, i) => `pages-${i + 1}`)
    const productParts = (await sitemapParts(pool)).map((part) => `products-${part}`)
    const urls = [...pageParts, ...productParts].map((part) => `${publicUrl}/sitemap-${part}.xml`)
    return sendText(reply, 'application/xml', sitemapIndex(urls))
  })

  app.get<{ Params: { part: string } }>('/sitemap-pages-:part(^\\d{1,5}$).xml', { config }, async (request, reply) => {
    const paths = await pagePaths(options)
    if (paths === null) return unavailable(request, reply)
    const end = Number(request.params.part) * urlsMax
    const part = paths.slice(Math.max(0, end - urlsMax), end)
    if (part.length === 0) return reply.callNotFound()
    return sendParts(reply, [part.map((path) => ({ url: new URL(path, publicUrl).href }))])
  })

  app.get<{ Params: { part: string } }>(
    '/sitemap-products-:part(^\\d{1,5}$).xml',
    { config },
    async (request, reply) => {
      const batches = productBatches(options, Number(request.params.part))
      // The first batch shows whether the part exists and the database is available.
      const first = await batches.next()
      return first.done ? reply.callNotFound() : sendParts(reply, prepend(first.value, batches))
    },
  )
}

/** Home page, campaigns, categories and brands; null while the catalog is still loading. */
async function pagePaths({ catalog, campaigns, store }: SearchEngineOptions): Promise<string[] | null> {
  const index = await catalog.index()
  if ('ok' in index) return null
  const running = campaigns.running().length > 0 ? [pages.campaigns] : []
  return [pages.home, ...running, ...listedPagePaths(index, store.facts().settings)]
}

async function* productBatches(options: SearchEngineOptions, part: number): AsyncGenerator<SitemapUrl[]> {
  const { pool, store, publicUrl } = options
  const upTo = part * sitemapPartSize
  const inStockOnly = store.facts().settings.showNotInStocks === '0'
  let after = upTo - sitemapPartSize
  let found: SitemapProduct[]
  do {
    found = await loadSitemapProducts(pool, { after, upTo, limit: batchSize, inStockOnly })
    if (found.length > 0) yield found.map(({ path, changedOn }) => ({ url: new URL(path, publicUrl).href, changedOn }))
    after = found.at(-1)?.id ?? after
  } while (found.length === batchSize)
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

function sendParts(
  reply: FastifyReply,
  batches: Iterable<readonly SitemapUrl[]> | AsyncIterable<readonly SitemapUrl[]>,
) {
  return sendText(reply, 'application/xml', Readable.from(sitemap(batches)))
}

function sendText(reply: FastifyReply, type: string, body: string | Readable) {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', `public, max-age=${hourInSeconds}`).send(body)
}

function unavailable(request: FastifyRequest, reply: FastifyReply) {
  return sendRefusal(reply, refuse('unavailable'), preferredLocale(request.headers['accept-language']))
}
