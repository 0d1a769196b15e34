import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { canMoveOrder, type OrderState, stateOfLines } from '#domain/orders/order-life.ts'
import { type PickingRest, pickingRests } from '#domain/orders/picking.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, stockMismatches, stockOf } from '#testing/store-rows.ts'
import { moveTo, sent, shipLines } from './test-shipping.ts'

let shop: TestShop
let people: TestVisitor[]
let buyer: Buyer

beforeAll(async () => {
  shop = await openTestShop()
  people = []
  for (let i = 0; i < 3; i += 1) people.push(await shop.signedIn(await addAdmin(shop.database.pool)))
  buyer = await addBuyer(shop)
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

type Move = {
  who: number
  kind: 'ship' | 'withdraw' | 'deliver' | 'undeliver' | 'cancel' | 'pick' | 'count' | PickingRest
  quantity: number
}

const move: fc.Arbitrary<Move> = fc.record({
  who: fc.nat(2),
  kind: fc.constantFrom(
    'ship',
    'ship',
    'ship',
    'withdraw',
    'deliver',
    'undeliver',
    'cancel',
    'pick',
    'pick',
    'count',
    ...pickingRests,
  ),
  quantity: fc.integer({ min: 1, max: 7 }),
})

let lastKey = 0

/** Starts to pick the order, counts, or ends its list; a list that another person has ended is refused. */
async function pick(order: Placed, person: TestVisitor, { kind, quantity }: Move): Promise<void> {
  const key = `random-key-${(lastKey += 1)}`
  if (kind === 'pick')
    return void (await person.send('POST', '/yonetim/pickings', { body: { key, orders: [order.id] } }))
  const { pool } = shop.database
  const list = await pool.one<{ picking_id: number; picked: number }>(
    'SELECT picking_id, picked FROM picking_lines WHERE order_id = $1 ORDER BY picking_id DESC LIMIT 1',
    [order.id],
  )
  if (list === undefined) return
  const line = { orderId: order.id, lineNo: 1 }
  const body =
    kind === 'count'
      ? { key, ...line, change: quantity }
      : { key, isMissing: false, reason: '', lines: [{ ...line, picked: list.picked, rest: kind }] }
  await person.send('POST', `/yonetim/pickings/${list.picking_id}/${kind === 'count' ? 'count' : 'end'}`, { body })
}

const isPicking = (kind: string) => kind === 'pick' || kind === 'count' || pickingRests.some((rest) => rest === kind)

async function make(order: Placed, page: AdminOrder, made: Move): Promise<void> {
  const { who, kind, quantity } = made
  const person = people[who] ?? buyer
  if (isPicking(kind)) return pick(order, person, made)
  const [line] = page.orderItems
  if (kind === 'ship') return void (await shipLines(person, [sent(order, quantity, { shipped: line?.shipped ?? 0 })]))
  if (kind === 'cancel') {
    return void (await person.send('POST', `/yonetim/orders/${order.id}/cancel`, { body: { reason: 'Vazgeçti' } }))
  }
  if (kind === 'withdraw') {
    const shipment = page.shipments[quantity % Math.max(1, page.shipments.length)]
    const path = `/yonetim/shipments/${shipment?.id ?? 999_999_999}/withdraw`
    return void (await person.send('POST', path, { body: { reason: 'Yanlış' } }))
  }
  const to = kind === 'deliver' ? 'delivered' : 'shipped'
  await person.send('POST', '/yonetim/orders/state', { body: { orders: [{ id: order.id, from: page.state }], to } })
}

/** States in which goods decide. */
const ofGoods: readonly OrderState[] = ['confirmed', 'partly_shipped', 'shipped']

async function check(order: Placed, productId: number): Promise<AdminOrder> {
  const { pool } = shop.database
  const page = (await people[0]?.send('GET', `/yonetim/orders/${order.id}`))?.body as AdminOrder
  const [line] = page.orderItems
  if (line === undefined) throw new Error('The order has no line.')
  const left = page.shipments.filter(({ withdrawnAt }) => withdrawnAt === null).flatMap(({ lines }) => lines)
  expect(line.shipped).toBe(left.reduce((sum, { quantity }) => sum + quantity, 0))
  expect(line.quantity - line.shipped - line.cancelled - line.backOrdered).toBeGreaterThanOrEqual(0)
  expect(await stockOf(pool, productId)).toBe(20 - (line.quantity - line.cancelled - line.backOrdered))
  if (ofGoods.includes(page.state)) expect(page.state).toBe(stateOfLines([line]))
  const steps = await pool.query<{ from_state: OrderState; to_state: OrderState }>(
    'SELECT from_state, to_state FROM order_history WHERE order_id = $1 AND to_state IS NOT NULL ORDER BY id',
    [order.id],
  )
  expect(steps.filter((step) => !canMoveOrder(step.from_state, step.to_state))).toEqual([])
  expect(steps.at(-1)?.to_state).toBe(page.state)
  return page
}

test('random moves of three people, two at a time, keep quantities, stock and states consistent', async () => {
  const pairs = fc.array(fc.tuple(move, move), { minLength: 3, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(pairs, async (moves) => {
      const { id, unitId } = await product(shop, { stock: 20 })
      const order = await placeOrder(shop, buyer, { [unitId]: 10 })
      await moveTo(people[0] ?? buyer, order, 'received', 'confirmed')
      let page = await check(order, id)
      for (const pair of moves) {
        const shown = page
        await Promise.all(pair.map((each) => make(order, shown, each)))
        page = await check(order, id)
      }
    }),
    { numRuns: 12 },
  )
})
