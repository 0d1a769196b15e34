import { openShop, type Shop } from '#e2e/support/shop.ts'
import { orderFailpoints } from '#server/checkout/place-order.ts'
import { findPlace } from '#server/platform/db/embedded/place.ts'
import { findPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import type { FaultOptions } from './database-kill.ts'
import { expectKept, type OrderStream, plentifulGoods, streamOrders } from './order-stream.ts'

/**
 * Orders stream in over HTTP while the server dies at every named point of an order, at random, and the database with it:
 * nothing acknowledged may be lost, nothing ordered twice, no stock without a movement.
 */
export async function crashDuringOrders({ cycles = 10, say = console.log }: FaultOptions = {}): Promise<void> {
  const shop = await openShop({ demo: 'small' })
  try {
    await shop.start()
    const stream = await openStream(shop)
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      for (const name of orderFailpoints) await dieAt(shop, name, stream)
      await killServer(shop, stream)
      await killDatabase(shop, stream)
      await checkKept(shop, stream)
      say(`${cycle} of ${cycles}: ${stream.acknowledged.size} orders, each there once`)
    }
    await stream.end()
    await checkKept(shop, stream)
  } finally {
    await shop.remove()
  }
}

export async function openStream(shop: Shop): Promise<OrderStream> {
  const database = await shop.database()
  const goods = await plentifulGoods(database).finally(() => database.close())
  return streamOrders(shop.url, goods)
}

/** The server ends by itself inside the next order, comes back, and that order is answered. */
export async function dieAt(shop: Shop, failpoint: string, stream: OrderStream): Promise<void> {
  await shop.end()
  await shop.start({ FAILPOINT: failpoint })
  // Without orders it would live on.
  await Promise.race([shop.ended(), stream.over])
  await shop.start()
  await stream.more(4)
}

/** kill -9 of the server; its database lives on and is adopted. */
export async function killServer(shop: Shop, stream: OrderStream): Promise<void> {
  await stream.more(5)
  await shop.end('SIGKILL')
  await shop.start()
  await stream.more(5)
}

/** kill -9 of PostgreSQL; the server brings it back without being touched. */
export async function killDatabase(shop: Shop, stream: OrderStream): Promise<void> {
  await stream.more(5)
  const place = await findPlace(shop.dataDir, () => {})
  const postmaster = findPostmaster(place)
  if (postmaster === undefined) throw new Error('The database of the shop is not running.')
  process.kill(postmaster.pid, 'SIGKILL')
  await stream.more(5)
}

export async function checkKept(shop: Shop, { acknowledged }: OrderStream): Promise<void> {
  const database = await shop.database()
  // What was acknowledged until now; more may come in while the database is looked at.
  await expectKept(database, new Map(acknowledged)).finally(() => database.close())
}
