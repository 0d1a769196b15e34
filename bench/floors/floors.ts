import { brotliCompressSync } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { createElement, type ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import * as z from 'zod/mini'
import { product } from '#contract/shop/product.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { createStore, viewOf } from '#server/settings/settings.ts'
import { compression } from '#server/platform/http/compression.ts'
import { parseMarkup } from './markup.ts'

const items = z.object({ items: z.array(product) })

/**
 * Lower bounds for the cost of a request: a word, the same bytes, the same 24 rows by primary key, and the same markup
 * by plain React. Each is a Fastify route beside the shop, which compresses as the shop does.
 */
export async function openFloors(pool: Pool) {
  const app = Fastify()
  await app.register(compress, compression)
  const store = await createStore(pool)
  const view = viewOf({ actor: null, choices: {}, locale: 'tr' }, store.facts())
  const open = { ...view, seesPrices: true, seesStock: true }
  let text = ''
  let compressed = Buffer.alloc(0)
  let tree: ReactNode = null

  app.post('/keep', { bodyLimit: 5_000_000 }, (request) => {
    const sent = request.body as { text: string; isPage: boolean }
    if (sent.isPage) tree = parseMarkup(sent.text)
    else [text, compressed] = [sent.text, brotliCompressSync(sent.text)]
    return { ok: true }
  })
  app.get('/hello', () => ({ hello: 'world' }))
  app.get('/bytes', (request, reply) => {
    reply.type('application/json; charset=utf-8')
    const isCompressed = String(request.headers['accept-encoding']).includes('br')
    return isCompressed ? reply.header('content-encoding', 'br').send(compressed) : reply.send(text)
  })
  app.get('/rows', async (request) => {
    const ids = (request.query as { ids: string }).ids.split(',').map(Number)
    const products = await loadProducts(pool, ids, open)
    return z.parse(items, { items: ids.map((id) => products.get(id)).filter((found) => found !== undefined) })
  })
  app.get('/react', (_, reply) => {
    const stream = renderToPipeableStream(createElement('div', null, tree), {
      onAllReady: () => void stream.pipe(reply.raw),
    })
    reply.hijack()
    reply.raw.setHeader('content-type', 'text/html; charset=utf-8')
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    async close() {
      await app.close()
      await store.close()
    },
  }
}
