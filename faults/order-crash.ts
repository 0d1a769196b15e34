import { openShop, type Shop } from '#e2e/support/shop.ts'
import { orderFailpoints } from '#server/checkout/place-order.ts'
import { findPlace } from '#server/platform/db/embedded/place.ts'
import { findPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import type { FaultOptions } from './database-kill.ts'
import { expectKept, type OrderStream, plentifulGoods, streamOrders } from './order-stream.ts'

/**
 * Sends orders over HTTP while the server dies at every named point of an order and at random, and the database with
 * it: no acknowledged order may be lost, nothing ordered twice, no stock changed without a movement.
 */
export async function crashDuringOrders({ cycles = 10, log = console.log }: FaultOptions = {}): Promise<void> {
  const shop = await openShop({ demo: 'small' })
  try {
    await shop.start()
    const stream = await openStream(shop)
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      for (const name of orderFailpoints) await dieAt(shop, name, stream)
      await killServer(shop, stream)
      await killDatabase(shop, stream)
      await checkKept(shop, stream)
      log(`${cycle} of ${cycles}: ${stream.acknowledged.size} orders, each there once`)
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

/** The server ends inside the next order and restarts; that order gets its response. */
export async function dieAt(shop: Shop, failpoint: string, stream: OrderStream): Promise<void> {
  await shop.end()
  await shop.start({ FAILPOINT: failpoint })
  // Without orders the server would not end.
  await Promise.race([shop.ended(), stream.over])
  await shop.start()
  await stream.more(4)
}

/** kill -9 of the server; its database keeps running and is adopted. */
export async function killServer(shop: Shop, stream: OrderStream): Promise<void> {
  await stream.more(5)
  await shop.end('SIGKILL')
  await shop.start()
  await stream.more(5)
}

/** kill -9 of PostgreSQL; the server restarts it. */
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
  // Orders acknowledged until now; more may arrive while the database is checked.
  await expectKept(database, new Map(acknowledged)).finally(() => database.close())
}
