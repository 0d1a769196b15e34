import { setTimeout as sleep } from 'node:timers/promises'
import type { Shop } from '#e2e/support/shop.ts'
import { signInBuyer } from './buyer.ts'
import type { Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { expectKept, type OrderStream, plentifulGoods, streamOrders } from './order-stream.ts'
import { timeOf } from './order-crash.ts'
import {
  expectStatus,
  longestOf,
  p95Of,
  type Reading,
  type Readers,
  shareOf,
  startReaders,
  statusesOf,
} from './readers.ts'
import { onRemoteShop, type RemoteShop } from './remote-shop.ts'

export type Traffic = RemoteShop & { stream: OrderStream; readers: Readers }

/** Milliseconds: no answer may take longer than `longestAnswer`, and orders succeed again within `longestHealing`. */
const longestAnswer = 10_000
const longestHealing = 30_000
/** The part of the lists that must be answered. */
const fewestLists = 0.5

/** Orders and reads over the remote shop while `work` breaks something; every acknowledged order must be there. */
export const underTraffic = (work: (traffic: Traffic) => Promise<Figures>): Promise<Figures> =>
  onRemoteShop(async (site) => {
    const { pool } = site.database
    const stream = await streamOrders(site.shop.url, await plentifulGoods({ pool }))
    const readers = startReaders(site.shop.url, await signInBuyer(site.shop.url, 'bayi2@example.com', 'demo1234'))
    const pid = site.shop.pid()
    try {
      await stream.more(5)
      await readers.seenAll()
      readers.take()
      const figures = await work({ ...site, stream, readers })
      await stream.more(5)
      await stream.end()
      await expectKept({ pool }, stream.acknowledged)
      return { ...figures, counts: { ...figures.counts, orders: stream.acknowledged.size } }
    } catch (cause) {
      // Whatever waited for it would only say that it waited too long.
      if (site.shop.pid() !== pid) throw new Error(`The server ended: ${site.shop.output()}`, { cause })
      throw cause
    } finally {
      await readers.stop()
      await stream.end().catch(() => {})
    }
  })

/** Waits until orders succeed, and the shop is ready. Returns the milliseconds. */
export async function healing({ stream, shop }: Traffic): Promise<number> {
  const took = await timeOf(async () => {
    await Promise.race([stream.more(2), endOf(shop)])
    while ((await fetch(`${shop.url}/readyz`)).status !== 200) await sleep(50)
  })
  if (took > longestHealing) throw new Error(`Orders succeeded only after ${Math.round(took)} ms.`)
  return took
}

async function endOf(shop: Shop): Promise<never> {
  await shop.ended()
  throw new Error('The server ended.')
}

/**
 * What a visitor may get while the database is away: most lists from memory, 503 for what needs it, nothing slow. An order
 * just before may have changed a product of a list.
 */
export function expectAway(readings: readonly Reading[]): void {
  expectStatus(readings, 'list', [200, 503])
  if (shareOf(readings, 'list', 200) < fewestLists) throw new Error(`Lists: ${statusesOf(readings, 'list')}.`)
  expectStatus(readings, 'healthz', [200])
  expectStatus(readings, 'cart', [200, 503])
  expectStatus(readings, 'readyz', [200, 503])
  expectAnswered(readings)
}

function expectAnswered(readings: readonly Reading[]): void {
  if (longestOf(readings) > longestAnswer) throw new Error(`An answer took ${Math.round(longestOf(readings))} ms.`)
}

/** The network to the database is cut for a while, and the database is restarted cleanly. */
export const cutNetwork = ({ budget }: Run): Promise<Figures> =>
  underTraffic(async (traffic) => {
    const { link, readers } = traffic
    const seconds = Math.min(60, Math.max(5, budget / 3_000))
    link.set({ kind: 'cut' })
    await sleep(seconds * 1000)
    link.set({ kind: 'open' })
    const healed = await healing(traffic)
    const cut = readers.take()
    expectAway(cut)
    const restart = timeOf(() => traffic.restartDatabase('SIGINT', 500))
    await restart
    const after = await healing(traffic)
    const restarted = readers.take()
    expectAway(restarted)
    return {
      counts: { 'seconds without database': Math.round(seconds) },
      longest: { 'order after the cut': healed, 'after a restart': after, answer: longestOf([...cut, ...restarted]) },
      notes: [`lists ${statusesOf(cut, 'list')}, carts ${statusesOf(cut, 'cart')}`],
    }
  })

/** Milliseconds for a list on a connection with 200 ms per round trip. */
const longestSlowList = 1_500

/** The network to the database is slow: 200 ms per round trip, 64 kB/s, 2 s per round trip. */
export const slowNetwork = ({ budget }: Run): Promise<Figures> =>
  underTraffic(async (traffic) => {
    const { link, readers, stream } = traffic
    const phase = Math.min(30_000, Math.max(4_000, budget / 4))
    const before = stream.acknowledged.size
    link.set({ kind: 'slow', delay: 100 })
    await sleep(phase)
    const late = readers.take()
    link.set({ kind: 'slow', bytesPerSecond: 64_000 })
    await sleep(phase)
    const narrow = readers.take()
    const slowOrders = stream.acknowledged.size - before
    link.set({ kind: 'slow', delay: 1_000 })
    await sleep(phase)
    link.set({ kind: 'open' })
    const healed = await healing(traffic)
    const veryLate = readers.take()
    for (const readings of [late, narrow, veryLate]) expectAway(readings)
    if (p95Of(late, 'list') > longestSlowList) throw new Error(`Lists took ${Math.round(p95Of(late, 'list'))} ms.`)
    if (slowOrders === 0) throw new Error('No order went through at 200 ms per round trip.')
    return {
      counts: { 'orders while slow': slowOrders },
      longest: {
        'list at 200 ms (p95)': p95Of(late, 'list'),
        'cart at 200 ms (p95)': p95Of(late, 'cart'),
        'answer at 64 kB/s': longestOf(narrow),
        'at 2 s': longestOf(veryLate),
        'order afterwards': healed,
      },
    }
  })

/** The database's machine vanishes: connections stay open and nothing arrives. New ones work again after a while. */
export const halfOpen = ({ budget }: Run): Promise<Figures> =>
  underTraffic(async (traffic) => {
    const { link, readers } = traffic
    link.set({ kind: 'silent' })
    await sleep(Math.min(60_000, Math.max(5_000, budget / 2)))
    link.set({ kind: 'open' })
    const healed = await healing(traffic)
    const readings = readers.take()
    expectAway(readings)
    return { longest: { answer: longestOf(readings), 'order after the return': healed } }
  })

/** Names cannot be resolved: open connections go on, new ones fail. */
export const failNames = ({ budget }: Run): Promise<Figures> =>
  underTraffic(async (traffic) => {
    const { control, link, readers, stream } = traffic
    const phase = Math.min(30_000, Math.max(4_000, budget / 3))
    await control.set({ hasNames: false })
    try {
      await stream.more(2)
      link.set({ kind: 'cut' })
      await sleep(200)
      link.set({ kind: 'open' })
      readers.take()
      await sleep(phase)
      const readings = readers.take()
      expectAway(readings)
      expectStatus(readings, 'cart', [503])
    } finally {
      await control.set({ hasNames: true })
    }
    const healed = await healing(traffic)
    return { counts: { 'seconds without names': Math.round(phase / 1000) }, longest: { 'order afterwards': healed } }
  })
