import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isRefusal } from '#contract/core/errors.ts'
import type { ListParams } from '#contract/shop/catalog.ts'
import { addDealer, addProduct, setPrice, setStock, type TestProduct } from '#testing/store-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { buildIndex } from '#server/catalog/index/live/build.ts'
import { noFilter } from './index/filter.ts'
import { openCatalog } from './open-catalog.ts'
import { createStore, type Store, type View, viewOf } from '#server/settings/settings.ts'
import { testContext } from '#server/visitor/test-context.ts'
import type { Finder } from '#server/catalog/list/finder.ts'
import { listProducts } from '#server/catalog/list/product-list.ts'
import { finderDuringSweep, openSqlFinder } from '#server/catalog/list/sql-finder.ts'

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
    // What the early finder finds would otherwise be remembered under the version of the index.
    expect(early.version).toBeNull()
    expect((await catalog.finder()).version).toBe(catalog.version())
  } finally {
    await catalog.close()
  }
})

test('the index and the remembered products share one reading of the changes', async () => {
  const { pool } = database
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const catalog = openCatalog(pool)
  const query = vi.spyOn(pool, 'query')
  try {
    await catalog.catchUp()
    query.mockClear()
    await setPrice(pool, saw.unitId, 51)
    const before = [catalog.version(), catalog.memory.clock.changedAt(saw.id)]
    await catalog.catchUp()
    const read = query.mock.calls.filter(([, , name]) => name === 'catalog_changes')
    expect(read).toHaveLength(1)
    expect(catalog.version()).toBeGreaterThan(before[0] ?? 0)
    expect(catalog.memory.clock.changedAt(saw.id)).toBeGreaterThan(before[1] ?? 0)
  } finally {
    query.mockRestore()
    vi.useRealTimers()
    await catalog.close()
  }
})

test('changes that could not be applied are applied later', async () => {
  const { pool } = database
  const catalog = openCatalog(pool)
  const real = pool.one.bind(pool)
  try {
    await catalog.catchUp()
    const one = vi.spyOn(pool, 'one').mockRejectedValue(new Error('no database'))
    const query = vi.spyOn(pool, 'query').mockImplementation(async (sql, params, name) => {
      if (name !== 'catalog_changes') throw new Error('no database')
      return pool.withClient(async (client) => (await client.query(sql, [...(params ?? [])])).rows)
    })
    await real('UPDATE products SET is_active = false WHERE id = $1', [saw.id])
    await expect(catalog.catchUp()).rejects.toThrow('no database')
    for (const mock of [one, query]) mock.mockRestore()
    await catalog.catchUp()
    const { ids } = await (await catalog.finder()).find({ ...all, sort: 'price' })
    expect(ids).not.toContain(saw.id)
  } finally {
    await pool.execute('UPDATE products SET is_active = true WHERE id = $1', [saw.id])
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
  expect(beside.version).toBeNull()
  expect((await beside.find({ ...all, filter: { ...noFilter, text: 'cekic' } })).ids).toEqual([hammer.id])
})

describe('lists by price under price rules', () => {
  let store: Store
  let view: View
  let cheap: TestProduct
  let dear: TestProduct

  beforeAll(async () => {
    const { pool } = database
    cheap = await addProduct(pool, { code: 'FREZE-1', price: 900_000, stock: 5 })
    dear = await addProduct(pool, { code: 'TORNA-1', price: 1_000_000, stock: 5 })
    const dealer = await addDealer(pool)
    await pool.execute(
      "INSERT INTO price_rules (name, kind, chain, product_id, dealer_id) VALUES ('Torna', 'agreement', '50', $1, $2)",
      [dear.id, dealer.dealer?.id],
    )
    store = await createStore(pool)
    view = viewOf(testContext({ actor: dealer }), store.facts())
  })
  afterAll(() => store.close())

  const idsOf = async (finder: Finder, query: ListParams) => {
    const list = await listProducts({ db: database.pool, finder, view, campaigns: [] }, '', query)
    return isRefusal(list)
      ? list.code
      : { ids: list.items.slice(0, 2).map(({ id }) => id), isEarly: list.isPreparing === true }
  }

  test('wait for the index; others do not', async () => {
    const catalog = openCatalog(database.pool)
    try {
      const early = await catalog.finder()
      expect(early.index).toBeUndefined()
      expect(await idsOf(early, { sort: '-price' })).toEqual({ ids: [cheap.id, dear.id], isEarly: false })
      expect(await idsOf(early, { filters: 'price:450000-600000' })).toEqual({ ids: [dear.id], isEarly: false })
      expect(await idsOf(early, { sort: '-quantity' })).toMatchObject({ isEarly: true })
    } finally {
      await catalog.close()
    }
  })

  test('are refused when the index takes too long, rather than sorted by list prices', async () => {
    const sql = await openSqlFinder(database.pool)
    expect(await idsOf(sql, { sort: '-price' })).toBe('unavailable')
    expect(await idsOf(sql, { filters: 'price:1-2' })).toBe('unavailable')
    expect(await idsOf(sql, {})).toMatchObject({ isEarly: true })
  })

  test('come from the index while it is behind', async () => {
    const { index } = await buildIndex(database.pool)
    const beside = finderDuringSweep(database.pool, index)
    expect(await idsOf(beside, { sort: '-price' })).toEqual({ ids: [cheap.id, dear.id], isEarly: false })
  })
})
