import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Response times while the shop still reads its catalog, in milliseconds. */
export type WithoutIndex = { requests: number; p50: number; slowest: number }

const paths = [
  '',
  '?page=500',
  '?sort=price',
  '?sort=-name',
  '?filters=brand:BSH',
  '?filters=stock:1',
  '/search?q=matkap ucu',
]

/** Sends one request after the other until the index is ready. */
export async function requestWithoutIndex(app: FastifyInstance): Promise<WithoutIndex> {
  const taken: number[] = []
  for (let i = 0; ; i++) {
    const started = performance.now()
    const answer = await app.inject(`/api/catalog/products${paths[i % paths.length]}`)
    if (!answer.json<{ isPreparing?: boolean }>().isPreparing) break
    taken.push(performance.now() - started)
    await sleep(100)
  }
  taken.sort((a, b) => a - b)
  return { requests: taken.length, p50: taken[taken.length >>> 1] ?? 0, slowest: taken.at(-1) ?? 0 }
}
