import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { getOrderSlips, listOrderChoice, shipOrders } from '#contract/admin/order-bulk.ts'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import { addAdmin, stockMismatches } from '#testing/store-rows.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { moveTo, sent, shipped } from '#server/shipping/test-shipping.ts'

let shop: TestShop
let staff: TestVisitor
let colleague: TestVisitor
let buyer: Buyer
let other: Buyer
let drill: Awaited<ReturnType<typeof product>>

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
  colleague = await shop.signedIn(await addAdmin(shop.database.pool))
  buyer = await addBuyer(shop)
  other = await addBuyer(shop)
})
beforeEach(async () => {
  drill = await product(shop, { stock: 50 })
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

async function confirmed(who = buyer): Promise<Placed> {
  const placed = await placeOrder(shop, who, { [drill.unitId]: 5 })
  await moveTo(staff, placed, 'received', 'confirmed')
  return placed
}
const pageOf = async ({ id }: Placed) => (await staff.send('GET', `/yonetim/orders/${id}`)).body as AdminOrder

let lastKey = 0
async function shipEach(
  orders: readonly Placed[],
  { who = staff, from = 'confirmed', key = `bulk-test-${(lastKey += 1)}`, deliveryNoteNo = '' } = {},
): Promise<Reply<typeof shipOrders>> {
  const body = { key, carrier: 'own', deliveryNoteNo, orders: orders.map(({ id }) => ({ id, from })) }
  const reply = await who.send('POST', '/yonetim/order-shipments', { body })
  expect(reply.status).toBe(200)
  return reply.body as Reply<typeof shipOrders>
}

describe('shipping many orders', () => {
  test('each order is a shipment of its own; refused ones have their reason and do not hold the others back', async () => {
    const orders = [await confirmed(), await placeOrder(shop, buyer, { [drill.unitId]: 1 }), await confirmed(other)]
    const { shipped: made, refused } = await shipEach(orders, { deliveryNoteNo: 'IRS-9' })
    expect(made.map(({ orderNo }) => orderNo)).toEqual([orders[0]?.orderNo, orders[2]?.orderNo])
    expect(new Set(made.map(({ shipmentNo }) => shipmentNo)).size).toBe(2)
    expect(refused).toEqual([
      {
        orderNo: orders[1]?.orderNo,
        message: `${orders[1]?.orderNo} numaralı sipariş onaylanmamış. Önce siparişi onaylayın.`,
      },
    ])
    const [first] = orders
    if (first === undefined) throw new Error('There is no order.')
    expect(await pageOf(first)).toMatchObject({
      state: 'shipped',
      shipments: [{ carrier: 'own', deliveryNoteNo: 'IRS-9', lines: [{ quantity: 5 }] }],
    })
  })

  test('the same request again returns its shipments; a second person ships nothing twice', async () => {
    const order = await confirmed()
    const [first, again] = [
      await shipEach([order], { key: 'same-request' }),
      await shipEach([order], { key: 'same-request' }),
    ]
    expect(again).toEqual(first)
    expect(await shipEach([order], { who: colleague })).toMatchObject({
      shipped: [],
      refused: [{ orderNo: order.orderNo }],
    })
    expect((await pageOf(order)).shipments).toHaveLength(1)
  })

  test('two people who ship the same orders at once ship each of them once', async () => {
    const orders = [await confirmed(), await confirmed(other), await confirmed()]
    const replies = await Promise.all([shipEach(orders), shipEach(orders.toReversed(), { who: colleague })])
    expect(replies.flatMap((reply) => reply.shipped)).toHaveLength(3)
    for (const order of orders) expect((await pageOf(order)).shipments).toHaveLength(1)
  })

  test('an order of which goods were shipped since it was on screen is refused', async () => {
    const order = await confirmed()
    await shipped(staff, [sent(order, 2)])
    expect(await shipEach([order])).toMatchObject({ shipped: [] })
    expect(await shipEach([order], { from: 'partly_shipped' })).toMatchObject({ shipped: [{ orderNo: order.orderNo }] })
  })
})

test('all orders that match the filters are chosen, in the order of the list', async () => {
  const [first, second] = [await confirmed(), await confirmed(other)]
  const choice = async (query: string) =>
    (await staff.send('GET', `/yonetim/order-choice?${query}`)).body as Reply<typeof listOrderChoice>
  const code = drill.code
  expect(await choice(`product=${code}&sort=date`)).toEqual({
    total: 2,
    orders: [
      { id: first.id, orderNo: first.orderNo, dealerCode: buyer.actor.dealer?.code, state: 'confirmed' },
      { id: second.id, orderNo: second.orderNo, dealerCode: other.actor.dealer?.code, state: 'confirmed' },
    ],
  })
  expect(await choice(`product=${code}&state=received`)).toEqual({ total: 0, orders: [] })
})

test('the slips of orders have what is to ship, without prices', async () => {
  const [first, second] = [await confirmed(), await confirmed(other)]
  await shipped(staff, [sent(first, 2)])
  const { body } = await staff.send('GET', `/yonetim/order-slips?orders=${second.id},${first.id},x,${first.id}`)
  const { slips, requested } = body as Reply<typeof getOrderSlips>
  expect(requested).toBe(2)
  expect(slips).toMatchObject([
    { orderNo: second.orderNo, lines: [{ code: drill.code, quantity: 5, shipped: 0 }] },
    { orderNo: first.orderNo, note: '', lines: [{ code: drill.code, quantity: 5, shipped: 2, backOrdered: 0 }] },
  ])
  expect(JSON.stringify(slips)).not.toContain('price')
})

test('no more slips are printed at once than orders can be handled', async () => {
  const many = Array.from({ length: 501 }, (_, at) => at + 1_000_000).join(',')
  const { body } = await staff.send('GET', `/yonetim/order-slips?orders=${many}`)
  expect(body).toEqual({ slips: [], requested: 501 })
})
