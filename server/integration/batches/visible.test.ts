import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listen, type Listener } from '#server/platform/db/listen.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer } from '#testing/store-rows.ts'

let shop: TestShop
let program: Program
let dealer: TestVisitor
let listener: Listener
let notified = () => {}

beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['catalog:write', 'prices:write', 'stock:write'])
  dealer = await shop.signedIn(await addDealer(shop.database.pool))
  await new Promise<void>((listens) => {
    listener = listen(shop.database.connection, ['catalog_changed', 'cache_version'], () => notified(), listens)
  })
})
afterAll(async () => {
  await listener.close()
  await shop.close()
})

type Item = {
  id: number
  defaultUnit: number
  name: string
  brand: { name: string } | null
  salePrice?: { value: number }
  quantity?: number
}

type CartLine = { productUnit: { defaultPrice: { value: number } } }

/** Writes rows; resolves when the shop was notified of the commit, on which it reads the changes at once. */
const write = async (resource: string, rows: object[]) => {
  const news = new Promise<void>((resolve) => (notified = resolve))
  const answer = await program.send('POST', `/${resource}`, { body: { rows } })
  expect(answer.body).toMatchObject({ rejected: 0 })
  await news
}
const search = async (q: string) => {
  const answer = await dealer.send('GET', `/api/catalog/products/search?q=${encodeURIComponent(q)}`)
  return (answer.body as { items: Item[] }).items
}
/** Waits for the shop itself: nothing but the batch makes it read its products again. */
const see = (look: () => Promise<unknown>, expected: unknown) =>
  vi.waitFor(async () => expect(await look()).toEqual(expected), { timeout: 60_000, interval: 10 })

test('what a batch changes is in list, search and cart without any further step', async () => {
  await write('products', [{ code: 'GÖR-1', name: 'Görünür matkap', brand: 'Voltan', price: 40, stock: { MERKEZ: 5 } }])
  await see(async () => (await search('görünür')).map(({ name }) => name), ['Görünür matkap'])
  const [item] = await search('görünür')
  const added = await dealer.send('POST', `/api/catalog/cart/${item?.id}`, {
    body: { quantity: 1, productValue: item?.defaultUnit },
  })
  expect(added.status).toBe(200)

  await write('prices', [{ code: 'GÖR-1', price: 55 }])
  // The cart reads prices from the database: the answer of the batch is enough.
  const cart = (await dealer.send('GET', '/api/catalog/cart')).body as CartLine[]
  expect(cart.map(({ productUnit }) => productUnit.defaultPrice.value)).toEqual([55])
  await see(async () => (await search('görünür')).map(({ salePrice }) => salePrice?.value), [55])

  await write('products', [{ code: 'GÖR-1', name: 'Adı değişen matkap' }])
  await see(async () => (await search('değişen')).length, 1)
  await see(async () => (await search('görünür')).length, 0)

  await write('brands', [{ code: 'VLT', name: 'VOLTAN' }])
  await see(async () => (await search('değişen')).map(({ brand }) => brand?.name), ['VOLTAN'])

  await write('products', [{ code: 'GÖR-1', isActive: false }])
  await see(async () => (await search('değişen')).length, 0)
})

test('stock is in the list although few changes of stock notify nobody', async () => {
  await write('products', [{ code: 'STK-1', name: 'Stoklu', price: 1, stock: { MERKEZ: 5 } }])
  const inStock = async () => (await search('Stoklu')).map(({ quantity }) => quantity)
  await see(inStock, [5])
  await program.send('POST', '/stock', { body: { rows: [{ code: 'STK-1', quantity: 2 }] } })
  await see(inStock, [2])
})
