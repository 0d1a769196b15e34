import { expect, test } from 'vitest'
import { decimal } from '#domain/money/money.ts'
import { findShortage, orderNote, orderNumber, stockDemand, shareBackOrders } from './order.ts'

const line = (productId: number, quantity: number, multiplier: number | string = 1) => {
  return { productId, quantity, multiplier, code: `K${productId}`, name: `Ürün ${productId}` }
}

test.each([
  [undefined, 'Sipariş notu yok'],
  ['', 'Sipariş notu yok'],
  ['  \n', 'Sipariş notu yok'],
  [' Kapıya bırakın ', 'Kapıya bırakın'],
])('orderNote of %j is %j', (text, note) => {
  expect(orderNote(text)).toBe(note)
})

test.each([
  [1, 'S2026000001'],
  [999_999, 'S2026999999'],
  [1_000_000, 'S20261000000'],
])('order number %i of 2026 is %s', (sequence, number) => {
  expect(orderNumber(2026, sequence)).toBe(number)
})

test('stockDemand sums the lines of a product and sorts products by id', () => {
  const wishes = stockDemand([line(7, 2), line(3, 1, '2.5'), line(7, 3, 12)])
  expect(wishes.map(({ productId, quantity }) => [productId, quantity.toNumber()])).toEqual([
    [3, 2.5],
    [7, 38],
  ])
})

test('findShortage returns the first product with too little stock, and its stock', () => {
  const wishes = stockDemand([line(1, 5), line(2, 3, 4)])
  const rule = { stockInfoStatus: 0, cartStockControl: false }
  const stock = (id: number) => (id === 1 ? 5 : 11)
  expect(findShortage(wishes, stock, rule)).toEqual({
    ok: false,
    code: 'insufficient_stock',
    facts: { productId: 2, code: 'K2', name: 'Ürün 2', amount: 12, available: 11 },
  })
  expect(findShortage(wishes, stock, { ...rule, stockInfoStatus: 3 })).toBeNull()
  expect(findShortage(wishes, stock, { ...rule, cartStockControl: true })).toBeNull()
  expect(findShortage(wishes, stock, { ...rule, stockInfoStatus: 2 })?.facts).not.toHaveProperty('available')
})

test('shareBackOrders assigns back-order to the last lines of the product first', () => {
  const lines = [line(1, 5), line(2, 1), line(1, 2, 4)]
  const share = (missing: number) =>
    shareBackOrders(lines, new Map([[1, decimal(missing)]])).map((part) => part.toNumber())
  expect(share(0)).toEqual([0, 0, 0])
  expect(share(3)).toEqual([0, 0, 3])
  expect(share(10)).toEqual([2, 0, 8])
  expect(share(13)).toEqual([5, 0, 8])
})
