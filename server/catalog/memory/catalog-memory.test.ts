import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Listener, listen } from '#server/platform/db/listen.ts'
import { createPool, type Pool } from '#server/platform/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { createStore, type Store, type View, viewOf } from '#server/settings/settings.ts'
import { testActor, testContext } from '#server/visitor/test-context.ts'
import { waitFor } from '#testing/shop.ts'
import { addProduct, setPrice, setStock, type TestProduct } from '#testing/store-rows.ts'
import { type CatalogMemory, openCatalogMemory } from './catalog-memory.ts'

const megabyte = 1024 * 1024
let database: TestDatabase
let other: Pool
let store: Store
let view: View
let here: CatalogMemory
let there: CatalogMemory
let drill: TestProduct
const listeners: Listener[] = []

/** The memory of a process whose changes wait for their notifications. */
function openProcess(pool: Pool): CatalogMemory {
  const onNotices: (() => void)[] = []
  const memory = openCatalogMemory(pool, megabyte, { listen: (_channel, onNotice) => void onNotices.push(onNotice) })
  const notify = () => onNotices.forEach((onNotice) => onNotice())
  const listener = listen(pool.connection, ['catalog_changed', 'cache_version'], notify, notify)
  pool.afterChange(listener.settle)
  listeners.push(listener)
  return memory
}

beforeAll(async () => {
  database = await createTestDatabase()
  other = createPool(database.connection, { role: 'command', max: 2 })
  store = await createStore(database.pool)
  view = viewOf(testContext({ actor: testActor() }), store.facts())
  here = openProcess(database.pool)
  there = openProcess(other)
})
beforeEach(async () => {
  drill = await addProduct(database.pool, { price: 100, stock: 3 })
})
afterAll(async () => {
  for (const { clock } of [here, there]) await clock.close()
  for (const listener of listeners) await listener.close()
  await store.close()
  await other.close()
  await database.drop()
})

const shown = async (memory: CatalogMemory, { id }: TestProduct = drill) => (await memory.products([id], view)).get(id)
const priceIn = async (memory: CatalogMemory) => (await shown(memory))?.salePrice?.value

test('what was shown is shown for ten minutes while the database cannot be reached, and no longer', async () => {
  // The addition of the product must not be read after it is shown.
  await here.clock.read()
  await shown(here)
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const [query, one] = [vi.spyOn(database.pool, 'query'), vi.spyOn(database.pool, 'one')]
  for (const statement of [query, one]) statement.mockRejectedValue(lost)
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now')
  try {
    clock.mockReturnValue(now + 9 * 60_000)
    expect(await priceIn(here)).toBe(100)
    // Another failure than a lost database is not hidden.
    for (const statement of [query, one]) statement.mockRejectedValue(new Error('a bug'))
    await expect(priceIn(here)).rejects.toThrow('a bug')
    for (const statement of [query, one]) statement.mockRejectedValue(lost)
    clock.mockReturnValue(now + 11 * 60_000)
    await expect(priceIn(here)).rejects.toThrow('ECONNREFUSED')
  } finally {
    for (const mock of [query, one, clock]) mock.mockRestore()
  }
})

test('a product that was shown is shown again without a statement', async () => {
  await here.clock.read()
  await shown(here)
  const statements = vi.spyOn(database.pool, 'query')
  expect(await shown(here)).toMatchObject({ id: drill.id, salePrice: { value: 100 } })
  const rows = statements.mock.calls.filter(([, , name]) => name === 'product_rows')
  statements.mockRestore()
  expect(rows).toEqual([])
})

test('a changed price is shown at once by its process, and by another one when it is notified', async () => {
  expect([await priceIn(here), await priceIn(there)]).toEqual([100, 100])
  await setPrice(database.pool, drill.unitId, 101)
  expect(await priceIn(here)).toBe(101)
  await waitFor('the notification', async () => (await priceIn(there)) === 101)
})

test('changed stock, which no notification reports, is shown at the next read', async () => {
  expect([(await shown(here))?.quantity, (await shown(there))?.quantity]).toEqual([3, 3])
  await setStock(database.pool, drill.id, 8)
  for (const memory of [here, there]) await waitFor('the stock', async () => (await shown(memory))?.quantity === 8)
})

