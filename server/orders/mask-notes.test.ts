import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { maskOrderNotes } from './mask-notes.ts'
import { addBuyer, placeOrder, product } from './test-orders.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('card numbers in old notes of orders are masked; other notes stay', async () => {
  const { pool } = shop.database
  const [buyer, { unitId }] = [await addBuyer(shop), await product(shop)]
  const notes = ['Kart 4355 0843 5508 4358 skt 12/30 cvv 123', 'Kapıda 5551234567 aransın', '-']
  const ids: number[] = []
  for (const note of notes) {
    const { id } = await placeOrder(shop, buyer, { [unitId]: 1 })
    // As stored before notes were masked.
    await pool.execute('UPDATE orders SET description = $2 WHERE id = $1', [id, note])
    ids.push(id)
  }
  await maskOrderNotes(pool)
  await maskOrderNotes(pool)
  const rows = await pool.query<{ description: string }>(
    'SELECT description FROM orders WHERE id = ANY ($1) ORDER BY id',
    [ids],
  )
  expect(rows.map(({ description }) => description)).toEqual([
    expect.stringMatching(/^Kart 435508\*{6}4358 skt 12\/30 cvv \*{3}$/),
    ...notes.slice(1),
  ])
})
