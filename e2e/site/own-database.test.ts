import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductList } from '#contract/shop/catalog.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { urlOf } from '#server/platform/db/test-database.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'

let folder: string
let operated: Database
let shops: Shop[] = []
/** A server of the same shop whose data folder is not mounted. */
let stranded: Shop | undefined

/** Stands in for an operator's PostgreSQL: a server that the shops reach by DATABASE_URL and do not run. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toptan-operated-'))
  operated = await openDatabase({ dataDir: folder, databaseUrl: undefined }, { role: 'server' })
  await operated.pool.execute('CREATE DATABASE shop')
  if ('connectionString' in operated.connection) throw new Error('The operated database is an embedded one.')
  const env = { DATABASE_URL: urlOf({ ...operated.connection, database: 'shop' }), SESSION_SECRET: 's'.repeat(32) }
  const first = await openShop({ env, demo: 'small' })
  const sharing = { ...env, DATA_DIR: first.dataDir }
  shops = [first, await openShop({ env: sharing, demo: 'none' }), await openShop({ env, demo: 'none' })]
  stranded = shops.pop()
  for (const shop of shops) await shop.start()
})

afterAll(async () => {
  await stranded?.remove()
  for (const shop of shops.toReversed()) await shop.remove()
  await operated.close()
  await rm(folder, { recursive: true, force: true })
})

test('two servers share a database: a change of one process is visible in the other a second later', async () => {
  if ('connectionString' in operated.connection) throw new Error('The operated database is an embedded one.')
  const pool = createPool({ ...operated.connection, database: 'shop' })
  const lists = () => Promise.all(shops.map((shop) => readList(shop, '?limit=1&filters=stock:1')))
  const [before, twin] = await lists()
  expect(before?.total).toBeGreaterThan(50)
  expect(twin?.total).toBe(before?.total)
  await pool.execute(
    `UPDATE inventory SET quantity = 0 WHERE product_id IN (
       SELECT id FROM products WHERE parent_id = $1 OR id = $1)`,
    [before?.items[0]?.id],
  )
  await expect
    .poll(async () => (await lists()).map((list) => list.total))
    .toEqual([(before?.total ?? 0) - 1, (before?.total ?? 0) - 1])
  await pool.execute(`INSERT INTO settings (key, value) VALUES ('guestPrices', '"1"')
                      ON CONFLICT (key) DO UPDATE SET value = excluded.value`)
  const prices = async () => (await lists()).map((list) => list.items[0]?.salePrice !== undefined)
  await expect.poll(prices).toEqual([true, true])
  await pool.close()
})

test('a server without the shared data folder does not start until the folder is accepted', async () => {
  await expect(stranded?.start()).rejects.toThrow('is not the data folder of this database: it has no file folder-id.')
  await expect(stranded?.toptan('doctor')).rejects.toThrow('is not the data folder of this database')
  await stranded?.toptan('folder', 'accept')
  await stranded?.start()
  expect((await readList(stranded, '')).total).toBeGreaterThan(50)
  await stranded?.end()
})

test("a server that stops leaves the operator's database running", async () => {
  expect(await shops[1]?.end()).toBe(0)
  expect(await operated.pool.one('SELECT 1 AS one')).toEqual({ one: 1 })
  expect((await readList(shops[0], '')).total).toBeGreaterThan(50)
})

async function readList(shop: Shop | undefined, query: string): Promise<ProductList> {
  return (await (await fetch(`${shop?.url}/api/catalog/products${query}`)).json()) as ProductList
}