test('a product that changes while it is read is read again', async () => {
  await here.clock.read()
  const real = database.pool.query.bind(database.pool)
  const query = vi.spyOn(database.pool, 'query')
  query.mockImplementation(async (sql, params, name) => {
    const rows = await real(sql, params, name)
    if (name === 'product_rows' && params?.[0]?.toString() === String(drill.id)) {
      query.mockRestore()
      await setPrice(database.pool, drill.unitId, 102)
      await here.clock.read()
    }
    return rows
  })
  await shown(here)
  expect(await priceIn(here)).toBe(102)
})

test('nothing is shown from memory while the changes cannot be read for a second', async () => {
  await shown(here)
  const query = vi.spyOn(database.pool, 'query').mockRejectedValue(new Error('no database'))
  const later = performance.now() + 1_001
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
  await expect(shown(here)).rejects.toThrow('no database')
  clock.mockRestore()
  query.mockRestore()
  expect(await priceIn(here)).toBe(100)
})

test('a second special code that another product takes changes the address of both processes', async () => {
  const rival = await addProduct(database.pool)
  const take = (id: number, code: string | null) =>
    database.pool.execute('UPDATE products SET ozelkod2 = $2 WHERE id = $1', [id, code])
  await take(rival.id, 'RAF-7')
  const free = (await shown(here, rival))?.url
  await take(drill.id, 'RAF-7')
  expect((await shown(here, rival))?.url).not.toBe(free)
  await take(drill.id, null)
  expect((await shown(here, rival))?.url).toBe(free)
  await take(rival.id, String(drill.id))
  const byId = (await shown(here, rival))?.url
  await database.pool.execute('UPDATE products SET is_active = false WHERE id = $1', [drill.id])
  expect((await shown(here, rival))?.url).not.toBe(byId)
})

test('visitors with another discount, list, right or rate never get what was made for the others', async () => {
  const facts = store.facts()
  const dealer = {
    id: 1,
    code: 'B',
    name: 'B',
    priceListId: null,
    discount: '0',
    rates: null,
    carrierPayer: 'store',
  } as const
  const seen = async (parts: Parameters<typeof testActor>[0]) => {
    const own = viewOf(testContext({ actor: testActor(parts) }), facts)
    return (await here.products([drill.id], own)).get(drill.id)?.salePrice?.value
  }
  expect(await seen({ dealer })).toBe(100)
  expect(await seen({ dealer: { ...dealer, discount: '10' } })).toBe(90)
  expect(await seen({ dealer, permissions: new Set(['order']) })).toBeUndefined()
  const guest = viewOf(testContext(), { ...facts, settings: { ...facts.settings, guestPrices: '0' } })
  expect((await here.products([drill.id], { ...guest, stamp: 'other' })).get(drill.id)?.salePrice).toBeUndefined()
})

test('the memory is bounded: what was not used for the longest time is forgotten', async () => {
  const small = openCatalogMemory(database.pool, 20_000)
  const many = await Promise.all(Array.from({ length: 40 }, () => addProduct(database.pool, { price: 5 })))
  await small.clock.read()
  await small.products(
    many.map(({ id }) => id),
    view,
  )
  expect(small.bytes()).toBeLessThanOrEqual(20_000)
  const found = await small.products(
    many.map(({ id }) => id),
    view,
  )
  expect([...found.keys()]).toEqual(many.map(({ id }) => id))
  await small.clock.close()
})

test('what a stored reply takes later counts, unless the reply was replaced', async () => {
  const small = openCatalogMemory(database.pool, 20_000)
  const [reply, next] = [{}, {}]
  small.store('list', '1', reply, 100)
  const before = small.bytes()
  small.grow('list', reply, 5_100)
  expect(small.bytes()).toBe(before + 5_000)
  small.store('list', '2', next, 100)
  small.grow('list', reply, 9_000)
  expect([small.bytes(), small.find('list', '2')]).toEqual([before, next])
  await small.clock.close()
})

test('a closed clock sends no statement, however many reads waited for the one that ran', async () => {
  const { clock } = openCatalogMemory(database.pool, megabyte)
  const reads = [clock.read(), clock.read()]
  const closing = clock.close()
  // The listener reports changes until it is closed itself.
  reads.push(clock.read())
  const [first, ...others] = await Promise.allSettled(reads)
  await closing
  const query = vi.spyOn(database.pool, 'query')
  expect(first?.status).toBe('fulfilled')
  for (const each of others) expect(each).toMatchObject({ reason: { message: 'The product clock is closed.' } })
  await expect(clock.read()).rejects.toThrow('The product clock is closed.')
  expect(query.mock.calls).toEqual([])
  query.mockRestore()
})
