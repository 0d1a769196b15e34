import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Until the index is ready, lists and searches use SQL and have no counts. */
export async function waitForIndex(app: FastifyInstance): Promise<void> {
  for (;;) {
    const answer = await app.inject('/api/catalog/products?limit=1')
    if (!answer.json<{ isPreparing?: boolean }>().isPreparing) return
    await sleep(50)
  }
}
