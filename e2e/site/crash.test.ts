import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkKept, dieAt, killDatabase, killServer, openStream } from '#faults/order-crash.ts'
import type { OrderStream } from '#faults/order-stream.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  await shop.start()
})
afterAll(() => shop?.remove())

describe('during a stream of orders', () => {
  let stream: OrderStream
  beforeAll(async () => {
    stream = await openStream(shop)
  })
  afterAll(() => stream?.end())

  test('kill -9 of the server loses no acknowledged order', async () => {
    for (let kill = 0; kill < 3; kill += 1) await killServer(shop, stream)
    await checkKept(shop, stream)
  })

  test('kill -9 of PostgreSQL is repaired by the server', async () => {
    for (let kill = 0; kill < 3; kill += 1) await killDatabase(shop, stream)
    await checkKept(shop, stream)
  })

  // Long runs cover the other points.
  test.each(['order.after_write', 'order.before_commit', 'order.after_commit'])(
    'a crash of the server at %s',
    async (name) => {
      await dieAt(shop, name, stream)
      await checkKept(shop, stream)
    },
  )
})

describe('an operator', () => {
  test('stops the shop with SIGTERM cleanly, and the next start finds everything', async () => {
    const before = await page()
    const started = performance.now()
    expect(await shop.end('SIGTERM')).toBe(0)
    // The limit is ten seconds (decisions, "What runs it").
    expect(performance.now() - started).toBeLessThan(10_000)
    await shop.start()
    expect(await page()).toBe(before)
  })

  test('starting a second server on the same data is refused in one line', async () => {
    await expect(shop.toptan('start')).rejects.toThrow(/ended with code 1/)
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  })
})

async function page(): Promise<number> {
  const answer = await fetch(`${shop.url}/api/catalog/products`)
  return ((await answer.json()) as { total: number }).total
}
