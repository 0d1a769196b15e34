import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { RepeatedLine } from '#contract/shop/orders.ts'
import { setPrice, setStock } from '#testing/store-rows.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'
import { addBuyer, type Buyer, placeOrder, product } from './test-orders.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const again = (buyer: Buyer, id: number, body: object = {}) =>
  buyer.send('POST', `/api/catalog/order/${id}/again`, { body })
const cartOf = async (buyer: Buyer) =>
  ((await buyer.send('GET', '/api/catalog/cart')).body as CartItem[]).map((item) => [item.product.code, item.quantity])

test('adds all lines in their units and order, and increases lines that are already in the cart', async () => {
  const buyer = await addBuyer(shop)
  const [a, b] = [await product(shop, { code: 'T-1', units: { KOLİ: 2 } }), await product(shop, { code: 'T-2' })]
  const order = await placeOrder(shop, buyer, { [a.units['KOLİ'] ?? 0]: 1, [b.unitId]: 3 })
  const { status, body } = await again(buyer, order.id)
  expect([status, body]).toMatchObject([200, { addedCount: 2, lines: [{ added: 1, unit: 'KOLİ' }, { added: 3 }] }])
  expect(JSON.stringify(body)).not.toContain('error')
  expect(JSON.stringify(body)).not.toContain('priceNow')
  await again(buyer, order.id)
  expect(await cartOf(buyer)).toEqual([
    ['T-1', 2],
    ['T-2', 6],
  ])
})

test('adds only the chosen lines; a line number that the order does not have is rejected and adds nothing', async () => {
  const buyer = await addBuyer(shop)
  const [a, b] = [await product(shop, { code: 'S-1' }), await product(shop, { code: 'S-2' })]
  const order = await placeOrder(shop, buyer, { [a.unitId]: 1, [b.unitId]: 2 })
  const refused = await again(buyer, order.id, { lines: [1, 3] })
  expect([refused.status, codeOf(refused)]).toEqual([404, 'order_line_not_found'])
  expect(await cartOf(buyer)).toEqual([])
  expect((await again(buyer, order.id, { lines: [2, 2] })).body).toMatchObject({ addedCount: 1 })
  expect(await cartOf(buyer)).toEqual([['S-2', 2]])
})

test('reports what has changed: price, less stock, no stock, off sale, removed', async () => {
  const buyer = await addBuyer(shop)
  const { pool } = shop.database
  const goods = await Promise.all(['PRICE', 'SHORT', 'EMPTY', 'OFF', 'GONE'].map((code) => product(shop, { code })))
  const [price, short, empty, off, gone] = goods
  const order = await placeOrder(shop, buyer, Object.fromEntries(goods.map(({ unitId }) => [unitId, 4])))
  await setPrice(pool, price?.unitId ?? 0, 125)
  await setStock(pool, short?.id ?? 0, 3)
  await setStock(pool, empty?.id ?? 0, 0)
  await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [off?.id])
  await pool.execute('DELETE FROM products WHERE id = $1', [gone?.id])
  const { body } = await again(buyer, order.id)
  const { addedCount, lines } = body as { addedCount: number; lines: RepeatedLine[] }
  const byCode = Object.fromEntries(lines.map((line) => [line.code, line]))
  expect(addedCount).toBe(2)
  expect(byCode['PRICE']).toMatchObject({
    quantity: 4,
    added: 4,
    priceBefore: { value: 100, currency: 'TRY' },
    priceNow: { value: 125, currency: 'TRY' },
  })
  expect(byCode['SHORT']).toMatchObject({ quantity: 4, added: 3, error: { code: 'insufficient_stock' } })
  expect(byCode['EMPTY']).toMatchObject({ added: 0, error: { code: 'insufficient_stock' } })
  for (const code of ['OFF', 'GONE']) {
    expect(byCode[code]).toMatchObject({ added: 0, error: { code: 'product_not_found', message: 'Ürün bulunamadı.' } })
  }
  expect(Object.fromEntries(await cartOf(buyer))).toEqual({ PRICE: 4, SHORT: 3 })
})

test('an order of another plan names both plans, and its prices are compared within its own', async () => {
  const buyer = await addBuyer(shop)
  const { pool } = shop.database
  await pool.execute(
    `INSERT INTO payment_plans (key, name, is_enabled, is_default)
     VALUES ('advencePrice1', 'Peşin', true, true), ('advencePrice2', '30 gün', true, false)`,
  )
  await shop.setSetting('storePhone', '0850 000 00 00')
  const drill = await product(shop)
  await pool.execute("UPDATE unit_prices SET plan2_value = 110, plan2_currency = 'TRY' WHERE unit_id = $1", [
    drill.unitId,
  ])
  await buyer.send('POST', `/api/catalog/cart/${drill.id}`, { body: { quantity: 1, productValue: drill.unitId } })
  const placed = await buyer.send('POST', '/api/catalog/cart', { body: { advencePrice: 'advencePrice2' } })
  const { id } = placed.body as { id: number }
  const { body } = await again(buyer, id)
  expect(body).toMatchObject({ plan: { ordered: '30 gün', cart: 'Peşin', choose: 'advencePrice2' } })
  expect(JSON.stringify(body)).not.toContain('priceNow')
  await buyer.send('PATCH', '/api/catalog/cart', { body: { advencePrice: 'advencePrice2' } })
  expect((await again(buyer, id)).body).toMatchObject({ plan: null })
  await pool.execute('UPDATE payment_plans SET is_enabled = false')
  await shop.setSetting('storePhone', '')
})

test('two lines of one product count together', async () => {
  const buyer = await addBuyer(shop)
  const drill = await product(shop, { stock: 20, units: { KOLİ: 5 } })
  const order = await placeOrder(shop, buyer, { [drill.unitId]: 4, [drill.units['KOLİ'] ?? 0]: 2 })
  await setStock(shop.database.pool, drill.id, 9)
  const { body } = await again(buyer, order.id)
  // Four pieces, and one box of five from the remaining stock.
  expect((body as { lines: RepeatedLine[] }).lines.map(({ unit, added }) => [unit, added])).toEqual([
    ['ADET', 4],
    ['KOLİ', 1],
  ])
})

test('returns 404 for an order of another dealer', async () => {
  const [buyer, other] = [await addBuyer(shop), await addBuyer(shop)]
  const drill = await product(shop)
  const order = await placeOrder(shop, buyer, { [drill.unitId]: 1 })
  const answer = await again(other, order.id)
  expect([answer.status, codeOf(answer)]).toEqual([404, 'order_not_found'])
  expect(await cartOf(other)).toEqual([])
})

test.each([[{ lines: ['1'] }], [{ lines: [0] }], [{ lines: [1.5] }], [{ lines: 'all' }], [{ line: [1] }], [[]]])(
  'rejects %j',
  async (body) => {
    const answer = await again(await addBuyer(shop), 1, body)
    expect(answer.status).toBe(422)
  },
)
