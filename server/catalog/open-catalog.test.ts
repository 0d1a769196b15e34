import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct, setPrice, setStock } from '#testing/store-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { buildIndex } from '#server/catalog/index/live/build.ts'
import { noFilter } from './index/filter.ts'
import { openCatalog } from './open-catalog.ts'
import { finderDuringSweep } from '#server/catalog/list/sql-finder.ts'

let database: TestDatabase
let hammer: Awaited<ReturnType<typeof addProduct>>
let saw: Awaited<ReturnType<typeof addProduct>>

const all = { filter: noFilter, prices: { listId: 1, withTax: false, defaultTaxRate: 20 }, offset: 0, limit: 24 }

beforeAll(async () => {
  database = await createTestDatabase()
  hammer = await addProduct(database.pool, { code: 'ÇEKİÇ-1', price: 100, stock: 5 })
  saw = await addProduct(database.pool, { code: 'TESTERE-1', price: 50, stock: 5 })
})
afterAll(() => database.drop())

test('answers requests before the index is built and caches none of these answers', async () => {
  const catalog = openCatalog(database.pool)
  try {
    expect(catalog.version()).toBeNull()
    const early = await catalog.finder()
    expect(early.index).toBeUndefined()
    expect(await early.find({ ...all, sort: 'price' })).toEqual({
      ids: [saw.id, hammer.id],
      total: 2,
      isTotalLeast: false,
    })
    expect(await catalog.categories({ showNotInStocks: '1' })).toEqual([])
    await catalog.catchUp()
    expect((await catalog.finder()).index).toBeDefined()
    expect(catalog.version()).toBeGreaterThan(0)
  } finally {
    await catalog.close()
  }
})

test('lists products from the database while the index is behind', async () => {
  const { pool } = database
  const { index } = await buildIndex(pool)
  const beside = finderDuringSweep(pool, index)
  await setPrice(pool, hammer.unitId, 10)
  await setStock(pool, saw.id, 0)
  const added = await addProduct(pool, { code: 'PENSE-1', price: 1, stock: 1 })
  expect((await beside.find({ ...all, sort: 'price' })).ids).toEqual([added.id, hammer.id, saw.id])
  expect((await beside.find({ ...all, filter: { ...noFilter, inStockOnly: true } })).total).toBe(2)
  expect(await beside.quantities([saw.id])).toEqual(new Map([[saw.id, 0]]))
  expect(beside.index).toBe(index)
  expect((await beside.find({ ...all, filter: { ...noFilter, text: 'cekic' } })).ids).toEqual([hammer.id])
})
