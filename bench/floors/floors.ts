import Fastify from 'fastify'
import { createElement, type ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import * as z from 'zod/mini'
import { product } from '#contract/shop/product.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { createStore, viewOf } from '#server/settings/settings.ts'
import { parseMarkup } from './markup.ts'

const items = z.object({ items: z.array(product) })

/**
 * Lower bounds for the cost of a request: a word, the same bytes, the same 24 rows by primary key, and the same markup
 * by plain React. Each is a Fastify route beside the shop.
 */
export async function openFloors(pool: Pool) {
  const app = Fastify()
  const store = await createStore(pool)
  const view = viewOf({ actor: null, choices: {}, locale: 'tr' }, store.facts())
  const open = { ...view, seesPrices: true, seesStock: true }
  let bytes = ''
  let tree: ReactNode = null

  app.post('/keep', { bodyLimit: 5_000_000 }, (request) => {
    const { text, isPage } = request.body as { text: string; isPage: boolean }
    if (isPage) tree = parseMarkup(text)
    else bytes = text
    return { ok: true }
  })
  app.get('/hello', () => ({ hello: 'world' }))
  app.get('/bytes', (_, reply) => reply.type('application/json; charset=utf-8').send(bytes))
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
