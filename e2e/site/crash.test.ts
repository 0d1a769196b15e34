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

describe('while orders stream in', () => {
  let stream: OrderStream
  beforeAll(async () => {
    stream = await openStream(shop)
  })
  afterAll(() => stream?.end())

  test('kill -9 of the server: what was acknowledged is there', async () => {
    for (let kill = 0; kill < 3; kill += 1) await killServer(shop, stream)
    await checkKept(shop, stream)
  })

  test('kill -9 of PostgreSQL: the server brings it back by itself', async () => {
    for (let kill = 0; kill < 3; kill += 1) await killDatabase(shop, stream)
    await checkKept(shop, stream)
  })

  // The rest of the points is tried by the long runs.
  test.each(['order.after_stock', 'order.before_commit', 'order.after_commit'])(
    'death of the server at %s',
    async (name) => {
      await dieAt(shop, name, stream)
      await checkKept(shop, stream)
    },
  )
})

describe('an operator', () => {
  test('stops the shop with SIGTERM: it ends in order, and the next start finds everything', async () => {
    const before = await page()
    const begun = performance.now()
    expect(await shop.end('SIGTERM')).toBe(0)
    // Ten seconds are promised (decisions, "What runs it").
    expect(performance.now() - begun).toBeLessThan(10_000)
    await shop.start()
    expect(await page()).toBe(before)
  })

  test('starts a second server on the same data: it is refused in one line', async () => {
    await expect(shop.toptan('start')).rejects.toThrow(/ended with code 1/)
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  })
})

async function page(): Promise<number> {
  const answer = await fetch(`${shop.url}/api/catalog/products`)
  return ((await answer.json()) as { total: number }).total
}
