import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { canMoveOrder, type OrderState, programStates, stateOfLines } from '#domain/orders/order-life.ts'
import { pickingRests } from '#domain/orders/picking.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import { moveTo, sent, shipLines } from '#server/shipping/test-shipping.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, stockMismatches, stockOf } from '#testing/store-rows.ts'

let shop: TestShop
let people: TestVisitor[]
let program: Program
let buyer: Buyer

beforeAll(async () => {
  shop = await openTestShop()
  people = []
  for (let i = 0; i < 3; i += 1) people.push(await shop.signedIn(await addAdmin(shop.database.pool)))
  program = await addProgram(shop, ['orders:write'])
  buyer = await addBuyer(shop)
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

const kinds = ['ship', 'withdraw', 'change', 'pick', 'count', 'end', 'state', 'program ship', 'program state'] as const
const move = fc.record({
  who: fc.nat(2),
  kind: fc.constantFrom(...kinds, 'program ship' as const),
  quantity: fc.integer({ min: 1, max: 7 }),
  line: fc.constantFrom(1, 2),
  rest: fc.constantFrom(...pickingRests),
  to: fc.constantFrom(...programStates),
  /** Of a few references, so that requests are repeated. */
  reference: fc.nat(3),
})
type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never

let lastKey = 0
const newKey = () => `random-moves-${(lastKey += 1)}`

async function make(order: Placed, page: AdminOrder, made: Move): Promise<void> {
  const person = people[made.who] ?? buyer
  const { kind, quantity, line, to, reference } = made
  const shown = page.orderItems.find(({ lineNo }) => lineNo === line)
  if (kind === 'ship') {
    await shipLines(person, [sent(order, quantity, { lineNo: line, shipped: shown?.shipped ?? 0 })])
  } else if (kind === 'withdraw') {
    const shipment = page.shipments[quantity % Math.max(1, page.shipments.length)]
    const path = `/yonetim/shipments/${shipment?.id ?? 999_999_999}/withdraw`
    await person.send('POST', path, { body: { reason: 'Yanlış' } })
  } else if (kind === 'change') {
    const body = { state: page.state, reason: 'Az', lines: [{ lineNo: line, quantity }] }
    await person.send('POST', `/yonetim/orders/${order.id}/lines`, { body })
    await buyer.send('POST', `/api/catalog/order/${order.id}/change`, { body: { accept: made.who > 0, reason: '' } })
  } else if (kind === 'state') {
    await person.send('POST', '/yonetim/orders/state', { body: { orders: [{ id: order.id, from: page.state }], to } })
  } else if (kind === 'program state') {
    const rows = [{ orderNo: order.orderNo, state: to, reason: 'Program' }]
    await program.send('POST', '/order-states', { body: { rows } })
  } else if (kind === 'program ship') {
    const row = { reference: `${order.orderNo} ${reference}`, orderNo: order.orderNo, carrier: 'aras' }
    const lines = reference === 0 ? undefined : [{ lineNo: line, quantity }]
    await program.send('POST', '/shipments', { body: { rows: [{ ...row, lines }] } })
  } else await pick(order, person, made)
}

async function pick(order: Placed, person: TestVisitor, { kind, quantity, line, rest }: Move): Promise<void> {
  if (kind === 'pick') {
    return void (await person.send('POST', '/yonetim/pickings', { body: { key: newKey(), orders: [order.id] } }))
  }
  const rows = await shop.database.pool.query<{ picking_id: number; line_no: number; picked: number }>(
    `SELECT picking_id, line_no, picked FROM picking_lines
      WHERE picking_id = (SELECT max(picking_id) FROM picking_lines WHERE order_id = $1) ORDER BY line_no`,
    [order.id],
  )
  const lines = rows.map(({ line_no: lineNo, picked }) => ({ orderId: order.id, lineNo, picked, rest }))
  const body =
    kind === 'count'
      ? { key: newKey(), orderId: order.id, lineNo: line, change: quantity }
      : { key: newKey(), isMissing: false, reason: 'Yok', lines }
  await person.send('POST', `/yonetim/pickings/${rows[0]?.picking_id ?? 999_999_999}/${kind}`, { body })
}

/** States in which goods decide. */
const ofGoods: readonly OrderState[] = ['confirmed', 'partly_shipped', 'shipped']

async function check(order: Placed, productIds: readonly number[]): Promise<AdminOrder> {
  const { pool } = shop.database
  const page = (await people[0]?.send('GET', `/yonetim/orders/${order.id}`))?.body as AdminOrder
  const left = page.shipments.filter(({ withdrawnAt }) => withdrawnAt === null).flatMap(({ lines }) => lines)
  for (const [i, line] of page.orderItems.entries()) {
    const own = left.filter(({ lineNo }) => lineNo === line.lineNo)
    expect(line.shipped).toBe(own.reduce((sum, { quantity }) => sum + quantity, 0))
    expect(line.quantity - line.shipped - line.cancelled - line.backOrdered).toBeGreaterThanOrEqual(0)
    const held = line.quantity - line.cancelled - line.backOrdered
    expect(await stockOf(pool, productIds[i] ?? 0)).toBe(20 - held)
  }
  if (ofGoods.includes(page.state)) expect(page.state).toBe(stateOfLines(page.orderItems))
  const steps = await pool.query<{ from_state: OrderState; to_state: OrderState }>(
    'SELECT from_state, to_state FROM order_history WHERE order_id = $1 AND to_state IS NOT NULL ORDER BY id',
    [order.id],
  )
  expect(steps.filter((step) => !canMoveOrder(step.from_state, step.to_state))).toEqual([])
  expect(steps.map(({ from_state: from }) => from).slice(1)).toEqual(steps.map(({ to_state: to }) => to).slice(0, -1))
  expect(steps.at(-1)?.to_state).toBe(page.state)
  return page
}

test('random moves of three people and a program, three at a time, keep quantities, stock and states consistent', async () => {
  const rounds = fc.array(fc.tuple(move, move, move), { minLength: 4, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(rounds, async (moves) => {
      const [drill, saw] = [await product(shop, { stock: 20 }), await product(shop, { stock: 20 })]
      const order = await placeOrder(shop, buyer, { [drill.unitId]: 10, [saw.unitId]: 4 })
      await moveTo(people[0] ?? buyer, order, 'received', 'confirmed')
      const ids = [drill.id, saw.id]
      let page = await check(order, ids)
      for (const round of moves) {
        const shown = page
        await Promise.all(round.map((each) => make(order, shown, each)))
        page = await check(order, ids)
      }
    }),
    { numRuns: 12 },
  )
})
