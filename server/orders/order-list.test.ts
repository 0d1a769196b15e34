import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/shop/orders.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { addBuyer, type Buyer, placeOrder, product } from './test-orders.ts'

let shop: TestShop
let buyer: Buyer

type List = { items: Order[]; total: number; page: number; pages: number; sort: string; customer: { code: string } }
const list = async (query = '', who: Buyer = buyer) =>
  (await who.send('GET', `/api/catalog/orders${query}`)).body as List
const numbers = async (query = '', who: Buyer = buyer) => (await list(query, who)).items.map(({ orderNo }) => orderNo)

/** Adds orders without lines at these times, the n-th with a total of n × 100 lira. */
async function addOrders(who: Buyer, moments: readonly string[]): Promise<void> {
  await shop.database.pool.execute(
    `INSERT INTO orders (order_no, dealer_id, user_id, created_at, description, currency, rates, subtotal, tax, total, total_try)
     SELECT 'S2026' || lpad(($2 * 1000 + n)::text, 6, '0'), $1, $2, at::timestamptz, '-', 'TRY', '{"TRY": "1"}',
            n * 100, 0, n * 100, n * 100
       FROM unnest($3::text[]) WITH ORDINALITY AS t (at, n)`,
    [who.actor.dealer?.id, who.actor.userId, moments],
  )
}
const numberOf = (who: Buyer, n: number) => `S2026${String(who.actor.userId * 1000 + n).padStart(6, '0')}`

beforeAll(async () => {
  shop = await openTestShop()
  buyer = await addBuyer(shop)
})
afterAll(() => shop.close())

test('returns both forms of the lines, the totals, the dealer and the pages', async () => {
  const who = await addBuyer(shop)
  const drill = await product(shop, { code: 'MTK-1', price: 50, units: { KOLİ: 2 } })
  await placeOrder(shop, who, { [drill.units['KOLİ'] ?? 0]: 2 })
  const answer = await list('', who)
  expect(answer).toMatchObject({
    total: 1,
    page: 1,
    pages: 1,
    sort: '-date',
    customer: { code: who.actor.dealer?.code },
  })
  expect(answer.items[0]).toMatchObject({
    creator: who.actor.name,
    isCancel: false,
    isSent: false,
    lineCount: 1,
    total: 240,
    orderItems: [{ lineNo: 1, code: 'MTK-1', name: 'MTK-1', image: null, quantity: 2, price: { value: 100 } }],
    orderProducts: [
      {
        product: { id: drill.id, code: 'MTK-1' },
        quantity: 2,
        productUnit: { id: drill.units['KOLİ'], value: 'KOLİ', multiplier: 2 },
        tax: 20,
      },
    ],
  })
  const [short] = (await list('?lines=0', who)).items
  expect(short).not.toHaveProperty('orderItems')
  expect(short).not.toHaveProperty('orderProducts')
  expect(short).toMatchObject({ lineCount: 1 })
})

describe('the order list of a dealer with 45 orders', () => {
  let many: Buyer
  beforeAll(async () => {
    many = await addBuyer(shop)
    await addOrders(
      many,
      Array.from({ length: 45 }, (_, i) => `2026-03-01T12:00:${String(i).padStart(2, '0')}+03`),
    )
  })

  test.each([
    ['', 1, 20, 45],
    ['?page=3', 3, 5, 5],
    ['?page=0', 1, 20, 45],
    ['?page=-4', 1, 20, 45],
    ['?page=abc', 1, 20, 45],
    ['?page=4', 4, 0, undefined],
    ['?page=9999999', 1_000_000, 0, undefined],
    ['?limit=7&page=2', 2, 7, 38],
    ['?limit=1000', 1, 45, 45],
    ['?limit=0', 1, 1, 45],
  ])('%s: page %i has %i orders, starting with number %s', async (query, page, count, first) => {
    const answer = await list(query, many)
    expect(answer).toMatchObject({ total: 45, page })
    expect(answer.items).toHaveLength(count)
    expect(answer.items[0]?.orderNo).toBe(first === undefined ? undefined : numberOf(many, first))
  })

  test('sorts by date and total in both directions; an unknown sort order is ignored', async () => {
    const [newest, oldest] = [numberOf(many, 45), numberOf(many, 1)]
    for (const [sort, first] of [
      ['date', oldest],
      ['-date', newest],
      ['total', oldest],
      ['-total', newest],
    ] as const)
      expect((await numbers(`?sort=${sort}`, many))[0]).toBe(first)
    expect(await list('?sort=;drop', many)).toMatchObject({ sort: '-date' })
  })

  test('is empty for another dealer', async () => {
    expect(await list('', await addBuyer(shop))).toMatchObject({ items: [], total: 0, pages: 0 })
  })
})

describe('order list filters', () => {
  beforeAll(() =>
    addOrders(buyer, [
      '2026-02-28T23:59:59+03',
      // In Turkey this is already the first of March.
      '2026-02-28T21:00:00Z',
      '2026-03-01T23:59:59.999+03',
      '2026-03-02T00:00:00+03',
    ]),
  )
  const found = async (query: string) => (await numbers(`${query}&sort=date`)).map((number) => Number(number.slice(-1)))

  test.each([
    ['?from=2026-03-01', [2, 3, 4]],
    ['?to=2026-03-01', [1, 2, 3]],
    ['?from=2026-03-01&to=2026-03-01', [2, 3]],
    ['?from=01.03.2026&to=01.03.2026', [2, 3]],
    ['?from=2026-03-02&to=2026-03-01', [2, 3, 4]],
    ['?from=2026-02-31&to=never', [1, 2, 3, 4]],
  ])('by days in Turkey, both included: %s → %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test('by part of the number in any case; LIKE wildcards are taken literally', async () => {
    const number = numberOf(buyer, 3)
    expect(await numbers(`?q=${number.toLowerCase()}`)).toEqual([number])
    expect(await numbers(`?q=%20${number.slice(-5)}%20`)).toEqual([number])
    for (const q of ['%25', '_', '%00x', 'S2026%25']) expect(await numbers(`?q=${q}`)).toEqual([])
    expect(await found('?q=%00')).toEqual([1, 2, 3, 4])
  })
})
