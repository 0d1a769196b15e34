import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { addDealer, addProduct, setPrice } from '#testing/store-rows.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const path = '/api/visitor'

test.each([
  ['zstd, br, gzip', 'zstd', zstdDecompressSync],
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['zstd;q=0, br', 'br', brotliDecompressSync],
])('a client that accepts %s gets %s', async (accepted, encoding, unpack) => {
  const [plain, packed] = await Promise.all([
    shop.app.inject({ url: path, headers: { 'accept-encoding': 'identity' } }),
    shop.app.inject({ url: path, headers: { 'accept-encoding': accepted } }),
  ])
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(packed.headers['content-encoding']).toBe(encoding)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length)
  const { settings } = JSON.parse(unpack(packed.rawPayload).toString()) as { settings: unknown }
  expect(settings).toEqual(plain.json<{ settings: unknown }>().settings)
})

test.each<[what: string, url: (id: number) => string]>([
  ['lists', () => '/api/catalog/products'],
  ['products', (id) => `/api/catalog/product/${id}`],
])('compressed answers of %s equal those that are not, also after changes', async (_what, urlOf) => {
  const { pool } = shop.database
  const dealer = await shop.signedIn(await addDealer(pool))
  const products = await Promise.all(
    [1, 2, 3].map((n) => addProduct(pool, { code: `MAT-${n}`, price: 10 * n, stock: 5 })),
  )
  await pool.execute("UPDATE products SET description = repeat('Sağlam. ', 200)")
  await shop.settle()
  const url = urlOf(products[1]?.id ?? 0)
  const answer = async (encoding: string) => {
    const headers = { 'accept-encoding': encoding }
    const { rawPayload, headers: sent } = await shop.app.inject({ url, headers, cookies: dealer.cookies })
    expect(sent['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
    return rawPayload
  }
  const expectSame = async (price: number) => {
    const plain = (await answer('identity')).toString()
    expect(plain).toContain(`"value":${price},`)
    for (const _ of [1, 2]) {
      expect(zstdDecompressSync(await answer('zstd')).toString()).toBe(plain)
      expect(brotliDecompressSync(await answer('br')).toString()).toBe(plain)
      expect(gunzipSync(await answer('gzip')).toString()).toBe(plain)
    }
  }
  await expectSame(20)
  await setPrice(pool, products[1]?.unitId ?? 0, 777)
  await shop.settle()
  await expectSame(777)
  await pool.execute("DELETE FROM products WHERE code LIKE 'MAT-%'")
})
