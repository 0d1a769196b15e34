import { setTimeout as sleep } from 'node:timers/promises'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import type { Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { openStream } from './order-crash.ts'
import { expectKept } from './order-stream.ts'

/** Megabytes of old objects, from what a small shop has room in down to less than it needs. */
const limits = [160, 128, 112, 96, 80]
/** Of the last limit with which no process goes on for long. */
const hopeless = 80

/**
 * The server runs with less and less memory while dealers order and guests read everything, until it ends. After each end
 * it starts again, and nothing acknowledged is lost.
 */
export async function limitMemory({ budget }: Run): Promise<Figures> {
  const shop = await openShop({ demo: 'small' })
  try {
    await shop.start()
    const stream = await openStream(shop)
    let ends = 0
    const served: string[] = []
    const phase = Math.min(60_000, Math.max(4_000, budget / limits.length))
    for (const limit of limits) {
      await shop.end()
      const before = stream.acknowledged.size
      const isOpen = await shop.start({ NODE_OPTIONS: `--max-old-space-size=${limit}` }).then(
        () => true,
        () => false,
      )
      const deadline = performance.now() + phase
      while (isOpen && shop.pid() !== undefined && performance.now() < deadline) await readEverything(shop)
      const hasEnded = shop.pid() === undefined
      if (hasEnded) ends += 1
      served.push(`${limit} MB: ${stream.acknowledged.size - before} orders${hasEnded ? ', then ended' : ''}`)
    }
    if (ends === 0) throw new Error(`With ${hopeless} MB the server did not end: the limit is not reached.`)
    await shop.end()
    await shop.start()
    await stream.more(5)
    await stream.end()
    const database = await shop.database()
    await expectKept(database, stream.acknowledged).finally(() => database.close())
    return { counts: { 'ends without memory': ends, orders: stream.acknowledged.size }, notes: served }
  } finally {
    await shop.remove()
  }
}

async function readEverything({ url }: Shop): Promise<void> {
  const page = Math.floor(Math.random() * 40)
  const paths = [`/?page=${page}`, `/api/catalog/products?page=${page}&limit=96`, `/search?q=x${page}`]
  await Promise.all(
    paths.map((path) =>
      fetch(url + path)
        .then((response) => response.arrayBuffer())
        .catch(() => sleep(50)),
    ),
  )
}
