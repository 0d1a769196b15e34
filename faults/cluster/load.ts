import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { livePath } from '#contract/core/live.ts'
import { type Buyer, persist, signInBuyer } from '#faults/buyer.ts'
import type { Goods } from '#faults/order-stream.ts'

/** Requests since a moment. `failed`: those without an answer, or with a status of 500 and more. */
export type Tally = { sent: number; failed: number; examples: string[] }

export type Load = {
  /** Order numbers by the key of the order, as acknowledged. */
  acknowledged: ReadonlyMap<string, string>
  /** Counts from now on. */
  count(): Tally
  /** Resolves after this many more acknowledged orders, with the milliseconds until the first. Throws after the limit. */
  more(count: number, limit?: number): Promise<number>
  /** Whether the live channel is connected, and how often it was lost. */
  live(): { isOpen: boolean; losses: number }
  stop(): Promise<void>
}

const dealers = ['bayi@example.com', 'bayi2@example.com']
/** Milliseconds between two requests of one client. */
const pause = 40

/** Dealers who order, read their lists and follow the live channel, and guests who read lists, until `stop`. */
export async function startLoad(url: string, goods: readonly Goods[]): Promise<Load> {
  const tallies = new Set<Tally>()
  const acknowledged = new Map<string, string>()
  const over = new AbortController()
  const isOver = () => over.signal.aborted
  const record = (what: string, status: number | string) => {
    const isFailed = typeof status === 'string' || status >= 500
    for (const tally of tallies) {
      tally.sent += 1
      tally.failed += isFailed ? 1 : 0
      if (isFailed && tally.examples.length < 3) tally.examples.push(`${what}: ${status}`)
    }
  }
  const buyers = await Promise.all(dealers.map((name) => signInBuyer(url, name, 'demo1234')))
  const live = followLive(url, buyers[0] as Buyer, isOver)
  const orders = buyers.map(async (buyer, i) => {
    const counted = countedBuyer(buyer, record)
    for (let serial = 0; !isOver(); serial += 1) {
      const { productId, unitId } = goods[(serial + i) % goods.length] as Goods
      const key = `cluster-${process.pid}-${i}-${serial}`
      await persist(counted, `/api/catalog/cart/${productId}`, { quantity: 1, productValue: unitId })
      await counted.get('/api/catalog/cart').catch(() => 0)
      const { body } = await persist(counted, '/api/catalog/cart', { description: key }, { 'idempotency-key': key })
      acknowledged.set(key, String(body['orderNo']))
      await sleep(pause)
    }
  })
  const readers = [1, 2].map(async (reader) => {
    for (let page = 1; !isOver(); page = (page % 9) + 1) {
      const path = reader === 1 ? `/api/catalog/products?page=${page}` : `/?page=${page}`
      await read(url + path, record)
      await sleep(pause)
    }
  })
  const work = Promise.all([...orders, ...readers, live.work])
  // `more` and `stop` report it.
  work.catch(() => {})
  return {
    acknowledged,
    count() {
      const tally = { sent: 0, failed: 0, examples: [] }
      tallies.add(tally)
      return tally
    },
    async more(count, limit = 60_000) {
      const [before, startedAt] = [acknowledged.size, performance.now()]
      let firstAfter = 0
      while (acknowledged.size < before + count) {
        if (performance.now() - startedAt > limit) throw new Error(`No ${count} orders within ${limit} ms.`)
        await Promise.race([work, sleep(10)])
        if (firstAfter === 0 && acknowledged.size > before) firstAfter = performance.now() - startedAt
      }
      return firstAfter
    },
    live: live.state,
    async stop() {
      over.abort()
      live.close()
      await work
    },
  }
}

async function read(address: string, record: (what: string, status: number | string) => void): Promise<void> {
  const path = address.replace(/^\w+:\/\/[^/]+/, '')
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(15_000) })
    await response.arrayBuffer()
    record(path, response.status)
  } catch (error) {
    record(path, String(error))
  }
}

function countedBuyer(buyer: Buyer, record: (what: string, status: number | string) => void): Buyer {
  const counting = async <Value>(what: string, work: Promise<Value>, statusOf: (value: Value) => number) => {
    try {
      const value = await work
      record(what, statusOf(value))
      return value
    } catch (error) {
      record(what, String(error))
      throw error
    }
  }
  return {
    ...buyer,
    get: (path) => counting(path, buyer.get(path), (status) => status),
    post: (path, body, headers) => counting(path, buyer.post(path, body, headers), ({ status }) => status),
  }
}

/** Connects again as the page does, whenever the connection is lost. */
function followLive(url: string, buyer: Buyer, isOver: () => boolean) {
  let socket: WebSocket | undefined
  let losses = 0
  const follow = async () => {
    while (!isOver()) {
      socket = new WebSocket(url.replace('https', 'wss') + livePath, {
        headers: { cookie: buyer.cookie(), origin: url },
      })
      await new Promise<void>((resolve) => {
        socket?.once('error', () => resolve())
        socket?.once('close', () => resolve())
      })
      losses += 1
      if (!isOver()) await sleep(500)
    }
  }
  return {
    work: follow(),
    close: () => socket?.terminate(),
    state: () => ({ isOpen: socket?.readyState === WebSocket.OPEN, losses }),
  }
}
