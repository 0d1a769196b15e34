import { openShop, type Shop } from '#e2e/support/shop.ts'
import { orderFailpoints } from '#server/checkout/place-order.ts'
import { findPlace } from '#server/platform/db/embedded/place.ts'
import { findPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import type { Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { expectKept, type OrderStream, plentifulGoods, streamOrders } from './order-stream.ts'

/** Milliseconds until a killed shop must be open, and until orders must succeed after a kill of the database. */
const longestStart = 5_000
const longestOutage = 10_000

/**
 * Sends orders over HTTP while the server dies at every named point of an order and at random: no acknowledged order may be
 * lost, nothing ordered twice, no stock changed without a movement. A busy machine may start slowly; the time is reported.
 */
export const killServers = (run: Run): Promise<Figures> =>
  whileOrdering(run, async (shop, stream) => {
    let kills = 0
    let slowest = 0
    // Each point in turn and one kill without a point; short runs begin at different ones.
    const points = [...orderFailpoints, undefined]
    const first = Math.floor(Math.random() * points.length)
    do {
      const name = points[(first + kills) % points.length]
      slowest = Math.max(slowest, await (name === undefined ? killServer(shop, stream) : dieAt(shop, name, stream)))
      kills += 1
      run.log(`${kills} kills, ${stream.acknowledged.size} orders`)
    } while (!run.isOver())
    return {
      counts: { 'kills of the server': kills },
      longest: { 'start of the server': slowest },
      notes: late(slowest, longestStart),
    }
  })

/** The same with kill -9 of PostgreSQL. */
export const killDatabases = (run: Run): Promise<Figures> =>
  whileOrdering(run, async (shop, stream) => {
    let kills = 0
    let longest = 0
    do {
      const outage = await killDatabase(shop, stream)
      longest = Math.max(longest, outage)
      kills += 1
      if (kills % 10 === 0) run.log(`${kills} kills, ${stream.acknowledged.size} orders`)
    } while (!run.isOver())
    if (shop.pid() === undefined) throw new Error('The server ended with its database.')
    return {
      counts: { 'kills of the database': kills },
      longest: { outage: longest },
      notes: late(longest, longestOutage),
    }
  })

const late = (measured: number, limit: number) =>
  measured > limit ? [`longer than ${limit / 1000} s, on a busy machine`] : []

async function whileOrdering(run: Run, work: (shop: Shop, stream: OrderStream) => Promise<Figures>): Promise<Figures> {
  const shop = await openShop({ demo: 'small' })
  try {
    await shop.start()
    const stream = await openStream(shop)
    const figures = await work(shop, stream)
    await stream.end()
    await checkKept(shop, stream)
    return { ...figures, counts: { ...figures.counts, orders: stream.acknowledged.size } }
  } finally {
    await shop.remove()
  }
}

export async function openStream(shop: Shop): Promise<OrderStream> {
  const database = await shop.database()
  const goods = await plentifulGoods(database).finally(() => database.close())
  return streamOrders(shop.url, goods)
}

/** The server ends inside the next order and restarts; that order gets its response. Returns the milliseconds of the start. */
export async function dieAt(shop: Shop, failpoint: string, stream: OrderStream): Promise<number> {
  await shop.end()
  await shop.start({ FAILPOINT: failpoint })
  // Without orders the server would not end.
  await Promise.race([shop.ended(), stream.over])
  const took = await timeOf(() => shop.start())
  await stream.more(4)
  return took
}

/** kill -9 of the server; its database keeps running and is adopted. Returns the milliseconds of the start. */
export async function killServer(shop: Shop, stream: OrderStream): Promise<number> {
  await stream.more(5)
  await shop.end('SIGKILL')
  const took = await timeOf(() => shop.start())
  await stream.more(5)
  return took
}

/** kill -9 of PostgreSQL; the server restarts it. Returns the milliseconds until the next order. */
export async function killDatabase(shop: Shop, stream: OrderStream): Promise<number> {
  await stream.more(5)
  const place = await findPlace(shop.dataDir, () => {})
  const postmaster = findPostmaster(place)
  if (postmaster === undefined) throw new Error('The database of the shop is not running.')
  process.kill(postmaster.pid, 'SIGKILL')
  const outage = await timeOf(() => stream.more(1))
  await stream.more(4)
  return outage
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export async function checkKept(shop: Shop, { acknowledged }: OrderStream): Promise<void> {
  const database = await shop.database()
  // Orders acknowledged until now; more may arrive while the database is checked.
  await expectKept(database, new Map(acknowledged)).finally(() => database.close())
}
